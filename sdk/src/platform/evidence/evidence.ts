import { SERVERS } from "../../errors/servers";
import type { Clock } from "../../util/clock";
import { SingleFlight } from "../../util/single-flight";
import type { Call, Send } from "../http/call";
import { failureOf, NotOffered, type PlatformError } from "../http/error";
import { operationOf } from "../http/operations";
import { isGone, isMissing, namingParent, notConfirmed } from "./answers";
import { Server } from "./server";

/**
 * What the answers of an account have shown until now: which server answers, and which operations the deployment has. The
 * documented operations are believed. Any other is not offered if it is answered as a path is that cannot exist.
 */
export class Evidence {
  readonly server: Server;
  /** The path of the operation that reads tasks, once it is known. */
  taskPath: string | undefined;
  /** The undocumented operations that have answered. */
  private readonly offered = new Set<string>();
  /** The failures of GET requests that are not sent again, by their paths. */
  private readonly missing = new Map<string, NotOffered>();
  /** The answers to paths that cannot exist, by the beginnings of the paths. */
  private readonly unknown = new Map<string, SingleFlight<PlatformError | undefined>>();

  constructor(
    next: Send,
    baseUrl: string,
    readonly clock: Clock,
  ) {
    this.server = new Server(next, baseUrl);
  }

  readonly send: Send = async (call) => {
    const { name, isDocumented = true } = operationOf(call) ?? {};
    if (name === undefined || isDocumented) return this.server.send(call);
    const missing = call.method === "GET" && this.missing.get(call.path);
    if (missing) throw missing;
    try {
      const reply = await this.server.send(call);
      this.offered.add(name);
      return reply;
    } catch (failure) {
      if (!isMissing(failure) || this.offered.has(name)) throw failure;
      if (!(await this.isUnknownPath(call, failure))) throw failure;
      const error = new NotOffered({ ...failure, kind: SERVERS.notOffered });
      if (call.method === "GET") this.missing.set(call.path, error);
      throw error;
    }
  };

  /** Whether an undocumented operation has answered, or is not offered; undefined if neither is known. */
  isOffered(call: Pick<Call, "method" | "path">): boolean | undefined {
    if (this.offered.has(operationOf(call)?.name ?? "")) return true;
    return this.missing.has(call.path) ? false : undefined;
  }

  /**
   * The result of a request that makes an operation safer; undefined if the deployment does not offer it. `parent`: the inputs that
   * name what contains the objects.
   */
  async optional<T>(request: Promise<T>, parent?: string, signal?: AbortSignal): Promise<T | undefined> {
    return request.catch(async (failure: unknown) => {
      if (failure instanceof NotOffered) return undefined;
      if (!isMissing(failure)) throw failure;
      // Gateways answer without a body too, so that form shows nothing about a list.
      if (!isGone(failure) || failure.form === "empty") throw notConfirmed(failure);
      // While nothing of the area is found, a path that cannot exist gets the same answer.
      const answer = await this.askUnknown(failure.path, signal);
      if (!isMissing(answer) || signatureOf(answer) === signatureOf(failure)) throw notConfirmed(failure);
      return parent === undefined ? Promise.reject(failure) : namingParent(parent)(failure);
    });
  }

  /** Whether the answer is that to a path which cannot exist. 405 and 501 are about the operation on any path, and 410 about an object. */
  private async isUnknownPath({ path, signal }: Call, failure: PlatformError): Promise<boolean> {
    if (failure.status !== 404) return failure.status !== 410;
    const beginning = beginningOf(path);
    const asked = this.unknown.get(beginning) ?? new SingleFlight((end) => this.askUnknown(path, end));
    this.unknown.set(beginning, asked);
    const answer = await asked.wait(signal).catch(() => undefined);
    // Without an answer, the next failure asks again.
    if (!isMissing(answer)) this.unknown.delete(beginning);
    return answer !== undefined && signatureOf(answer) === signatureOf(failure);
  }

  private askUnknown(path: string, signal: AbortSignal | undefined): Promise<PlatformError | undefined> {
    const unknown = `${beginningOf(path)}/no-such-operation`;
    return failureOf(this.server.send({ method: "GET", path: unknown, ...(signal && { signal }) }));
  }
}

function beginningOf(path: string): string {
  return /^\/[^/]+\/[^/]+/.exec(path)?.[0] ?? "";
}

/** An answer without what it repeats of the request. */
function signatureOf({ status, form, reason, path, method }: PlatformError): string {
  return [status, form, reason.replaceAll(path, "").replaceAll(method, "")].join(" ");
}
