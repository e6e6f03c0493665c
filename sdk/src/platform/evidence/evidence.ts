import { SERVERS } from "../../errors/servers";
import type { Clock } from "../../util/clock";
import { Semaphore } from "../../util/semaphore";
import type { Call, Send } from "../http/call";
import { NotOffered, type PlatformError } from "../http/error";
import { isAboutParent, isMissing, isUnavailable, namingParent, notConfirmed } from "./answers";
import { areaOf, type DeploymentSetting, isDocumented } from "./areas";
import { Server } from "./server";

/** A task is read at one of two paths, so that one of them is missing says nothing. */
const TASK = /^(?:\/cloud)?\/v1\/tasks\/[^/]+$/;

/** A gateway may answer in place of the API for a moment. */
export const CONFIRMATION_PAUSE_MS = 1_000;

/** A list that a deployment may lack. */
export interface OptionalList {
  path: string;
  /** The same for all lists of the operation. Default: the path. */
  operation?: string;
  /** The inputs that name what contains the objects. */
  parent?: string;
}

interface Options {
  baseUrl: string;
  deployment: DeploymentSetting;
  clock: Clock;
}

/**
 * What the answers of an account have shown until now: which server answers, and which operations the deployment has. The table
 * "Which evidence leads to which conclusion" of docs/reliability.md is decided in this folder.
 */
export class Evidence {
  readonly clock: Clock;
  readonly server: Server;
  /** The path of the operation that reads tasks, once it is known. */
  taskPath: string | undefined;
  /** The lists that have answered: their operations and their paths. */
  private readonly answered = new Set<string>();
  /** The paths of the lists that the deployment does not have. */
  private readonly missing = new Set<string>();
  private readonly queues = new Map<string, Semaphore>();

  constructor(
    next: Send,
    private readonly options: Options,
  ) {
    this.clock = options.clock;
    const send: Send = async (call) =>
      this.mayRequest(call) ? next(call) : Promise.reject(notOffered(call));
    this.server = new Server(send, options.baseUrl);
  }

  /** If the setting says that the deployment has all operations, a missing one is an error, and no fact about an object. */
  readonly send: Send = (call) =>
    this.server.send(call).catch((failure: unknown) => {
      const mayBeMissing = this.options.deployment !== "full" || isDocumented(call) || TASK.test(call.path);
      if (mayBeMissing || !isUnavailable(failure)) throw failure;
      const but = "cloudplatform:deployment is full, so it has this operation";
      throw notConfirmed(failure, but, SERVERS.notFull);
    });

  /**
   * Calls a list operation; undefined if the deployment does not have it. That needs evidence: the same answer again after a pause,
   * from an area that answers as the API, and no earlier answer of the operation. Otherwise the answer is an error, as it is if it
   * says that the parent does not exist. A missing operation is not requested again.
   */
  async optional<T>(
    list: OptionalList,
    call: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | undefined> {
    const { path } = list;
    if (this.missing.has(path) || !this.mayRequest({ method: "GET", path })) return undefined;
    const first = await this.tryList(list, call, signal);
    if ("result" in first) return first.result;
    const queue = this.queues.get(path) ?? new Semaphore(1);
    this.queues.set(path, queue);
    await queue.acquire(signal);
    try {
      if (this.missing.has(path)) return undefined;
      if (!this.answered.has(path))
        await this.clock.sleep(CONFIRMATION_PAUSE_MS, signal).catch(() => {
          throw notConfirmed(first.failure, "the operation ended before it was asked again");
        });
      const again = await this.tryList(list, call, signal);
      if ("result" in again) return again.result;
      if (areaOf({ path })?.isProvable && !(await this.server.isProved(path, signal)))
        throw notConfirmed(again.failure, "nothing of this area of the API has answered");
      this.missing.add(path);
      return undefined;
    } finally {
      queue.release();
    }
  }

  private mayRequest(call: Pick<Call, "method" | "path">): boolean {
    return this.options.deployment !== "documented" || isDocumented(call);
  }

  private async tryList<T>(
    { path, operation = path, parent }: OptionalList,
    call: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<{ result: T } | { failure: PlatformError }> {
    try {
      const result = await call();
      this.answered.add(operation).add(path);
      return { result };
    } catch (failure) {
      if (!isMissing(failure)) throw failure;
      const isOfParent = isAboutParent(failure);
      if (isOfParent && parent === undefined) throw failure;
      if (this.answered.has(isOfParent ? path : operation))
        throw notConfirmed(failure, "it has answered before in this run");
      if (!isOfParent || parent === undefined) return { failure };
      if (await this.server.isFound(path, signal)) namingParent(parent)(failure);
      throw notConfirmed(failure, "nothing of this area of the API is found now");
    }
  }
}

function notOffered({ method, path }: Call): NotOffered {
  return new NotOffered({
    method,
    path,
    reason:
      "this deployment has only the documented operations (cloudplatform:deployment), so the request was not sent",
    mayHaveTakenEffect: false,
    kind: SERVERS.notOffered,
  });
}
