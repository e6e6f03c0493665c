import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { TasksReader } from "../../platform/api/tasks";
import { readConfiguration } from "../../platform/configuration";
import { PlatformError } from "../../platform/http/error";
import type { Platform } from "../../platform/platform";
import type { Task } from "../../platform/tasks/task";
import type { Session } from "../../pulumi/process/session";
import type { StepAccount } from "./accounts";
import { type Forecast, forecast } from "./forecast/forecast";
import type { ForecastAccount } from "./forecast/platform";
import type { PlannedStep } from "./forecast/work";
import type { Preview } from "./preview";
import type { PreflightResult } from "./run";

interface Facts {
  preview: Preview;
  result: PreflightResult;
  session: Session;
  signal: AbortSignal;
  /** The option `--parallel`. */
  parallel: number | undefined;
}

/** The number of tasks that a list is asked for, and of those of one type. */
const TASKS = 1_000;
const TASKS_OF_TYPE = 50;

const UNKNOWN_LATENCY_MS = 100;

/** The forecast of a run; undefined if it has nothing to do, or no account can be used. */
export async function outlookOf({
  preview,
  result,
  session,
  signal,
  parallel,
}: Facts): Promise<Forecast | undefined> {
  const { steps, providers } = result;
  const isUsable = [...providers.values()].some(({ finding }) => finding.level !== "fails");
  if (steps.length === 0 || !isUsable) return undefined;
  const platformOf = ({ source }: StepAccount) => source && session.accounts.get(source);
  const asked = new Map<Platform | undefined, AskedAccount>();
  for (const account of providers.values()) {
    const platform = platformOf(account);
    if (!asked.has(platform)) asked.set(platform, new AskedAccount(platform, signal));
  }
  await Promise.all([...asked.values()].map((account) => account.ask()));
  const found = new Map(steps.map((each) => [each.step, each.found]));
  const [any] = asked.values();
  const input = {
    steps: preview.steps.map((step): PlannedStep => ({ ...step, found: found.get(step) ?? {} })),
    parallel: parallel ?? defaultParallel(),
    accountOf: (provider: string | undefined) => {
      const account = providers.get(provider);
      return (account ? asked.get(platformOf(account)) : any) as ForecastAccount;
    },
    previewMs: preview.milliseconds,
  };
  const outlook = await forecast(input);
  const isMore = await Promise.all([...asked.values()].map((account) => account.askFor(outlook.types)));
  return isMore.includes(true) ? forecast(input) : outlook;
}

/** An account, which the platform is asked about. */
class AskedAccount implements ForecastAccount {
  tasks: Task[] = [];
  latencyMs = UNKNOWN_LATENCY_MS;
  readonly settings: ForecastAccount["settings"];
  private readonly reader: TasksReader | undefined;

  /** @param platform Undefined for accounts that cannot be used before `up`. */
  constructor(platform: Platform | undefined, signal: AbortSignal) {
    this.reader = platform && new TasksReader(platform.apiFor({ signal }));
    this.settings = platform?.configuration ?? settingsOfOthers();
  }

  async ask(): Promise<void> {
    this.tasks = await this.list(TASKS);
    const begin = performance.now();
    await this.list(1);
    if (this.reader) this.latencyMs = performance.now() - begin;
  }

  /** Asks for older tasks of these types. Returns whether the list did not have all. */
  async askFor(types: readonly string[]): Promise<boolean> {
    if (this.tasks.length < TASKS) return false;
    const few = types.filter(
      (type) => this.tasks.filter((task) => task.type === type).length < TASKS_OF_TYPE,
    );
    const lists = await Promise.all(few.map((type) => this.list(TASKS_OF_TYPE, type)));
    const known = new Set(this.tasks.map(({ id }) => id));
    const older = lists.flat().filter(({ id }) => !known.has(id));
    this.tasks = [...this.tasks, ...older];
    return older.length > 0;
  }

  /** Without a list of tasks, no durations are known. */
  private async list(count: number, finishedType?: string): Promise<Task[]> {
    try {
      return (await this.reader?.listNewest(count, finishedType)) ?? [];
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return [];
    }
  }
}

/** The settings that do not depend on the account. */
function settingsOfOthers(): ForecastAccount["settings"] {
  const unknown = new Map([
    ["cloudplatform:apiKey", "known-only-during-up"],
    ["cloudplatform:baseUrl", "https://unknown.invalid"],
  ]);
  return readConfiguration({ get: (key) => unknown.get(key) });
}

/** The default of Pulumi. */
function defaultParallel(): number {
  return Number(process.env.PULUMI_PARALLEL) || 4 * availableParallelism();
}
