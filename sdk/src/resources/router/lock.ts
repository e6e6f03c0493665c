import type { Started } from "../../api/reply";
import type { Region, RouterRecord } from "../../api/routers";
import type { Run } from "../../contract/resource";
import { PlatformError } from "../../http/error";

const MOST_ATTEMPTS = 10;

/**
 * Changes a router as soon as the platform lets it, and tells the tasks that carry the change out. While a task of
 * someone else holds the router, the platform answers 409, and the router's record names the task.
 */
export async function whenUnlocked(
  region: Region,
  id: string,
  run: Run,
  change: () => Promise<Started<RouterRecord>>,
): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { tasks, silent } = await change();
      // The name of the task may have been lost with the body of the reply: then the record tells it as well.
      const holder = silent && (await holderOf(region, id, run));
      return holder ? [holder] : tasks;
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
