import type { ChangeResult } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import type { OperationContext } from "../context";
import type { Progress } from "../progress";
import { mayHaveTakenEffect, sendChange } from "./changes";

const MAX_ATTEMPTS = 10;

/** A request that the platform accepts only while no other task changes the object. */
export interface LockedRequest {
  send(): Promise<ChangeResult<unknown>>;
  /** The task that changes the object now. */
  holder(): Promise<string | undefined>;
}

/** Sends a change of an object as soon as the platform accepts it, and waits for its tasks. */
export async function changeLocked(
  request: LockedRequest,
  progress: Progress,
  context: OperationContext,
): Promise<void> {
  const started = await sendChange(context, progress, () => sendUnlocked(request, context));
  await context.finish(await tasksOf(started, request));
}

/** The same for a deletion, which leaves nothing to continue. */
export async function deleteLocked(request: LockedRequest, context: OperationContext): Promise<void> {
  await context.finish(await tasksOf(await sendUnlocked(request, context), request));
}

/** The reply's body, and with it the id of the task, may have been lost: then the object names the task. */
async function tasksOf(
  { tasks, hasNoBody }: ChangeResult<unknown>,
  { holder }: LockedRequest,
): Promise<string[]> {
  const task = hasNoBody && (await holder());
  return task ? [task] : tasks;
}

/** While another task holds the object, the platform answers 409. */
async function sendUnlocked(
  { send, holder }: LockedRequest,
  context: OperationContext,
): Promise<ChangeResult<unknown>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
      // Whoever reads the error must not take the change for an uncertain one.
      const task = await holder().catch((failure: unknown) => {
        throw mayHaveTakenEffect(failure) ? error : failure;
      });
      // The other task has ended, or the conflict is a different one: the second attempt shows which.
      if (task === undefined && attempt > 1) throw error;
      if (task === undefined) continue;
      context.status(`waiting for task ${task}, which changes the same object`);
      await context.settle(task);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 409;
}
