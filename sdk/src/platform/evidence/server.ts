import { z } from "zod";
import { SERVERS } from "../../errors/servers";
import { SingleFlight } from "../../util/single-flight";
import type { Call, GetCall, Reply, Send } from "../http/call";
import { failureOf, type NotTheApi, PlatformError, summaryOf } from "../http/error";
import { isSuccess, parseBody } from "../http/parse-reply";
import { type Answer, isMissing, notTheApi, REFUSALS } from "./answers";

/** A documented GET that needs no id. */
const PROBE: GetCall = { path: "/streaming/ai/tasks", query: { limit: 1 } };

const ProbeReply = z
  .object({ count: z.int().nullish(), results: z.array(z.unknown()).nullish() })
  .refine(({ count, results }) => (count ?? results) != null, { error: "neither count nor results" });

/**
 * Passes on 404, 405 and 501, and a success without a body that shows the API, only from a server that is proved to be the API. An
 * ingress without the API behind it also answers 404, and other servers answer 200 to every request; Pulumi would then remove
 * every resource from the state.
 *
 * A server is proved, until the process ends, by one reply that matches its schema or by one refusal in a form of the API. If neither
 * came before the reply that needs this, a probe decides.
 */
export class Server {
  private isProved = false;
  private probing: SingleFlight<PlatformError | undefined> | undefined;

  constructor(
    private readonly next: Send,
    private readonly baseUrl: string,
  ) {}

  readonly send: Send = async (call) => {
    const reply = await this.request(call).catch((failure: unknown) => this.afterFailure(call, failure));
    const showsNothing = call.needsNoBody || reply.body === undefined || call.method === "DELETE";
    if (call.method !== "GET" && showsNothing)
      await this.requireSuccess({ reason: "without an error", ...call, ...reply }, call);
    return reply;
  };

  /** Whether the server is the API, and what the probe has failed with. */
  async check(signal: AbortSignal): Promise<{ isApi: boolean; failure: PlatformError | undefined }> {
    const failure = await this.probe(signal);
    return { isApi: this.isProved, failure };
  }

  private async request(call: Call): Promise<Reply> {
    const onValidBody = () => {
      this.isProved = true;
    };
    try {
      return { ...(await this.next(call)), onValidBody };
    } catch (error) {
      if (error instanceof PlatformError && isFromApi(error)) this.isProved = true;
      throw error;
    }
  }

  /** A failure, unless it is a success whose body was lost and is not needed. */
  private async afterFailure(call: Call, failure: unknown): Promise<Reply & { reason: string }> {
    if (!(failure instanceof PlatformError)) throw failure;
    if (isMissing(failure) && !this.isProved) {
      const probed = await this.failureOfProbe(call.signal);
      if (!this.isProved) throw this.notVerified(failure, probed);
    }
    const { status = 0, reason, requestId } = failure;
    if (!call.needsNoBody || !failure.retryable || !isSuccess(status)) throw failure;
    return { status, body: undefined, reason, ...(requestId && { requestId }) };
  }

  /** A success that shows nothing of the API counts unless the server answers the documented probe as the API never would. */
  private async requireSuccess(answer: Answer, { method, signal }: Call): Promise<void> {
    if (this.isProved) return;
    const failure = await this.failureOfProbe(signal);
    const { status = 0 } = failure instanceof PlatformError ? failure : {};
    // A probe that finds nothing, or has no rights, leaves the status as the word. A deletion forgets the object, so its success needs
    // more than a probe that is out of order.
    const isOpen = status >= 400 && (status < 500 || method !== "DELETE");
    if (!this.isProved && !isOpen) throw this.notVerified(answer, failure);
  }

  /** What the probe has failed with. Concurrent calls share it. */
  private failureOfProbe(signal: AbortSignal | undefined): Promise<unknown> {
    if (!this.probing || this.probing.isOver) this.probing = new SingleFlight((end) => this.probe(end));
    return this.probing.wait(signal).catch((error: unknown) => error);
  }

  private probe(signal: AbortSignal): Promise<PlatformError | undefined> {
    const call: Call = { ...PROBE, method: "GET", signal };
    return failureOf(this.request(call).then((reply) => parseBody(ProbeReply, call, reply)));
  }

  /** The error of an answer that only the API may give. `failure`: that of the probe. */
  private notVerified(answer: Answer, failure: unknown): NotTheApi {
    const probe = failure ? summaryOf(failure) : "";
    const reason = `the server at ${this.baseUrl} answered ${answer.status} (${answer.reason}), and is not known to be the platform's API: ${probe}`;
    // A success of the API would have taken effect.
    const mayHaveTakenEffect = isSuccess(answer.status) || answer.mayHaveTakenEffect === true;
    return notTheApi({ ...answer, mayHaveTakenEffect }, reason, SERVERS.notVerified);
  }
}

/**
 * Whether the API has sent an error: one that names its class, or a refusal in any of the API's forms, as an account may lack the
 * rights. The 404 of another server has any form but the one with a class.
 */
function isFromApi({ status = 0, form }: PlatformError): boolean {
  return form === "class" || (REFUSALS.includes(status) && form !== undefined && form !== "empty");
}
