import type { Api } from "../api/platform";
import type { Task } from "../tasks/task";
import type { Progress } from "./progress";

/** One operation on one resource, as its handler sees it. */
export interface OperationContext {
  /** The platform's interface. Its requests end when the operation's timeout has passed or the run was cancelled. */
  platform: Api;
  /** The same for some seconds longer: for finding out what an unanswered request has created. */
  recovery: Api;
  /** What an earlier attempt at this creation left behind. */
  previous?: Progress;
  /** Saves how far the work has got; without an argument, that nothing has come of it. */
  save(progress?: Progress): void;
  /** Waits for tasks of this operation. If the wait ends first, the next run continues it. */
  finish(tasks: string[], known?: object): Promise<Task[]>;
  /** Waits for somebody else's task, whether it succeeds or fails. */
  settle(task: string): Promise<void>;
  /** Calls `get` until it returns something. A failed call is followed by another one. */
  poll<T>(get: () => Promise<T | undefined>, until: PollUntil): Promise<T | undefined>;
  /** Does work of one name one after the other, so that two resources do not look for each other's object. */
  oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Whether another resource of the stack is this object, by its id at the platform. */
  isInUse(id: string): boolean;
  /** Shows a line beside the resource until the next one. */
  status(text: string): void;
  /** Prints a line that stays. */
  info(text: string): void;
  /** Prints a warning, once per process. */
  warn(text: string): void;
}

/**
 * When polling ends without a result. `replicated`: after the time that the platform's replicas may lag, or at the end of
 * the operation; the result is then undefined. `decided`: at the end of the operation only, with an error that names
 * what had not happened; the polls are as rare as people's decisions are slow.
 */
export type PollUntil = "replicated" | { decided: string };
