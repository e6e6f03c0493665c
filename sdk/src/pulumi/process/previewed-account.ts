import { CodedError } from "../../errors/definition";
import { PREVIEW } from "../../errors/preview";
import { SERVERS } from "../../errors/servers";
import { SharedLists } from "../../lifecycle/gather";
import { type Finding, failureOf, isOfAccount, UnknownInput, unchecked } from "../../lifecycle/preview";
import type { Reader } from "../../platform/api/api";
import { PlatformError } from "../../platform/http/error";
import type { Platform } from "../../platform/platform";
import { TimeoutError } from "../../platform/tasks/task";
import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import type { JsonObject } from "../../util/json";
import type { Mask } from "../../util/secrets";
import { messageOf } from "../../util/text";
import type { PreviewFindings } from "../files/preview-findings";

/** How long a question of a preview may take: of `pulumi preview`, and of the command `preflight`, which repeats requests. */
const LONGEST_MS = 10_000;
const LONGEST_OF_PREFLIGHT_MS = 20 * 60_000;

interface Options {
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

/** The questions of a preview at one account: one list for each place, until the first failure of the account. */
export class PreviewedAccount {
  readonly lists = new SharedLists<JsonObject>();
  /** Why the platform is not asked any more. */
  private over: Finding | undefined;
  /** A list that several resources share fails for all of them with one error. */
  private readonly failures = new WeakMap<PlatformError, Finding>();

  constructor(private readonly options: Options) {}

  /** What a question finds; nothing if the platform is not asked. Never rejects: no answer prevents a preview. */
  async ask(urn: string, mask: Mask, question: (reader: Reader) => Promise<Finding[]>): Promise<Finding[]> {
    const { platform, clock, cancelled, collect } = this.options;
    if (cancelled.aborted || !(collect || platform.configuration.previewReads)) return [];
    if (this.over) return [this.over];
    const [end, done] = [new AbortController(), new AbortController()];
    const stop = () =>
      end.abort(new TimeoutError(`this preview has asked for ${formatDuration(this.longest)}`));
    clock.sleep(this.longest, done.signal).then(stop, () => {});
    const signal = AbortSignal.any([end.signal, cancelled]);
    const reader = platform.apiFor({ signal, ...(!collect && { isOnce: true }) });
    try {
      return await question({ ...reader, copies: "any" });
    } catch (error) {
      return cancelled.aborted
        ? []
        : this.findingsOf(end.signal.aborted ? end.signal.reason : error, urn, mask);
    } finally {
      done.abort();
    }
  }

  private get longest(): number {
    return this.options.collect ? LONGEST_OF_PREFLIGHT_MS : LONGEST_MS;
  }

  private findingsOf(error: unknown, urn: string, mask: Mask): Finding[] {
    if (error instanceof UnknownInput) return [unchecked(error.message)];
    const longest = formatDuration(this.longest);
    if (error instanceof TimeoutError)
      return this.stop(urn, mask, PREVIEW.timedOut.error({ longest }), PREVIEW.timedOut.message({ longest }));
    if (!(error instanceof CodedError)) {
      const reason = messageOf(error);
      return this.stop(urn, mask, PREVIEW.notAsked.error({ reason }), reason);
    }
    if (!(error instanceof PlatformError)) return [failureOf(error)];
    if (isOfAccount(error)) {
      const named = this.options.named(error);
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
    const { warn, collect } = this.options;
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
