import { z } from "zod";

// The events of a log: one JSON object on each line. docs/log.md describes them. Fields may be added; a field keeps its meaning.
// Only the command loads this module. The others import its types.

const text = z.string();
const ms = z.number().nonnegative();

/** What every event has. */
export const EventContext = z.object({
  /** When the event was written, in ISO 8601 with milliseconds, in UTC. */
  time: z.iso.datetime(),
  /** Identifies the run of Pulumi: its processes share this text. A command, and a program without an engine, are a run each. */
  run: text,
  /** The process that wrote the event. */
  pid: z.int(),
});

/** The operation for which something was done. Absent for what serves several operations, such as the polls of tasks. */
const OfOperation = z.object({
  /** The number of the operation in its process, from 1. */
  operationId: z.int().optional(),
  /** The resource, if it is known: Pulumi does not tell the resource that it reads or deletes. */
  urn: text.optional(),
});

/** The first event of a process. */
const StartEvent = EventContext.extend({
  event: z.literal("start"),
  /** The version of this package. */
  version: text,
  /** The version of Node. */
  node: text,
  process: z.enum(["provider", "program", "command"]),
  project: text.optional(),
  /** Absent if Pulumi has not told the process the stack, as in `pulumi destroy` without the program. */
  stack: text.optional(),
  /** Absent if the backend has no organizations. */
  organization: text.optional(),
});

/** One request has ended. A retried call has one event for each request. */
const RequestEvent = EventContext.extend({
  ...OfOperation.shape,
  event: z.literal("request"),
  method: text,
  /** Without the query. */
  path: text,
  /** 1 for the first request of a call, 2 for its first retry. */
  attempt: z.int(),
  /** Absent if there was no complete reply. */
  status: z.int().optional(),
  /** The code of the failure, as docs/errors.md lists it. Absent after success. */
  code: text.optional(),
  /** Why there was no complete reply. Absent if there was one. */
  error: text.optional(),
  requestId: text.optional(),
  /** Milliseconds in the queue of `maxConcurrentRequests`. */
  queuedMs: ms,
  /** Milliseconds at the rate limit, after the queue. */
  limitedMs: ms,
  /** Milliseconds until the request had a connection, after the rate limit: most requests use an open one. */
  connectMs: ms,
  /** Milliseconds from the first byte of the request to the last byte of the reply: the end is the time of the event. */
  wireMs: ms,
});

/** Requests pause from now on. */
const PauseEvent = EventContext.extend({
  ...OfOperation.shape,
  event: z.literal("pause"),
  /**
   * `rate limit`: the platform has refused a request because of its rate, and all requests of the account pause. `retry`: a
   * request has failed, and its call pauses before it is sent again.
   */
  reason: z.enum(["rate limit", "retry"]),
  /** The planned length. */
  ms,
});

/** A poll has shown another state of a task. */
const TaskEvent = EventContext.extend({
  event: z.literal("task"),
  id: text,
  /** What the task does, such as `create_router`, if the platform tells it. */
  type: text.optional(),
  /** NEW, RUNNING, FINISHED, ERROR, or another text of the platform. */
  state: text,
  /** The resources that wait for the task, if they are known. */
  urns: z.array(text).optional(),
  /** Milliseconds since this process began to wait. */
  ageMs: ms,
  /** When the platform created the task, by the platform's clock. */
  createdAt: text.optional(),
  /** When the platform ended the task, by the platform's clock. */
  finishedAt: text.optional(),
});

/** An operation on a resource, or the call of a function, has ended. */
const OperationEvent = EventContext.extend({
  ...OfOperation.shape,
  event: z.literal("operation"),
  operationId: z.int(),
  /** `check` is logged only if it fails. `call` is the call of a function. */
  operation: z.enum(["check", "create", "read", "update", "delete", "call"]),
  /** The class of the resource, or the name of the function. */
  type: text,
  /** Pulumi's id of the resource, if it has one. */
  id: text.optional(),
  /**
   * `partial`: the operation failed after it had changed the platform, and the state keeps the resource. `lost`: the operation has
   * changed the platform, with success or not, and Pulumi had ended, so only a record on this machine has it. `gone`: the object of a read no longer exists.
   */
  outcome: z.enum(["done", "gone", "partial", "lost", "failed"]),
  /** The code of the error, as docs/errors.md lists it. */
  code: text.optional(),
  /** The first line of the error, without the values of secret inputs. */
  message: text.optional(),
  /** Where the code failed, if the error is a defect. Without the values of secret inputs. */
  stackTrace: text.optional(),
  /** Milliseconds from the beginning of the operation: the end is the time of the event. */
  ms,
  /** The milliseconds of these in which the operation waited for tasks. */
  taskMs: ms,
  /** The milliseconds of these between two reads: until a change is visible, an object is found, or a person has decided. */
  pollMs: ms.default(0),
  /** The milliseconds of these in which the operation waited for another creation of this process that may use the same object. */
  lockMs: ms.default(0),
});

/**
 * The name of an object that the run has read without a URN. Pulumi passes the URN only later, and in TypeScript only if the program
 * runs.
 */
const ResourceEvent = EventContext.extend({ event: z.literal("resource"), type: text, id: text, urn: text });

export const LogEvent = z.discriminatedUnion("event", [
  StartEvent,
  RequestEvent,
  PauseEvent,
  TaskEvent,
  OperationEvent,
  ResourceEvent,
]);

export type EventContext = z.infer<typeof EventContext>;
export type OfOperation = z.infer<typeof OfOperation>;
export type StartEvent = z.infer<typeof StartEvent>;
export type RequestEvent = z.infer<typeof RequestEvent>;
export type PauseEvent = z.infer<typeof PauseEvent>;
export type TaskEvent = z.infer<typeof TaskEvent>;
export type OperationEvent = z.infer<typeof OperationEvent>;
export type LogEvent = z.infer<typeof LogEvent>;
