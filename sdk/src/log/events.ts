/**
 * The events of a log: one JSON object on each line. docs/log.md describes them. Fields may be added; a field keeps its
 * meaning.
 */
export type LogEvent = StartEvent | RequestEvent | PauseEvent | TaskEvent | OperationEvent;

/** What every event has. */
export interface EventContext {
  /** When the event was written, in ISO 8601 with milliseconds, in UTC. */
  time: string;
  /** Identifies the run of Pulumi: its processes share this text. A command, and a program without an engine, are a run each. */
  run: string;
  /** The process that wrote the event. */
  pid: number;
}

/** The first event of a process. */
export interface StartEvent extends EventContext {
  event: "start";
  /** The version of this package. */
  version: string;
  /** The version of Node. */
  node: string;
  process: "provider" | "program" | "command";
  project?: string;
  /** Absent if Pulumi has not told the process the stack, as in `pulumi destroy` without the program. */
  stack?: string;
  /** Absent if the backend has no organizations. */
  organization?: string;
}

/** The operation for which something was done. Absent for what serves several operations, such as the polls of tasks. */
export interface OfOperation {
  /** The number of the operation in its process, from 1. */
  operationId?: number;
  /** The resource, if it is known: Pulumi does not tell the resource that it reads or deletes. */
  urn?: string;
}

/** One request has ended. A retried call has one event for each request. */
export interface RequestEvent extends EventContext, OfOperation {
  event: "request";
  method: string;
  /** Without the query. */
  path: string;
  /** 1 for the first request of a call, 2 for its first retry. */
  attempt: number;
  /** Absent if there was no complete reply. */
  status?: number;
  /** The code of the failure, as docs/errors.md lists it. Absent after success. */
  code?: string;
  /** Why there was no complete reply. Absent if there was one. */
  error?: string;
  requestId?: string;
  /** Milliseconds in the queue of `maxConcurrentRequests`. */
  queuedMs: number;
  /** Milliseconds at the rate limit, after the queue. */
  limitedMs: number;
  /** Milliseconds until the request had a connection, after the rate limit: most requests use an open one. */
  connectMs: number;
  /** Milliseconds from the first byte of the request to the last byte of the reply: the end is the time of the event. */
  wireMs: number;
}

/** Requests pause from now on. */
export interface PauseEvent extends EventContext, OfOperation {
  event: "pause";
  /**
   * `rate limit`: the platform has refused a request because of its rate, and all requests of the account pause. `retry`: a
   * request has failed, and its call pauses before it is sent again.
   */
  reason: "rate limit" | "retry";
  /** The planned length. */
  ms: number;
}

/** A poll has shown another state of a task. */
export interface TaskEvent extends EventContext {
  event: "task";
  id: string;
  /** What the task does, such as `create_router`, if the platform tells it. */
  type?: string;
  /** NEW, RUNNING, FINISHED, ERROR, or another text of the platform. */
  state: string;
  /** The resources that wait for the task, if they are known. */
  urns?: string[];
  /** Milliseconds since this process began to wait. */
  ageMs: number;
  /** When the platform created the task, by the platform's clock. */
  createdAt?: string;
  /** When the platform ended the task, by the platform's clock. */
  finishedAt?: string;
}

/** An operation on a resource, or the call of a function, has ended. */
export interface OperationEvent extends EventContext, OfOperation {
  event: "operation";
  operationId: number;
  /** `check` is logged only if it fails. `call` is the call of a function. */
  operation: "check" | "create" | "read" | "update" | "delete" | "call";
  /** The class of the resource, or the name of the function. */
  type: string;
  /** Pulumi's id of the resource, if it has one. */
  id?: string;
  /**
   * `partial`: the operation failed after it had changed the platform, and the state keeps the resource. `gone`: the object
   * of a read no longer exists.
   */
  outcome: "done" | "gone" | "partial" | "failed";
  /** The code of the error, as docs/errors.md lists it. */
  code?: string;
  /** The first line of the error, without the values of secret inputs. */
  message?: string;
  /** Milliseconds from the beginning of the operation: the end is the time of the event. */
  ms: number;
  /** The milliseconds of these in which the operation waited for tasks. */
  taskMs: number;
}
