import { type Clock, systemClock } from "../../util/clock";
import { Semaphore } from "../../util/semaphore";
import type { Get, Send } from "../http/call";
import { NotOffered, type PlatformError } from "../http/error";
import { areaOf } from "./areas";
import type { Query } from "./pages";
import { isAboutParent, isMissing, namingParent, notConfirmed } from "./reply";

/** Reads the platform. It has only GET by its type. */
export interface Reader {
  get: Get;
  deployment: Deployment;
  /** Aborts the requests that have no other signal. */
  signal?: AbortSignal;
  /**
   * Which copies of a list may answer for one object, instead of a GET of its own. `recorded`: a copy in which the object is as
   * recorded, for a refresh of many objects. `any`: any copy, for a command that changes nothing.
   */
  copies?: "recorded" | "any";
}

/** How the areas of the API send their requests. */
export interface Api extends Reader {
  send: Send;
}

/** The API whose requests, GET included, are sent with `send`. */
export function apiOf(send: Send, options: Omit<Reader, "get">): Api {
  return { ...options, send, get: (call) => send({ ...call, method: "GET" }) };
}

/** Which areas of the API have answered. */
interface Areas {
  verify(path: string, signal?: AbortSignal): Promise<boolean>;
  answers(path: string, signal?: AbortSignal): Promise<boolean>;
  isUnread(path: string): boolean;
}

/** A list that a deployment may lack. */
interface OptionalList {
  /** The same for all lists of the operation. */
  operation: string;
  path: string;
  /** The inputs that name what contains the objects. */
  parent?: string;
}

/** A gateway may answer in place of the API for a moment. */
export const CONFIRMATION_PAUSE_MS = 1_000;

/**
 * Which undocumented operations a deployment of the platform has, as found out by requests. Shared by an account's
 * resources.
 */
export class Deployment {
  /** The path of the operation that reads tasks, once it is known. */
  taskPath: string | undefined;
  /** Operations, and the paths of their lists. */
  private readonly answered = new Set<string>();
  private readonly missing = new Set<string>();
  private readonly queues = new Map<string, Semaphore>();

  constructor(
    readonly clock: Clock = systemClock,
    private readonly areas: Areas = {
      verify: async () => true,
      answers: async () => true,
      isUnread: () => false,
    },
  ) {}

  /** Whether the deployment seems to have no operation that reads, in the area of a path. */
  isUnread(path: string): boolean {
    return this.areas.isUnread(path);
  }

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
    if (this.missing.has(path)) return undefined;
    const first = await this.attempt(list, call, signal);
    if ("result" in first) return first.result;
    const queue = this.queues.get(path) ?? new Semaphore(1);
    this.queues.set(path, queue);
    await queue.acquire(signal);
    try {
      return await this.confirm(list, call, first.failure, signal);
    } finally {
      queue.release();
    }
  }

  private async confirm<T>(
    list: OptionalList,
    call: () => Promise<T>,
    failure: PlatformError,
    signal: AbortSignal | undefined,
  ): Promise<T | undefined> {
    const { path } = list;
    if (this.missing.has(path)) return undefined;
    if (!this.answered.has(path))
      await this.clock.sleep(CONFIRMATION_PAUSE_MS, signal).catch(() => {
        throw notConfirmed(failure, "the operation ended before it was asked again");
      });
    const again = await this.attempt(list, call, signal);
    if ("result" in again) return again.result;
    if (areaOf({ path })?.isProvable && !(await this.areas.verify(path, signal)))
      throw notConfirmed(again.failure, "nothing of this area of the API has answered");
    this.missing.add(path);
    return undefined;
  }

  private async attempt<T>(
    { operation, path, parent }: OptionalList,
    call: () => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<{ result: T | undefined } | { failure: PlatformError }> {
    try {
      const result = await call();
      this.answered.add(operation).add(path);
      return { result };
    } catch (failure) {
      if (!isMissing(failure)) throw failure;
      if (failure instanceof NotOffered) {
        this.missing.add(path);
        return { result: undefined };
      }
      const isOfParent = isAboutParent(failure);
      if (isOfParent && parent === undefined) throw failure;
      if (this.answered.has(isOfParent ? path : operation))
        throw notConfirmed(failure, "it has answered before in this run");
      if (isOfParent && parent !== undefined) {
        if (await this.areas.answers(path, signal)) namingParent(parent)(failure);
        throw notConfirmed(failure, "nothing of this area of the API is found now");
      }
      return { failure };
    }
  }
}

/** An operation that reads and that a deployment may lack. */
export interface OptionalOperation {
  /** The operation as docs/operations.md lists it: `GET` and a path. */
  name: string;
  query?: Query;
}
