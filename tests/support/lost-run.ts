import { type Command, eventually } from "./command";
import type { Deployment } from "./deployment";

/** Kills all processes of a run at once, as when its machine is lost, and removes the lock of the stack. */
export async function lose({ platform, stack }: Deployment, run: Command): Promise<void> {
  for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
  run.child.kill("SIGKILL");
  await run.ended;
  await eventually(() => stack.processes().length === 0);
  platform.faults.clear();
  await stack.pulumi("cancel", "--yes");
}

/** Waits for a run while the platform finishes each task. */
export function whileTasksFinish<T>({ platform }: Deployment, running: Promise<T>): Promise<T> {
  const worker = setInterval(() => platform.tasks.finish(), 50);
  return running.finally(() => clearInterval(worker));
}
