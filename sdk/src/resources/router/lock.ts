import type { Region } from "../../api/routers";
import { PlatformError } from "../../http/error";
import type { Run } from "../handler";

const MOST_ATTEMPTS = 10;

/**
 * Does something to a router as soon as the platform lets it: while a task of someone else holds the router, the
 * platform answers 409, and its record names the task.
 */
export async function whenUnlocked<T>(
  region: Region,
  id: string,
  run: Run,
  action: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS || !isConflict(error)) throw error;
      const holder = await holderOf(region, id, run);
      // Not held any more: its task has ended since, or the conflict is another one, which the second attempt tells.
      if (holder === undefined && attempt > 1) throw error;
      if (holder === undefined) continue;
      run.status(`waiting for task ${holder}, which holds the router`);
      await run.outlast(holder);
    }
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof PlatformError && error.status === 409;
}

async function holderOf(region: Region, id: string, run: Run): Promise<string | undefined> {
  const found = await run.platform.routers.find(region, id, run.signal);
  return found.is === "found" ? (found.object.task_id ?? undefined) : undefined;
}
