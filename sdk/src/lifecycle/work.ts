import type { JsonObject } from "../util/json";

/** A part of an operation: requests one after the other, and then a task that the last of them has begun. */
export interface WorkPart {
  requests: number;
  /** The type of the task, as the platform names it; for the forecast of a person's decision, what is decided. */
  task?: string;
}

/**
 * What the operations of a resource send, for the forecast, without the polls of tasks. The platform has all operations and
 * carries out each request, changes are visible at once, and nobody else changes the object. The values come from a preview,
 * so each may be any text instead: an unknown value, or a masked secret.
 */
export interface ResourceWork {
  /** If the inputs name an object that exists, all inputs may differ from it. */
  create(inputs: JsonObject): WorkPart[];
  /** `change`: what the update sends. Empty if only the state changes. */
  update?(change: JsonObject, state: JsonObject, inputs: JsonObject): WorkPart[];
  delete?(state: JsonObject): WorkPart[];
}
