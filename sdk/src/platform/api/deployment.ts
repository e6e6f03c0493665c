import { type Clock, systemClock } from "../../util/clock";
import type { Get, Send } from "../http/call";
import type { Query } from "./pages";
import { isMissing } from "./reply";

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

/**
 * Which undocumented operations a deployment of the platform has, as found out by requests. Shared by an account's
 * resources.
 */
export class Deployment {
  /** The path of the operation that reads tasks, once it is known. */
  taskPath: string | undefined;
  private readonly missing = new Set<string>();

  constructor(readonly clock: Clock = systemClock) {}

  /**
   * Calls a list operation; undefined if the deployment does not have it. A missing operation is requested only once.
   */
  async list<T>(name: string, list: () => Promise<T>): Promise<T | undefined> {
    if (this.missing.has(name)) return undefined;
    try {
      return await list();
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.missing.add(name);
      return undefined;
    }
  }
}

/** An operation that reads and that a deployment may lack. */
export interface OptionalOperation {
  /** The operation as docs/operations.md lists it: `GET` and a path. */
  name: string;
  query?: Query;
}
