import { z } from "zod";
import { SERVERS } from "../errors/servers";
import { SingleFlight } from "../util/single-flight";
import { isMissing, parseBody } from "./api/reply";
import type { Call, Reply, Send } from "./http/call";
import { NotTheApi, PlatformError, type PlatformFailure } from "./http/error";

/** A documented GET that needs no id. */
const PROBE: Call = { method: "GET", path: "/streaming/ai/tasks", query: { limit: 1 } };

const ProbeReply = z
  .object({ count: z.int().nullish(), results: z.array(z.unknown()).nullish() })
  .refine(({ count, results }) => count != null || results != null, { error: "neither count nor results" });

/** The API may refuse the probe: an account may lack the rights or the feature. */
const REFUSALS = [400, 401, 403, 422];

/** What a server answered. */
type Answer = Pick<PlatformFailure, "method" | "path" | "status" | "reason" | "requestId">;

/** The result of the probe. */
export interface ServerCheck {
  isApi: boolean;
  failure: PlatformError | undefined;
}

/**
 * Passes on 404, 405 and 501, and the success of a deletion, only from a server that is verified to be the API. An ingress
 * without the API behind it also answers 404, and other servers answer 200 to every request; Pulumi would then remove every
 * resource from the state.
 *
 * A server is verified, until the process ends, by one reply that matches its schema or by one error with an error
 * class, which only the API sends. If neither came before the first 404, 405 or 501, a probe request decides.
 */
export class ApiVerifier {
  private isVerified = false;
  private probe: SingleFlight<ServerCheck> | undefined;

  constructor(
    private readonly next: Send,
    private readonly baseUrl: string,
  ) {}

  readonly send: Send = async (call) => {
    try {
      const reply = await this.request(call);
      // The success of a deletion counts only from the API.
      if (call.method === "DELETE")
        await this.verify({ ...call, ...reply, reason: "without an error" }, call.signal);
      return reply;
    } catch (error) {
      if (error instanceof PlatformError && error.form === "class") this.isVerified = true;
      if (isMissing(error) || isUnreadableDeletion(call, error)) await this.verify(error, call.signal);
      throw error;
    }
  };

  private async request(call: Call): Promise<Reply> {
    return { ...(await this.next(call)), onValidBody: this.onValidBody };
  }

  private readonly onValidBody = () => {
    this.isVerified = true;
  };

  /** Throws unless the probe verifies the server. Concurrent calls share one probe. */
  private async verify(answer: Answer, signal: AbortSignal | undefined): Promise<void> {
    if (this.isVerified) return;
    if (this.probe === undefined || this.probe.isOver)
      this.probe = new SingleFlight((end) => this.check(end));
    const outcome = await this.probe.wait(signal).then(
      ({ failure }) => failure?.summary ?? "",
      ({ message }: Error) => message,
    );
    if (!this.isVerified) throw this.notVerified(answer, outcome);
  }

  /** Sends the probe. Returns whether the server is the API, and the failure of the probe. */
  async check(signal: AbortSignal): Promise<ServerCheck> {
    const call = { ...PROBE, signal };
    try {
      parseBody(ProbeReply, call, await this.request(call));
      return { isApi: this.isVerified, failure: undefined };
    } catch (failure) {
      if (!(failure instanceof PlatformError)) throw failure;
      if (isRefusal(failure)) this.isVerified = true;
      return { isApi: this.isVerified, failure };
    }
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
}

/** A deletion that was answered with a success whose body cannot be read: it may count as done. */
function isUnreadableDeletion({ method }: Call, error: unknown): error is PlatformError {
  return method === "DELETE" && error instanceof PlatformError && isSuccess(error.status);
}

function isSuccess(status = 0): boolean {
  return Math.floor(status / 100) === 2;
}

function isRefusal({ status, form }: PlatformError): boolean {
  return REFUSALS.includes(status ?? 0) && form !== undefined && form !== "empty";
}
