import { z } from "zod";
import { REPLIES } from "../errors/replies";
import type { Call, Reply, Send } from "../http/call";
import { NotTheApi, PlatformError } from "../http/error";
import { SharedWork } from "../util/shared-work";
import { isMissing, parseBody } from "./reply";

/** A documented read that needs no id. */
const PROBE: Call = { method: "GET", path: "/streaming/ai/tasks", query: { limit: 1 } };

const ProbeReply = z
  .object({ count: z.int().nullish(), results: z.array(z.unknown()).nullish() })
  .refine(({ count, results }) => count != null || results != null, { error: "neither count nor results" });

/** The API may refuse the probe: an account may lack the rights or the feature. */
const REFUSALS = [400, 401, 403, 422];

/**
 * Passes 404, 405 and 501 on only from a server that has proved to be the API. An ingress without the API behind it
 * answers 404 as well; taken for the platform's reply, that would remove every resource from the state.
 *
 * One reply that a schema accepts proves the server until the process ends, and so does one error that names its class,
 * as no other server's errors do. If neither came before the first 404, 405 or 501, the probe decides.
 */
export class ApiVerifier {
  private isVerified = false;
  private probe: SharedWork<string> | undefined;

  constructor(
    private readonly next: Send,
    private readonly baseUrl: string,
  ) {}

  readonly send: Send = async (call) => {
    try {
      return this.withVerification(await this.next(call));
    } catch (error) {
      if (error instanceof PlatformError && error.form === "class") this.isVerified = true;
      if (isMissing(error) && !this.isVerified) await this.verify(error, call.signal);
      throw error;
    }
  };

  private withVerification(reply: Reply): Reply {
    return {
      ...reply,
      onValidBody: () => {
        this.isVerified = true;
      },
    };
  }

  /** Throws unless the probe proves the server. Calls that need it at the same time share one. */
  private async verify(refusal: PlatformError, signal: AbortSignal | undefined): Promise<void> {
    this.probe ??= new SharedWork(
      (end) => this.sendProbe(end),
      () => {
        this.probe = undefined;
      },
    );
    const outcome = await this.probe.wait(signal).catch(({ message }: Error) => message);
    if (!this.isVerified) throw this.notVerifiedError(refusal, outcome);
  }

  /** Asks the probe. Returns what came of it, for an error. */
  private async sendProbe(signal: AbortSignal): Promise<string> {
    const call = { ...PROBE, signal };
    try {
      parseBody(ProbeReply, call, this.withVerification(await this.next(call)));
      return "";
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (isRefusal(error)) this.isVerified = true;
      return error.message.split("\n")[0] as string;
    }
  }

  private notVerifiedError(
    { method, path, status, reason, requestId }: PlatformError,
    outcome: string,
  ): NotTheApi {
    return new NotTheApi({
      method,
      path,
      reason: `the server at ${this.baseUrl} answered ${status} (${reason}), and is not known to be the platform's API: ${outcome}`,
      requestId,
      mayHaveTakenEffect: false,
      transient: false,
      advice: REPLIES.notVerified.remedy,
    });
  }
}

function isRefusal({ status, form }: PlatformError): boolean {
  return REFUSALS.includes(status ?? 0) && form !== undefined && form !== "empty";
}
