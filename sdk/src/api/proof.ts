import { z } from "zod";
import { REPLIES } from "../errors/replies";
import type { Call, Reply, Send } from "../http/call";
import { NotTheApi, PlatformError } from "../http/error";
import { Shared } from "../util/shared";
import { isMissing, read } from "./reply";

/** A documented read that needs no id. */
const PROBE: Call = { method: "GET", path: "/streaming/ai/tasks", query: { limit: 1 } };

const ProbeReply = z
  .object({ count: z.int().nullish(), results: z.array(z.unknown()).nullish() })
  .refine(({ count, results }) => count != null || results != null, { error: "neither count nor results" });

/** The API may refuse the probe: an account may lack the rights or the feature. */
const REFUSALS = [400, 401, 403, 422];

/**
 * Passes 404, 405 and 501, and the success of a deletion, on only from a server that has proved to be the API. An ingress
 * without the API behind it answers 404 as well, and other servers answer 200 to everything; taken for the platform's
 * reply, either would remove every resource from the state.
 *
 * One reply that a schema accepts proves the server until the process ends, and so does one error that names its class,
 * as no other server's errors do. If neither came before the first 404, 405 or 501, the probe decides.
 */
export class Proof {
  private isProven = false;
  private probe: Shared<string> | undefined;

  constructor(
    private readonly next: Send,
    private readonly baseUrl: string,
  ) {}

  readonly send: Send = async (call) => {
    try {
      const reply = this.watched(await this.next(call));
      if (call.method === "DELETE") await this.demand(deleted(call, reply), call.signal);
      return reply;
    } catch (error) {
      if (error instanceof PlatformError && error.form === "class") this.isProven = true;
      if (isMissing(error) || isUnreadableDeletion(call, error)) await this.demand(error, call.signal);
      throw error;
    }
  };

  private watched(reply: Reply): Reply {
    return {
      ...reply,
      accepted: () => {
        this.isProven = true;
      },
    };
  }

  /** Throws unless the probe proves the server. Calls that need it at the same time share one. */
  private async demand(refusal: PlatformError, signal: AbortSignal | undefined): Promise<void> {
    if (this.isProven) return;
    this.probe ??= new Shared(
      (end) => this.ask(end),
      () => {
        this.probe = undefined;
      },
    );
    const outcome = await this.probe.wait(signal).catch(({ message }: Error) => message);
    if (!this.isProven) throw this.unproven(refusal, outcome);
  }

  /** Asks the probe. Returns what came of it, for an error. */
  private async ask(signal: AbortSignal): Promise<string> {
    const call = { ...PROBE, signal };
    try {
      read(ProbeReply, call, this.watched(await this.next(call)));
      return "";
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (isRefusal(error)) this.isProven = true;
      return error.message.split("\n")[0] as string;
    }
  }

  private unproven({ method, path, status, reason, requestId }: PlatformError, outcome: string): NotTheApi {
    return new NotTheApi({
      method,
      path,
      reason: `the server at ${this.baseUrl} answered ${status} (${reason}), and is not known to be the platform's API: ${outcome}`,
      requestId,
      mayHaveTakenEffect: false,
      transient: false,
      advice: REPLIES.unproven.remedy,
    });
  }
}

/** The success of a deletion, as the error that it is unless the server is the API. */
function deleted({ method, path }: Call, { status, requestId }: Reply): PlatformError {
  const facts = { mayHaveTakenEffect: true, transient: false, advice: REPLIES.unproven.remedy };
  return new PlatformError({ method, path, status, reason: "without an error", requestId, ...facts });
}

/** A deletion that was answered with a success whose body cannot be read: it may count as done. */
function isUnreadableDeletion({ method }: Call, error: unknown): error is PlatformError {
  const isSuccess = error instanceof PlatformError && Math.floor((error.status ?? 0) / 100) === 2;
  return method === "DELETE" && isSuccess;
}

function isRefusal({ status, form }: PlatformError): boolean {
  return REFUSALS.includes(status ?? 0) && form !== undefined && form !== "empty";
}
