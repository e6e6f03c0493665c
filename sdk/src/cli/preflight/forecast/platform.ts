import type { Configuration } from "../../../platform/configuration";
import type { Task } from "../../../platform/tasks/task";
import { TaskWaiter } from "../../../platform/tasks/waiter";
import { Semaphore } from "../../../util/semaphore";
import type { SimulatedClock } from "./clock";
import type { WorkPart } from "./work";

/** What a forecast knows of an account. */
export interface ForecastAccount {
  /** The platform's list of tasks before the run, newest first. */
  tasks: readonly Task[];
  settings: Pick<
    Configuration,
    "minPollInterval" | "maxPollInterval" | "maxConcurrentRequests" | "taskTimeout"
  >;
  /** One request and its reply. */
  latencyMs: number;
}

interface SimulatedTask {
  id: string;
  type: string;
  begin: number;
  duration: number;
}

/** A platform whose tasks take the drawn durations, and the real waiter of tasks. */
export class SimulatedPlatform {
  requests = 0;
  private readonly tasks = new Map<string, SimulatedTask>();
  private readonly newestFirst: SimulatedTask[] = [];
  private readonly connections: Semaphore;
  private readonly waiter: TaskWaiter;

  constructor(
    private readonly clock: SimulatedClock,
    private readonly account: ForecastAccount,
    private readonly durationOf: (type: string) => number,
  ) {
    const { minPollInterval: min, maxPollInterval: max, maxConcurrentRequests } = account.settings;
    this.connections = new Semaphore(maxConcurrentRequests);
    this.waiter = new TaskWaiter({
      get: (id) => this.poll(() => this.find(id)),
      list: (limit) => this.poll(() => this.list(limit)),
      interval: { min, max },
      clock,
    });
  }

  async work(parts: readonly WorkPart[]): Promise<void> {
    for (const { requests, task } of parts) {
      await this.send(requests, () => this.clock.sleep(requests * this.account.latencyMs));
      if (task !== undefined) await this.runTask(task);
    }
  }

  private async runTask(type: string): Promise<void> {
    const id = `simulated-${this.tasks.size}`;
    const begin = this.clock.now() - this.account.latencyMs / 2;
    const task = { id, type, begin, duration: this.durationOf(type) };
    this.tasks.set(id, task);
    this.newestFirst.unshift(task);
    await this.waiter.wait([id], { signal: new AbortController().signal, isNew: true, status() {} });
  }

  private poll<T>(answer: () => T): Promise<T> {
    return this.send(1, async () => {
      await this.clock.sleep(this.account.latencyMs / 2);
      const reply = answer();
      await this.clock.sleep(this.account.latencyMs / 2);
      return reply;
    });
  }

  /** Sends requests one after the other, as soon as less than `maxConcurrentRequests` are sent. */
  private async send<T>(requests: number, work: () => Promise<T>): Promise<T> {
    this.requests += requests;
    await this.connections.acquire();
    const result = await work();
    this.connections.release();
    return result;
  }

  private find(id: string): Task | undefined {
    const task = this.tasks.get(id);
    return task && this.recordOf(task);
  }

  private list(limit: number): Task[] {
    const own = this.newestFirst.slice(0, limit).map((task) => this.recordOf(task));
    return [...own, ...this.account.tasks.slice(0, limit - own.length)];
  }

  private recordOf({ id, type, begin, duration }: SimulatedTask): Task {
    const isOver = this.clock.now() >= begin + duration;
    const recorded = wholeSeconds(begin + duration) - wholeSeconds(begin);
    const state = isOver ? "FINISHED" : "RUNNING";
    return { id, type, state, created: {}, ...(isOver && { duration: recorded }) };
  }
}

/** The times in the platform's records. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1_000) * 1_000;
}
