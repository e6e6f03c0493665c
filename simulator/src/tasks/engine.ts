import { asProblem } from "../core/problem";
import { RandomSource } from "../core/random";
import { plainTimestamp } from "../core/timestamps";
import type { Settings } from "../options";
import type { TaskJob } from "./job";
import { type CreatedResources, createdResources, type TaskRecord, type TaskState } from "./record";

interface Entry {
  record: TaskRecord;
  readonly createdAt: number;
  readonly job: TaskJob;
  timers: NodeJS.Timeout[];
}

export type Alteration = (job: TaskJob) => TaskJob;

type Outcome = { readonly created: CreatedResources } | { readonly error: string };

/** How long a task stays NEW: a part of its time, but no longer than a worker needs to pick it up. */
const newShare = 0.2;
const longestNew = 500;

/** Runs the asynchronous tasks of all areas: NEW, RUNNING, then FINISHED or ERROR. */
export class TaskEngine {
  readonly #entries = new Map<string, Entry>();
  readonly #settings: Settings;
  readonly #ids: RandomSource;
  readonly #durations: RandomSource;
  #altered: Alteration = (job) => job;
  #stopped = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#ids = new RandomSource(settings.seed, "tasks");
    this.#durations = new RandomSource(settings.seed, "durations");
  }

  /** Starts a task and gives its id. */
  start(planned: TaskJob): string {
    const job = this.#altered(planned);
    const createdAt = this.#settings.now();
    const entry: Entry = { record: newRecord(this.#ids.uuid(), job, createdAt), createdAt, job, timers: [] };
    this.#entries.set(entry.record.id, entry);
    job.begin(entry.record.id);
    this.#schedule(entry);
    return entry.record.id;
  }

  /** The tasks that the work starts do something else than was planned. */
  altering<T>(alter: Alteration, work: () => T): T {
    const before = this.#altered;
    this.#altered = (job) => before(alter(job));
    try {
      return work();
    } finally {
      this.#altered = before;
    }
  }

  all(): readonly TaskRecord[] {
    return [...this.#entries.values()].map((entry) => entry.record);
  }

  get(id: string): TaskRecord | undefined {
    return this.#entries.get(id)?.record;
  }

  createdAt(id: string): number | undefined {
    return this.#entries.get(id)?.createdAt;
  }

  finish(id: string): void {
    const entry = this.#pending(id);
    this.#end(entry, perform(entry.job));
  }

  fail(id: string, error: string): void {
    const entry = this.#pending(id);
    entry.job.abort();
    this.#end(entry, { error });
  }

  /** Leaves no timer behind; tasks under way stay as they are. */
  stop(): void {
    this.#stopped = true;
    for (const entry of this.#entries.values()) clearTimers(entry);
  }

  #schedule(entry: Entry): void {
    const { taskTime } = this.#settings;
    if (taskTime === "manual" || entry.job.endless) this.#move(entry, "RUNNING");
    else this.#wait(entry, this.#durations.between(taskTime.min, taskTime.max));
  }

  #wait(entry: Entry, duration: number): void {
    if (this.#stopped) return;
    if (duration === 0) {
      // The effect is there before the reply: the first look at the task finds it finished.
      this.finish(entry.record.id);
      return;
    }
    entry.timers = [
      setTimeout(() => this.#move(entry, "RUNNING"), Math.min(duration * newShare, longestNew)),
      setTimeout(() => this.finish(entry.record.id), duration),
    ];
  }

  #pending(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Error(`There is no task ${id}.`);
    if (hasEnded(entry.record)) throw new Error(`Task ${id} has already ended: ${entry.record.state}.`);
    return entry;
  }

  #move(entry: Entry, state: TaskState): void {
    entry.record = { ...entry.record, state, updated_on: plainTimestamp(this.#settings.now()) };
  }

  #end(entry: Entry, outcome: Outcome): void {
    clearTimers(entry);
    const now = plainTimestamp(this.#settings.now());
    entry.record = { ...entry.record, ...ending(outcome), updated_on: now, finished_on: now };
  }
}

export function hasEnded(task: TaskRecord): boolean {
  return task.state === "FINISHED" || task.state === "ERROR";
}

function perform(job: TaskJob): Outcome {
  try {
    return { created: job.finish() };
  } catch (thrown) {
    job.abort();
    return { error: asProblem(thrown).message };
  }
}

function ending(outcome: Outcome): Pick<TaskRecord, "state" | "created_resources" | "error"> {
  return "error" in outcome
    ? { state: "ERROR", created_resources: null, error: outcome.error }
    : { state: "FINISHED", created_resources: createdResources(outcome.created), error: null };
}

function clearTimers(entry: Entry): void {
  for (const timer of entry.timers) clearTimeout(timer);
  entry.timers = [];
}

function newRecord(id: string, job: TaskJob, createdAt: number): TaskRecord {
  return {
    id,
    task_type: job.type,
    state: "NEW",
    detailed_state: null,
    created_resources: null,
    error: null,
    data: null,
    created_on: plainTimestamp(createdAt),
    updated_on: null,
    finished_on: null,
    project_id: job.projectId,
    region_id: job.regionId,
    client_id: 1,
    user_id: 1,
  };
}
