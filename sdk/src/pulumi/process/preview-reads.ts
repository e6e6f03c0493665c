import { CodedError } from "../../errors/definition";
import { PREVIEW } from "../../errors/preview";
import { SERVERS } from "../../errors/servers";
import type { ListedCreation, Live } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/api";
import { TasksReader } from "../../platform/api/tasks";
import { NotTheApi, PlatformError } from "../../platform/http/error";
import type { Platform } from "../../platform/platform";
import { usualTimesOf } from "../../platform/tasks/delays";
import { TimeoutError } from "../../platform/tasks/task";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { canonicalJson, type JsonObject } from "../../util/json";
import type { Mask } from "../../util/secrets";
import { messageOf } from "../../util/text";
import type { Finding, PreviewFindings } from "../files/preview-findings";

/** How long the requests of a preview may take in all, for each account: of `pulumi preview`, and of the command `preflight`. */
const LONGEST_MS = 10_000;
const LONGEST_OF_PREFLIGHT_MS = 20 * 60_000;

/** The number of tasks from which the usual times are known. */
const TASKS = 1_000;

/** The codes of replies that another server has sent. */
const OTHER_SERVERS: readonly string[] = [SERVERS.notTheApi.code, SERVERS.redirect.code];

/** The value of an input is known only during `up`, so the platform cannot be asked. */
export class UnknownInput extends Error {}

interface Surroundings {
  platform: Platform;
  clock: Clock;
  /** Aborts when the run is cancelled. */
  cancelled: AbortSignal;
  /** Prints a line about the account, once. */
  warn(text: string): void;
  /** An error about the key, with the Provider that has it. */
  named(error: PlatformError): PlatformError;
  /** For the command `preflight`, which takes its time, and repeats a request that fails. */
  collect?: ((findings: PreviewFindings) => void) | undefined;
}

/** The reads of a preview at one account: one list for each kind and place, for a bounded time, until the first failure. */
export class PreviewReads {
  private spentMs = 0;
  private running = 0;
  private runningSince = 0;
  /** Why the platform is not asked any more. */
  private over: Finding | undefined;
  private usualTimes: Promise<void> | undefined;
  /** A list that several resources share fails for all of them with one error. */
  private readonly failures = new WeakMap<PlatformError, Finding>();
  private readonly lists = new Map<string, Promise<Map<string, Live<JsonObject>[]> | undefined>>();

  constructor(private readonly is: Surroundings) {}

  /** What the work finds about a resource; nothing if the platform is not asked. Never rejects: no answer prevents a preview. */
  async ask(urn: string, work: (reader: Reader) => Promise<Finding[]>, mask: Mask): Promise<Finding[]> {
    const { platform, clock, cancelled, collect } = this.is;
    if (cancelled.aborted || !(collect || platform.configuration.previewReads)) return [];
    if (this.over) return [this.over];
    const [end, done] = [new AbortController(), new AbortController()];
    const stop = () =>
      end.abort(new TimeoutError(`this preview has asked for ${formatDuration(this.longest)}`));
    clock.sleep(this.begin(), done.signal).then(stop, () => {});
    try {
      const signal = AbortSignal.any([end.signal, cancelled]);
      const reader = {
        ...platform.apiFor({ signal, ...(!collect && { isOnce: true }) }),
        copies: "any" as const,
      };
      const [findings] = await Promise.all([work(reader), collect && this.collectTimes(reader)]);
      return findings;
    } catch (error) {
      return this.findingsOf(error, urn, end.signal.aborted, mask);
    } finally {
      done.abort();
      this.running -= 1;
      if (this.running === 0) this.spentMs += clock.now() - this.runningSince;
    }
  }

  /** Returns the time that is left. Questions at the same time share it. */
  private begin(): number {
    const now = this.is.clock.now();
    if (this.running === 0) this.runningSince = now;
    this.running += 1;
    return this.longest - this.spentMs - (now - this.runningSince);
  }

  private get longest(): number {
    return this.is.collect ? LONGEST_OF_PREFLIGHT_MS : LONGEST_MS;
  }

  /** Without a list of tasks, no times are known. */
  private collectTimes(reader: Reader): Promise<void> {
    this.usualTimes ??= new TasksReader(reader).listNewest(TASKS).then(
      (tasks = []) => this.is.collect?.({ usualTimes: usualTimesOf(tasks) }),
      () => {},
    );
    return this.usualTimes;
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

  private findingsOf(error: unknown, urn: string, isTimeout: boolean, mask: Mask): Finding[] {
    if (error instanceof UnknownInput) return [unchecked(error.message)];
    if (this.is.cancelled.aborted) return [];
    const longest = formatDuration(this.longest);
    // A list may have been started by a question that has ended.
    if (isTimeout || error instanceof TimeoutError)
      return this.stop(urn, mask, PREVIEW.timedOut.error({ longest }), PREVIEW.timedOut.message({ longest }));
    if (!(error instanceof CodedError)) {
      const reason = messageOf(error);
      return this.stop(urn, mask, PREVIEW.notAsked.error({ reason }), reason);
    }
    if (!(error instanceof PlatformError)) return [failureOf(error)];
    if (isOfAccount(error)) {
      const named = this.is.named(error);
      return this.stop(urn, mask, PREVIEW.accountFails.error({ failure: named.message }), named);
    }
    const isUnreadable = error.code === SERVERS.unreadable.code;
    if (!isUnreadable && (error.status === undefined || error.retryable))
      return this.stop(urn, mask, PREVIEW.notAsked.error({ reason: error.summary }), error);
    const finding = this.failures.get(error) ?? failureOf(error);
    this.failures.set(error, finding);
    return [finding];
  }

  /** Prints one line for the account. The platform is not asked again. `preflight` gets the cause, whose advice holds there. */
  private stop(urn: string, mask: Mask, warning: CodedError, cause: CodedError | string): Finding[] {
    const { warn, collect } = this.is;
    const isUnusable = warning.code === PREVIEW.accountFails.code;
    if (this.over === undefined) {
      warn(mask(warning.message));
      const text = mask(messageOf(cause));
      const code = cause instanceof CodedError ? { code: cause.code } : {};
      collect?.({ account: { urn, level: isUnusable ? "fails" : "unchecked", ...code, text } });
    }
    this.over ??= unchecked(isUnusable ? "its account cannot be used" : "the platform does not answer");
    return [this.over];
  }
}

export const note = (text: string): Finding => ({ level: "note", text });
export const unchecked = (text: string): Finding => ({ level: "unchecked", text });

/** Whether a request failed because of the key, or because another server has answered. */
export function isOfAccount(error: PlatformError): boolean {
  return error.status === 401 || error instanceof NotTheApi || OTHER_SERVERS.includes(error.code);
}

/** An error with which `up` would fail. */
export function failureOf(error: unknown): Finding {
  const code = error instanceof CodedError ? { code: error.code } : {};
  return { level: "fails", ...code, text: messageOf(error) };
}
