import { CodedError } from "../../errors/definition";
import { PREVIEW } from "../../errors/preview";
import { SERVERS } from "../../errors/servers";
import type { ListedCreation, Live } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/deployment";
import { NotTheApi, PlatformError } from "../../platform/http/error";
import type { Platform } from "../../platform/platform";
import { TimeoutError } from "../../platform/tasks/task";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { canonicalJson, type JsonObject } from "../../util/json";
import type { Mask } from "../../util/secrets";
import { messageOf } from "../../util/text";

/** How long the requests of a preview may take in all, for each account. */
const LONGEST_MS = 10_000;

/** The codes of replies that another server has sent. */
const OTHER_SERVERS: readonly string[] = [SERVERS.notTheApi.code, SERVERS.redirect.code];

/** A line in the row of a resource. */
export interface PreviewLine {
  /** A warning: `up` would fail. */
  severity: "info" | "warning";
  text: string;
}

/** The value of an input is known only during `up`, so the platform cannot be asked. */
export class UnknownInput extends Error {}

/** The reads of a preview at one account: one list for each kind and place, for a bounded time, until the first failure. */
export class PreviewReads {
  private spentMs = 0;
  private running = 0;
  private runningSince = 0;
  private isOver = false;
  private readonly printed = new WeakSet<PlatformError>();
  private readonly lists = new Map<string, Promise<Map<string, Live<JsonObject>[]> | undefined>>();

  constructor(
    private readonly platform: Platform,
    private readonly clock: Clock,
    /** Aborts when the run is cancelled. */
    private readonly cancelled: AbortSignal,
    /** Prints a line about the account, once. */
    private readonly warn: (text: string) => void,
  ) {}

  /** The lines that the work finds; none if the platform cannot be asked. Never rejects: no answer prevents a preview. */
  async ask(work: (reader: Reader) => Promise<PreviewLine[]>, mask: Mask): Promise<PreviewLine[]> {
    if (this.isOver || this.cancelled.aborted || !this.platform.configuration.previewReads) return [];
    const [end, done] = [new AbortController(), new AbortController()];
    const stop = () =>
      end.abort(new TimeoutError(`this preview has asked for ${formatDuration(LONGEST_MS)}`));
    this.clock.sleep(this.begin(), done.signal).then(stop, () => {});
    try {
      const signal = AbortSignal.any([end.signal, this.cancelled]);
      const reader = this.platform.apiFor({ signal, isOnce: true });
      return await work({ ...reader, copies: "any" });
    } catch (error) {
      return this.linesOf(error, end.signal.aborted, mask);
    } finally {
      done.abort();
      this.running -= 1;
      if (this.running === 0) this.spentMs += this.clock.now() - this.runningSince;
    }
  }

  /** Returns the time that is left. Questions at the same time share it. */
  private begin(): number {
    const now = this.clock.now();
    if (this.running === 0) this.runningSince = now;
    this.running += 1;
    return LONGEST_MS - this.spentMs - (now - this.runningSince);
  }

  /** The objects with the key of a creation. The list of a place is read once. */
  async equalTo(
    { objects, key }: ListedCreation,
    reader: Reader,
    place: unknown,
  ): Promise<Live<JsonObject>[] | undefined> {
    const keyOf = (object: Live<JsonObject>) => canonicalJson(objects.keyOf(object));
    const name = canonicalJson(place as JsonObject);
    const list =
      this.lists.get(name) ?? objects.listAll(reader).then((all) => all && Map.groupBy(all, keyOf));
    this.lists.set(name, list);
    const all = await list;
    return all && (all.get(canonicalJson(key)) ?? []);
  }

  private linesOf(error: unknown, isTimeout: boolean, mask: Mask): PreviewLine[] {
    if (error instanceof UnknownInput || this.cancelled.aborted) return [];
    // A list may have been started by a question that has ended.
    if (isTimeout || error instanceof TimeoutError)
      return this.stop(PREVIEW.timedOut.error({ longest: formatDuration(LONGEST_MS) }), mask);
    if (!(error instanceof CodedError))
      return this.stop(PREVIEW.notAsked.error({ reason: messageOf(error) }), mask);
    if (!(error instanceof PlatformError)) return [wouldFail(error)];
    // A list that several resources share has failed once.
    if (this.printed.has(error)) return [];
    this.printed.add(error);
    if (isOfAccount(error)) return this.stop(PREVIEW.accountFails.error({ failure: error.message }), mask);
    const isUnreadable = error.code === SERVERS.unreadable.code;
    if (!isUnreadable && (error.status === undefined || error.retryable))
      return this.stop(PREVIEW.notAsked.error({ reason: error.summary }), mask);
    return [wouldFail(error)];
  }

  /** Prints one line for the account. The platform is not asked again. */
  private stop({ message }: CodedError, mask: Mask): [] {
    if (!this.isOver) this.warn(mask(message));
    this.isOver = true;
    return [];
  }
}

/** Whether a request failed because of the key, or because another server has answered. */
export function isOfAccount(error: PlatformError): boolean {
  return error.status === 401 || error instanceof NotTheApi || OTHER_SERVERS.includes(error.code);
}

export function wouldFail(error: unknown): PreviewLine {
  return { severity: "warning", text: `\`up\` would fail: ${messageOf(error)}` };
}
