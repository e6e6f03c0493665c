import type { JsonObject } from "../util/json";

/**
 * How far work on an object has got. A handler saves it whenever something becomes certain; when the operation fails it
 * is written to the state, before a creation it is written to disk in case the process is killed, and the next attempt
 * gets it as `previous`.
 */
export interface Progress {
  /** The object's id at the platform. */
  id?: string;
  /** What is known of the object, as a part of its state. */
  known?: object;
  /** Tasks of the platform that carry the work out. */
  tasks?: string[];
  /** Properties that were sent without an answer: they are as they were, or as they were sent. */
  unsure?: string[];
  /** Of a creation: what finds the object when nothing else is known of it. Contains no input in clear text. */
  lookup?: JsonObject;
  /** Codes of the inputs that were declared in the attempts which this one continues. Handlers pass it on unread. */
  declared?: string;
}
