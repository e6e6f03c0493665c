import { CodedError } from "../errors/definition";
import { PREVIEW } from "../errors/preview";
import { SERVERS } from "../errors/servers";
import { type Finding, failureOf, isOfAccount, UnknownInput, unchecked } from "../operation/finding";
import { Preview } from "../operation/preview";
import { SharedLists } from "../operation/questions";
import type { AnyResource, JsonResource } from "../operation/resource";
import type { Reader } from "../platform/api/api";
import type { Call } from "../platform/http/call";
import { isKeyRefused, PlatformError } from "../platform/http/error";
import { operationOf } from "../platform/http/operations";
import type { Platform } from "../platform/platform";
import { TimeoutError } from "../platform/tasks/task";
import type { StepFindings } from "../pulumi/files/preview-findings";
import { OVER } from "../util/clock";
import { formatDuration } from "../util/duration";
import type { JsonObject } from "../util/json";
import { type Mask, secretMask } from "../util/secrets";
import { messageOf } from "../util/text";
import type { ResourceAccount } from "./account";
import type { Session } from "./session";

/** How long a question of a preview may take: of `pulumi preview`, and of the command `preflight`, which repeats requests. */
const LONGEST_MS = 10_000;
const LONGEST_OF_PREFLIGHT_MS = 20 * 60_000;

/** What a question is about. */
interface About extends Pick<StepFindings, "urn" | "operation" | "id"> {
  /** The names of the inputs that are secret, or were before. */
  secret: readonly string[] | undefined;
  /** The values that may be secret. */
  values: JsonObject[];
}

/** What the questions at one account share. */
interface AskedAccount {
  lists: SharedLists;
  /** Why the platform is not asked any more. */
  over?: Finding;
}

const accounts = new WeakMap<Platform, AskedAccount>();

const UNUSABLE = unchecked("its account cannot be used");

/** The names of the operations. */
function namesOf(calls: readonly Call[]): string[] {
  return [...new Set(calls.flatMap((call) => operationOf(call)?.name ?? []))];
}

/** Asks in a preview what `up` would meet, and prints it in the rows of the resources of one type. */
export class PreviewQuestions {
  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {}

  /** Rejects only if the platform refuses the key. What was not asked is no line of its own. */
  async ask(
    { secret = [], values, ...about }: About,
    question: (preview: Preview) => Promise<Finding[]>,
  ): Promise<void> {
    const { session } = this;
    const { urn } = about;
    const mask = secretMask(secret, ...values);
    const calls: Call[] = [];
    const found = await this.findings(urn, mask, (reader) => question(this.preview(reader, secret, calls)));
    const findings = found.map((finding) => ({ ...finding, text: mask(finding.text) }));
    session.collect?.({ step: { ...about, findings, sends: namesOf(calls) } });
  }

  private async print(urn: string, mask: Mask, { level, text }: Finding): Promise<void> {
    const { engine } = this.session;
    if (level === "note") await engine.log(urn, mask(text), "info");
    if (level === "fails") await engine.log(urn, failureText(mask, text), "warning");
  }

  private preview(reader: Reader, secret: readonly string[], calls: Call[]): Preview {
    const { session, account } = this;
    const { platform } = account;
    return new Preview(this.resource as unknown as JsonResource, {
      ...{ reader, secret, lists: this.asked.lists },
      requestTimeout: platform.configuration.requestTimeout,
      now: () => platform.now(),
      isInUse: (id) => account.isInUse(id),
      onUse: (id, state) => session.collect?.({ uses: account.objectKey(id, state) }),
      onRequest: session.collect && ((call) => void calls.push(call)),
      warn: (text) => void session.warn(text),
    });
  }

  private get asked(): AskedAccount {
    const { platform } = this.account;
    const asked = accounts.get(platform) ?? { lists: new SharedLists() };
    accounts.set(platform, asked);
    return asked;
  }

  /** Nothing if the platform is not asked. */
  private async findings(
    urn: string,
    mask: Mask,
    question: (reader: Reader) => Promise<Finding[]>,
  ): Promise<Finding[]> {
    const { clock, stopSignal: cancelled, collect } = this.session;
    const { platform } = this.account;
    if (cancelled.aborted || !(collect || platform.configuration.previewReads)) return [];
    const { over } = this.asked;
    if (over) return [over];
    const [end, done] = [new AbortController(), new AbortController()];
    clock.sleep(this.longest, done.signal).then(
      () => end.abort(new TimeoutError()),
      () => {},
    );
    const signal = AbortSignal.any([end.signal, cancelled]);
    const reader = platform.apiFor({ signal, ...(!collect && { isOnce: true }) });
    try {
      const findings = await question({ ...reader, copies: "any" });
      for (const finding of findings) await this.print(urn, mask, finding);
      return findings;
    } catch (error) {
      if (cancelled.aborted) return [];
      // `preflight` reports all accounts. Any other preview fails, as `up` would with the first request.
      if (isKeyRefused(error) && !collect) {
        this.asked.over ??= UNUSABLE;
        throw error;
      }
      const finding = this.findingOf(end.signal.reason ?? error, urn, mask);
      // A request that several resources share fails once.
      if (finding.level === "fails") await this.session.warn(failureText(mask, finding.text), urn);
      return [finding];
    } finally {
      done.abort(OVER);
    }
  }

  private get longest(): number {
    return this.session.collect ? LONGEST_OF_PREFLIGHT_MS : LONGEST_MS;
  }

  /** `preflight` gets the cause of a failure of the account, whose advice holds there. */
  private findingOf(error: unknown, urn: string, mask: Mask): Finding {
    if (error instanceof UnknownInput) return unchecked(error.message);
    if (error instanceof TimeoutError) {
      const longest = formatDuration(this.longest);
      const cause = unchecked(PREVIEW.timedOut.message({ longest }));
      return this.stop(urn, mask, PREVIEW.timedOut.error({ longest }), cause);
    }
    if (error instanceof PlatformError && isOfAccount(error)) {
      const cause = failureOf(this.session.named(error));
      return this.stop(urn, mask, PREVIEW.accountFails.error({ failure: cause.text }), cause);
    }
    if (error instanceof CodedError && !isNoAnswer(error)) return failureOf(error);
    const reason = error instanceof PlatformError ? error.summary : messageOf(error);
    return this.stop(urn, mask, PREVIEW.notAsked.error({ reason }), {
      ...failureOf(error),
      level: "unchecked",
    });
  }

  /** Prints one line for the account. The platform is not asked again. */
  private stop(urn: string, mask: Mask, warning: CodedError, cause: Finding): Finding {
    const { session, asked } = this;
    if (asked.over === undefined) {
      void session.warn(mask(warning.message));
      session.collect?.({ account: { ...cause, urn, text: mask(cause.text) } });
    }
    const isUnusable = cause.level === "fails";
    asked.over ??= isUnusable ? UNUSABLE : unchecked("the platform does not answer");
    return asked.over;
  }
}

function failureText(mask: Mask, text: string): string {
  return mask(`\`up\` would fail: ${text}`);
}

/** Whether the same request may succeed later. */
function isNoAnswer(error: CodedError): boolean {
  const isUnreadable = error.code === SERVERS.unreadable.code;
  return error instanceof PlatformError && !isUnreadable && (error.status === undefined || error.retryable);
}
