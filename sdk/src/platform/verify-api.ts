import { z } from "zod";
import { SERVERS } from "../errors/servers";
import { SingleFlight } from "../util/single-flight";
import { AI_TASKS, type Area, areaOf, isFromArea, REFUSALS } from "./api/areas";
import { isMissing, isUnavailable, parseBody } from "./api/reply";
import type { Call, GetCall, Reply, Send } from "./http/call";
import { NotOffered, NotTheApi, PlatformError, type PlatformFailure } from "./http/error";

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

/** How a probe has failed: without a status and a text, it has not. */
interface Outcome {
  text: string;
  status?: number | undefined;
}

/** The result of a probe. */
export interface ServerCheck {
  isApi: boolean;
  failure: PlatformError | undefined;
}

/**
 * Passes on 404, 405 and 501, and a success without a body that shows the API, only from a server that is verified to be the API. An
 * ingress without the API behind it also answers 404, and other servers answer 200 to every request; Pulumi would then remove
 * every resource from the state.
 *
 * An area of the API is verified, until the process ends, by one reply that matches its schema or by one error in its own form. A
 * server is verified if one of its areas is. If neither came before the reply that needs this, probe requests decide.
 */
export class ApiVerifier {
  private readonly verified = new Set<Area | undefined>();
  /** The areas whose probe was answered as an operation that the deployment does not have. */
  private readonly unread = new Set<Area | undefined>();
  /** The areas whose probes were sent after a success. */
  private readonly asked = new Set<Area | undefined>();
  private readonly probes = new Map<string, SingleFlight<ServerCheck>>();

  constructor(
    private readonly next: Send,
    private readonly baseUrl: string,
  ) {}

  readonly send: Send = async (call) => {
    try {
      const reply = await this.request(call);
      const mayHideServer = call.needsNoBody || reply.body === undefined || call.method === "DELETE";
      if (call.method !== "GET" && mayHideServer)
        await this.verifySuccess({ ...call, ...reply, reason: "without an error" }, call);
      return reply;
    } catch (error) {
      if (!(error instanceof PlatformError) || error instanceof NotOffered) throw error;
      if (isFromArea(error)) this.verified.add(areaOf(call));
      if (isMissing(error)) await this.verifyServer(error, call.signal);
      const { status = 0 } = error;
      if (!call.needsNoBody || !error.retryable || !isSuccess(status)) throw error;
      await this.verifySuccess(error, call);
      return { status, body: undefined };
    }
  };

  /** Whether the area of a path has answered as the API. Sends probes if it has not. */
  async verify(path: string, signal?: AbortSignal): Promise<boolean> {
    const area = areaOf({ path });
    for (const probe of area?.probes(path) ?? [])
      if (!this.verified.has(area)) await this.outcomeOf(probe, signal);
    return this.verified.has(area);
  }

  /** Whether the area of a path answers now: its list that has no parent, or else any of its operations in this process. */
  async answers(path: string, signal?: AbortSignal): Promise<boolean> {
    const list = areaOf({ path })?.list;
    if (list === undefined) return this.verify(path, signal);
    return (await this.outcomeOf(list, signal)).text === "";
  }

  /** Whether the probe of a path's area was answered as an operation that the deployment does not have. */
  isUnread(path: string): boolean {
    return this.unread.has(areaOf({ path }));
  }

  /** Sends the probe of the server. Returns whether the server is the API, and the failure of the probe. */
  check(signal: AbortSignal): Promise<ServerCheck> {
    return this.probe(AI_TASKS, signal);
  }

  /** The error of an answer that only the API may give. `outcome`: that of the probe. */
  notVerified({ method, path, status, reason, requestId }: Answer, outcome: string): NotTheApi {
    return new NotTheApi({
      method,
      path,
      reason: `the server at ${this.baseUrl} answered ${status} (${reason}), and is not known to be the platform's API: ${outcome}`,
      requestId,
      // A success of the API would have taken effect.
      mayHaveTakenEffect: isSuccess(status),
      kind: SERVERS.notVerified,
    });
  }

  private async request(call: Call): Promise<Reply> {
    const area = areaOf(call);
    const onValidBody = () => {
      this.verified.add(area);
    };
    return { ...(await this.next(call)), onValidBody };
  }

  /** Throws unless the server is verified. */
  private async verifyServer(answer: Answer, signal: AbortSignal | undefined): Promise<void> {
    if (this.verified.size > 0) return;
    const { text } = await this.outcomeOf(AI_TASKS, signal);
    if (this.verified.size === 0) throw this.notVerified(answer, text);
  }

  /**
   * A success that shows nothing of the API counts unless the server answers the documented probe as the API never would. A probe
   * that finds nothing, or has no rights, leaves the status as the word.
   */
  private async verifySuccess(answer: Answer, { method, signal, retryOn429 }: Call): Promise<void> {
    const area = areaOf(answer);
    if (this.verified.size > 0 && this.asked.has(area)) return;
    let last: Outcome = { text: "" };
    for (const get of [...(area?.probes(answer.path) ?? []), AI_TASKS]) {
      if (this.verified.has(area)) return;
      const probe: GetCall = { ...get, ...(retryOn429 === false && { retryOn429 }) };
      last = await this.outcomeOf(probe, signal);
      // A connection that broke says nothing.
      if (last.text && last.status === undefined && !signal?.aborted)
        last = await this.outcomeOf(probe, signal);
    }
    if (last.text === "" || last.status !== undefined) this.asked.add(area);
    // A deletion forgets the object, so its success needs more than a probe that is out of order.
    const { status: found = 0 } = last;
    const isOpen = FINDS_NOTHING.includes(found) || (method !== "DELETE" && found >= 500);
    if (this.verified.size === 0 && !isOpen) throw this.notVerified(answer, last.text);
  }

  /** What a probe has failed with. Concurrent calls share it. */
  private async outcomeOf(probe: GetCall, signal: AbortSignal | undefined): Promise<Outcome> {
    const running = this.probes.get(probe.path);
    const flight = running && !running.isOver ? running : new SingleFlight((end) => this.probe(probe, end));
    this.probes.set(probe.path, flight);
    return flight.wait(signal).then(
      ({ failure }) => (failure ? { text: failure.summary, status: failure.status } : { text: "" }),
      ({ message }: Error) => ({ text: message }),
    );
  }

  private async probe(probe: GetCall, signal: AbortSignal): Promise<ServerCheck> {
    const call: Call = { ...probe, method: "GET", signal };
    const area = areaOf(call);
    try {
      parseBody(ProbeReply, call, await this.request(call));
      return { isApi: true, failure: undefined };
    } catch (failure) {
      if (!(failure instanceof PlatformError)) throw failure;
      if (isUnavailable(failure)) this.unread.add(area);
      if (isFromArea(failure) || isRefusal(failure)) this.verified.add(area);
      return { isApi: this.verified.size > 0, failure };
    }
  }
}

function isSuccess(status = 0): boolean {
  return Math.floor(status / 100) === 2;
}

/** The API may refuse the probe, in any of its forms: an account may lack the rights or the feature. */
function isRefusal({ status, form }: PlatformError): boolean {
  return REFUSALS.includes(status ?? 0) && form !== undefined && form !== "empty";
}
