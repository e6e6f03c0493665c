import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { TasksApi } from "../../platform/api/tasks";
import { PlatformError } from "../../platform/http/error";
import type { Task } from "../../platform/tasks/task";
import type { Session } from "../../pulumi/process/session";
import type { StepAccount } from "./accounts";
import { type Forecast, forecast } from "./forecast/forecast";
import { isChecked, type Preview } from "./preview";

interface Facts {
  preview: Preview;
  accounts: readonly StepAccount[];
  session: Session;
  signal: AbortSignal;
  /** The option `--parallel`. */
  parallel: number | undefined;
  /** Whether the preview ran on this machine. */
  isOwnPreview: boolean;
}

/** The number of tasks that a list is asked for. */
const TASKS = 1_000;

/** The forecast of a run; undefined if it has nothing to do, or no account can be used. */
export async function outlookOf(facts: Facts): Promise<Forecast | undefined> {
  const { preview, accounts, session, parallel, isOwnPreview } = facts;
  const usable = accounts.flatMap(({ source }) => (source ? [session.accounts.get(source)] : []));
  const [first] = usable;
  if (first === undefined || !preview.steps.some(isChecked)) return undefined;
  const apis = usable.map((platform) => new TasksApi(platform.apiFor({ signal: facts.signal })));
  const lists = await Promise.all(apis.map((api) => newestTasks(api, TASKS)));
  const begin = performance.now();
  await newestTasks(apis[0] as TasksApi, 1);
  const latencyMs = performance.now() - begin;
  return forecast({
    steps: preview.steps,
    parallel: parallel ?? defaultParallel(),
    tasks: lists.flat(),
    settings: first.configuration,
    ...(isOwnPreview && { previewMs: preview.milliseconds }),
    latencyMs,
  });
}

/** Without a list of tasks, no durations are known. */
async function newestTasks(api: TasksApi, count: number): Promise<Task[]> {
  try {
    return (await api.listNewest(count)) ?? [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [];
  }
}

/** The default of Pulumi. */
function defaultParallel(): number {
  return Number(process.env.PULUMI_PARALLEL) || 4 * availableParallelism();
}
