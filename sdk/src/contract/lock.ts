import type { Started } from "../api/reply";
import { PlatformError } from "../http/error";
import type { OperationContext } from "./context";

const MOST_ATTEMPTS = 10;

/**
 * Sends a change as soon as the platform accepts it, and returns the tasks that carry it out. While another task holds
 * the object, the platform answers 409, and `holder` names the task.
 */
export async function whenUnlocked<T>(
  context: OperationContext,
  holder: () => Promise<string | undefined>,
  change: () => Promise<Started<T>>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { tasks, hasNoBody } = await change();
      // The reply's body, and with it the id of the task, may have been lost: then the object names the task.
      const task = hasNoBody && (await holder());
      return task ? [task] : tasks;
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS || !isConflict(error)) throw error;
      const task = await holder();
      // Its task has ended since, or the conflict is another one: the second attempt shows which.
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
