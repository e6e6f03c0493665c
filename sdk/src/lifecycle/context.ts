import type { CodedError } from "../errors/coded-error";
import type { Api } from "../platform/api/deployment";
import type { Task } from "../platform/tasks/task";
import type { Progress } from "./progress";

/** One operation on one resource, as its handler gets it. */
export interface OperationContext {
  /** The platform's API. Its requests are aborted when the timeout of the operation passes or the run is cancelled. */
  api: Api;
  /** The API whose requests may take some seconds longer, to find an object that an unanswered request created. */
  graceApi: Api;
  /** The progress of an earlier, unfinished attempt. */
  previous?: Progress;
  /** The progress that was saved last. */
  progress: Progress | undefined;
  /** Saves the progress of the operation. Without an argument: nothing exists. */
  save(progress?: Progress): void;
  /** Waits for tasks of this operation. If the wait ends first, the next run continues it. */
  awaitTasks(tasks: string[], known?: object): Promise<Task[]>;
  /** Waits for a task of another operation, also if the task fails. */
  awaitForeignTask(task: string): Promise<void>;
  /** Calls `get` until it returns a value. A failed request does not end the polling. */
  poll<T>(get: () => Promise<T | undefined>, until: PollUntil): Promise<T | undefined>;
  /** Runs work with the same key one after the other, so that no resource uses the object of another. */
  withKeyedLock<T>(key: string, work: () => Promise<T>): Promise<T>;
  /** Whether another resource of the stack is the object with this id. */
  isInUse(id: string): boolean;
  /** Shows a status line beside the resource, until the next one. */
  status(text: string): void;
  /** Prints a message that stays. */
  info(text: string): void;
  /** Prints a warning, once per process. */
  warn(warning: CodedError): void;
}

/**
 * When polling ends without a result. `replicated`: after the time by which the platform's replicas may lag, or at the end
 * of the operation; the result is then undefined. `decided`: only at the end of the operation, with an error that contains
 * this text; a person decides, so the polls are rare.
 */
export type PollUntil = "replicated" | { decided: string };
