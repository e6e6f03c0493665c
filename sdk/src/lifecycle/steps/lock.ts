import type { ChangeResult } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import type { OperationContext } from "../handler";
import { type ChangeStep, isOutcomeUnknown, sendChange } from "./change";

const MAX_ATTEMPTS = 10;

/** A request that the platform accepts only while no other task changes the object. */
export interface LockedRequest {
  send(): Promise<ChangeResult<unknown>>;
  /** The task that changes the object now. */
  blockingTask(): Promise<string | undefined>;
}

/** Sends a change of an object as soon as the platform accepts it, and waits for its tasks. */
export async function changeLocked(
  request: LockedRequest,
  step: ChangeStep,
  context: OperationContext,
): Promise<void> {
  const result = await sendChange(context, step, () => sendUnlocked(request, context));
  await context.awaitTasks(await tasksOf(result, request));
}

/** Sends a deletion in the same way. It leaves nothing to continue. */
export async function deleteLocked(request: LockedRequest, context: OperationContext): Promise<void> {
  await context.awaitTasks(await tasksOf(await sendUnlocked(request, context), request));
}

/** The reply's body, and with it the id of the task, may have been lost: then the object names the task. */
async function tasksOf(
  { tasks, hasNoBody }: ChangeResult<unknown>,
  { blockingTask }: LockedRequest,
): Promise<string[]> {
  const task = hasNoBody && (await blockingTask());
  return task ? [task] : tasks;
}

/** While another task changes the object, the platform answers 409. */
async function sendUnlocked(
  { send, blockingTask }: LockedRequest,
  context: OperationContext,
): Promise<ChangeResult<unknown>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
      const task = await blockingTask().catch((failure: unknown) => {
        // The platform has refused the change. A failed read afterwards does not make its outcome unknown.
        throw isOutcomeUnknown(failure) ? error : failure;
      });
      // The other task has ended, or the conflict is a different one: the second attempt shows which.
      if (task === undefined && attempt > 1) throw error;
      if (task === undefined) continue;
      context.status(`waiting for task ${task}, which changes the same object`);
      await context.awaitForeignTask(task);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 409;
}
