import type { JsonObject } from "../util/json";

/**
 * The progress of an operation on an object. A handler saves it after each step. If the operation fails, it is written to
 * the state. During a creation it is also written to disk, in case the process is killed. The next attempt gets it as
 * `previous`.
 */
export interface Progress {
  /** The object's id at the platform. */
  id?: string;
  /** The known part of the object's state. */
  known?: object;
  /** The platform's tasks that the operation waits for. */
  tasks?: string[];
  /** Properties that were sent without a reply: they have their old values or those that were sent. */
  unsure?: string[];
  /** Finds the object of a creation if nothing else is known about it. Contains no input in clear text. */
  lookup?: JsonObject;
  /** Paths of the optional inputs that the earlier attempts declared. Handlers do not read it. */
  declared?: string[];
}
