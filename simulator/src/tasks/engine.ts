import { z } from "zod";
import type { CreatedResources, TaskRecord, TaskState } from "../contract/tasks";
import type { MemoryPart } from "../core/memory";
import { asProblem, conflict } from "../core/problem";
import { RandomSource } from "../core/random";
import type { Records } from "../core/records";
import { counter } from "../core/schemas";
import { plainTimestamp } from "../core/timestamps";
import type { Settings } from "../options";
import { hasEnded, newRecord, savedTask, type TaskEntry } from "./entry";
import { type TaskKind, TaskKinds, type TaskPlan } from "./kinds";

/** What an alteration changes: the plan, and who is told the id of the task before it begins. */
export interface TaskStart {
  readonly plan: TaskPlan;
  readonly onStart?: (taskId: string) => void;
}

export type Alteration = (start: TaskStart) => TaskStart;

type Outcome = Pick<TaskRecord, "state" | "created_resources" | "error">;

/** How long a task stays NEW: a part of its time, but no longer than a worker needs to pick it up. */
const newShare = 0.2;
const longestNew = 500;

/** Runs the asynchronous tasks of all areas: NEW, RUNNING, then FINISHED or ERROR. */
export class TaskEngine {
  readonly kinds = new TaskKinds();
  readonly #entries: Records<string, TaskEntry>;
  readonly #timers = new Map<string, NodeJS.Timeout[]>();
  readonly #settings: Settings;
  readonly #ids: RandomSource;
  readonly #durations: RandomSource;
  #altered: Alteration = (start) => start;
  #stopped = false;

  constructor(settings: Settings, memory: MemoryPart) {
    this.#settings = settings;
    // Only a state that is loaded needs the schema.
    const schema = z.lazy(() => savedTask(this.kinds));
    const keyOf = ({ record }: TaskEntry): string => record.id;
    this.#entries = memory.records("tasks", { schema, keyOf, noun: "task", lagging: false });
    this.#ids = new RandomSource(settings.seed, "tasks", memory.value("ids", counter, 0));
    this.#durations = new RandomSource(settings.seed, "durations");
  }

  /** Starts a task and gives its id. */
  start(planned: TaskPlan): string {
    const { plan, onStart } = this.#altered({ plan: planned });
    const kind = this.kinds.of(plan);
    const createdAt = this.#settings.now();
    const record = newRecord(this.#ids.uuid(), kind.type, plan, createdAt);
    const duration = this.#duration(plan);
    const endsAt = duration === undefined ? null : createdAt + duration;
    this.#entries.set({ record, createdAt, endsAt, plan });
    onStart?.(record.id);
    kind.begin(plan.input, record.id);
    this.#wait(record.id, duration);
    return record.id;
  }

  /** Continues the pending tasks of a loaded memory. A task whose time has passed in the meantime ends now. */
  resume(): void {
    for (const { record, endsAt } of this.entries()) {
      if (hasEnded(record)) continue;
      const left = endsAt === null ? undefined : Math.max(0, endsAt - this.#settings.now());
      this.#wait(record.id, left);
    }
  }

  /** The tasks that the work starts do something else than was planned. */
  altering<T>(alter: Alteration, work: () => T): T {
    const before = this.#altered;
    this.#altered = (start) => before(alter(start));
    try {
      return work();
    } finally {
      this.#altered = before;
    }
  }

  entries(): readonly TaskEntry[] {
    return this.#entries.all();
  }

  all(): readonly TaskRecord[] {
    return this.entries().map((entry) => entry.record);
  }

  get(id: string): TaskRecord | undefined {
    return this.#entries.find(id)?.record;
  }

  finish(id: string): void {
    const { plan } = this.#pending(id);
    this.#end(id, perform(this.kinds.of(plan), plan));
  }

  fail(id: string, error: string): void {
    const { plan } = this.#pending(id);
    this.kinds.of(plan).abort(plan.input);
    this.#end(id, failed(error));
  }

  /** Leaves no timer behind; tasks under way stay as they are. */
  stop(): void {
    this.#stopped = true;
    for (const id of this.#timers.keys()) this.#clearTimers(id);
  }

  /** Undefined if the task does not end by itself. */
  #duration({ endless }: TaskPlan): number | undefined {
    const { taskTime } = this.#settings;
    if (taskTime === "manual" || endless) return undefined;
    return this.#durations.between(taskTime.min, taskTime.max);
  }

  #wait(id: string, duration: number | undefined): void {
    if (this.#stopped) return;
    if (duration === undefined) {
      this.#move(id, "RUNNING");
    } else if (duration === 0) {
      // The effect is there before the reply: the first look at the task finds it finished.
      this.finish(id);
    } else {
      this.#timers.set(id, [
        setTimeout(() => this.#move(id, "RUNNING"), Math.min(duration * newShare, longestNew)),
        setTimeout(() => this.finish(id), duration),
      ]);
    }
  }

  #pending(id: string): TaskEntry {
    const entry = this.#entries.get(id);
    if (hasEnded(entry.record)) throw conflict(`Task ${id} has already ended: ${entry.record.state}.`);
    return entry;
  }

  #move(id: string, state: TaskState): void {
    this.#update(id, { state, updated_on: plainTimestamp(this.#settings.now()) });
  }

  #end(id: string, outcome: Outcome): void {
    this.#clearTimers(id);
    const now = plainTimestamp(this.#settings.now());
    this.#update(id, { ...outcome, updated_on: now, finished_on: now });
  }

  #update(id: string, change: Partial<TaskRecord>): void {
    const entry = this.#entries.get(id);
    this.#entries.set({ ...entry, record: { ...entry.record, ...change } });
  }

  #clearTimers(id: string): void {
    for (const timer of this.#timers.get(id) ?? []) clearTimeout(timer);
    this.#timers.delete(id);
  }
}

function perform(kind: TaskKind<unknown>, { input, failure }: TaskPlan): Outcome {
  try {
    if (failure !== undefined) throw new Error(failure);
    const created_resources = { ...nothingCreated, ...kind.finish(input) };
    return { state: "FINISHED", created_resources, error: null };
  } catch (thrown) {
    kind.abort(input);
    return failed(asProblem(thrown).message);
  }
}

function failed(error: string): Outcome {
  return { state: "ERROR", created_resources: null, error };
}

const nothingCreated: CreatedResources = {
  floatingips: [],
  images: [],
  instances: [],
  loadbalancers: [],
  networks: [],
  ports: [],
  routers: [],
  securitygroups: [],
  snapshots: [],
  subnets: [],
  volumes: [],
};
