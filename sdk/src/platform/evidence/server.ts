import { z } from "zod";
import { SERVERS } from "../../errors/servers";
import { SingleFlight } from "../../util/single-flight";
import type { Call, GetCall, Reply, Send } from "../http/call";
import { NotOffered, NotTheApi, PlatformError, type PlatformFailure, summaryOf } from "../http/error";
import { isFromArea, isMissing, parseBody, REFUSALS } from "./answers";
import { AI_TASKS, type Area, areaOf } from "./areas";

const list = z.array(z.unknown()).nullish();

/** A page of any list of the API, or a task. */
const ProbeReply = z
  .object({ count: z.int().nullish(), results: list, clients: list, state: z.string().optional() })
  .refine(({ count, results, clients, state }) => (count ?? results ?? clients ?? state) != null, {
    error: "neither count nor results",
  });

/** What a server answered. */
type Answer = Pick<PlatformFailure, "method" | "path" | "status" | "reason" | "requestId">;

/** The probe has found nothing: it says neither that the server is the API nor that it is not. */
const FINDS_NOTHING = [...REFUSALS, 404, 405, 429, 501];

/**
 * Passes on 404, 405 and 501, and a success without a body that shows the API, only from a server that is proved to be the API. An
 * ingress without the API behind it also answers 404, and other servers answer 200 to every request; Pulumi would then remove
 * every resource from the state.
 *
 * An area of the API is proved, until the process ends, by one reply that matches its schema or by one error in its own form. A
 * server is proved if one of its areas is. If neither came before the reply that needs this, probe requests decide.
 */
export class Server {
  private readonly proved = new Set<Area | undefined>();
  /** The areas whose probe was answered as what the deployment does not have. An empty 404 may also mean an object. */
  private readonly unread = new Set<Area | undefined>();
  /** The areas whose probes were sent after a success. */
  private readonly asked = new Set<Area | undefined>();
  private readonly probes = new Map<string, SingleFlight<PlatformError | undefined>>();

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

  /** Whether the area of a path has answered as the API. Sends probes if it has not. */
  async isProved(path: string, signal?: AbortSignal): Promise<boolean> {
    const area = areaOf({ path });
    for (const probe of area?.probes(path) ?? [])
      if (!this.proved.has(area)) await this.failureOf(probe, signal);
    return this.proved.has(area);
  }

  /** Whether the area of a path answers now: its list that has no parent, or else any of its operations in this process. */
  async isFound(path: string, signal?: AbortSignal): Promise<boolean> {
    const list = areaOf({ path })?.list;
    return list ? !(await this.failureOf(list, signal)) : this.isProved(path, signal);
  }

  /** Whether the probe of a path's area was answered as what the deployment does not have. */
  isUnread(path: string): boolean {
    return this.unread.has(areaOf({ path }));
  }

  /** Sends the probe of the server. Returns whether the server is the API, and the failure of the probe. */
  async check(signal: AbortSignal): Promise<{ isApi: boolean; failure: PlatformError | undefined }> {
    const failure = await this.probe(AI_TASKS, signal);
    return { isApi: this.proved.size > 0, failure };
  }

  private async request(call: Call): Promise<Reply> {
    const area = areaOf(call);
    const onValidBody = () => {
      this.proved.add(area);
    };
    try {
      return { ...(await this.next(call)), onValidBody };
    } catch (error) {
      if (error instanceof PlatformError && isFromArea(error)) this.proved.add(area);
      throw error;
    }
  }

  /** A failure, unless it is a success whose body was lost and is not needed. */
  private async afterFailure(call: Call, failure: unknown): Promise<Reply & { reason: string }> {
    if (!(failure instanceof PlatformError) || failure instanceof NotOffered) throw failure;
    if (isMissing(failure)) await this.requireServer(failure, call.signal);
    const { status = 0, reason, requestId } = failure;
    if (!call.needsNoBody || !failure.retryable || !isSuccess(status)) throw failure;
    return { status, body: undefined, reason, ...(requestId && { requestId }) };
  }

  private async requireServer(answer: Answer, signal: AbortSignal | undefined): Promise<void> {
    if (this.proved.size > 0) return;
    const failure = await this.failureOf(AI_TASKS, signal);
    if (this.proved.size === 0) throw this.notVerified(answer, failure);
  }

  /**
   * A success that shows nothing of the API counts unless the server answers the documented probe as the API never would. A probe
   * that finds nothing, or has no rights, leaves the status as the word.
   */
  private async requireSuccess(answer: Answer, { method, signal, retryOn429 }: Call): Promise<void> {
    const area = areaOf(answer);
    if (this.proved.size > 0 && this.asked.has(area)) return;
    let failure: unknown;
    for (const get of [...(area?.probes(answer.path) ?? []), AI_TASKS]) {
      if (this.proved.has(area)) return;
      const probe: GetCall = { ...get, ...(retryOn429 === false && { retryOn429 }) };
      failure = await this.failureOf(probe, signal);
      // A connection that broke says nothing.
      if (failure && statusOf(failure) === undefined && !signal?.aborted)
        failure = await this.failureOf(probe, signal);
    }
    const status = statusOf(failure);
    if (!failure || status !== undefined) this.asked.add(area);
    // A deletion forgets the object, so its success needs more than a probe that is out of order.
    const isOpen = FINDS_NOTHING.includes(status ?? 0) || (method !== "DELETE" && (status ?? 0) >= 500);
    if (this.proved.size === 0 && !isOpen) throw this.notVerified(answer, failure);
  }

  /** What a probe has failed with. Concurrent calls share it. */
  private failureOf(probe: GetCall, signal: AbortSignal | undefined): Promise<unknown> {
    const running = this.probes.get(probe.path);
    const flight = running && !running.isOver ? running : new SingleFlight((end) => this.probe(probe, end));
    this.probes.set(probe.path, flight);
    return flight.wait(signal).catch((error: unknown) => error);
  }

  private async probe(probe: GetCall, signal: AbortSignal): Promise<PlatformError | undefined> {
    const call: Call = { ...probe, method: "GET", signal };
    const area = areaOf(call);
    try {
      parseBody(ProbeReply, call, await this.request(call));
      return undefined;
    } catch (failure) {
      if (!(failure instanceof PlatformError)) throw failure;
      if (isMissing(failure)) this.unread.add(area);
      if (isRefusal(failure)) this.proved.add(area);
      return failure;
    }
  }

  /** The error of an answer that only the API may give. `failure`: that of the probe. */
  private notVerified({ method, path, status, reason, requestId }: Answer, failure: unknown): NotTheApi {
    const probe = failure ? summaryOf(failure) : "";
    return new NotTheApi({
      method,
      path,
      reason: `the server at ${this.baseUrl} answered ${status} (${reason}), and is not known to be the platform's API: ${probe}`,
      requestId,
      // A success of the API would have taken effect.
      mayHaveTakenEffect: isSuccess(status),
      kind: SERVERS.notVerified,
    });
  }
}

function isSuccess(status = 0): boolean {
  return Math.floor(status / 100) === 2;
}

function statusOf(failure: unknown): number | undefined {
  return failure instanceof PlatformError ? failure.status : undefined;
}

/** The API may refuse the probe, in any of its forms: an account may lack the rights or the feature. */
function isRefusal({ status, form }: PlatformError): boolean {
  return REFUSALS.includes(status ?? 0) && form !== undefined && form !== "empty";
}
