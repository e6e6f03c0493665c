import type { WorkPart } from "../../../lifecycle/handler";
import type { PollInterval } from "../../../platform/tasks/delays";
import type { Task } from "../../../platform/tasks/task";
import { TaskWaiter } from "../../../platform/tasks/waiter";
import { Semaphore } from "../../../util/semaphore";
import type { SimulatedClock } from "./clock";

/** How requests are sent and tasks polled. */
export interface Sending {
  /** One request and its reply. */
  latencyMs: number;
  maxConcurrentRequests: number;
  interval: PollInterval;
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

  /** @param earlier The platform's list of tasks before the run, newest first. */
  constructor(
    private readonly clock: SimulatedClock,
    private readonly sending: Sending,
    private readonly earlier: readonly Task[],
    private readonly durationOf: (type: string) => number,
  ) {
    this.connections = new Semaphore(sending.maxConcurrentRequests);
    this.waiter = new TaskWaiter({
      get: (id) => this.poll(() => this.find(id)),
      list: (limit) => this.poll(() => this.list(limit)),
      interval: sending.interval,
      clock,
    });
  }

  async work(parts: readonly WorkPart[]): Promise<void> {
    for (const { requests, task } of parts) {
      await this.send(requests, () => this.clock.sleep(requests * this.sending.latencyMs));
      if (task !== undefined) await this.runTask(task);
    }
  }

  private async runTask(type: string): Promise<void> {
    const id = `simulated-${this.tasks.size}`;
    const begin = this.clock.now() - this.sending.latencyMs / 2;
    const task = { id, type, begin, duration: this.durationOf(type) };
    this.tasks.set(id, task);
    this.newestFirst.unshift(task);
    await this.waiter.wait([id], { signal: new AbortController().signal, isNew: true, status() {} });
  }

  private poll<T>(answer: () => T): Promise<T> {
    return this.send(1, async () => {
      await this.clock.sleep(this.sending.latencyMs / 2);
      const reply = answer();
      await this.clock.sleep(this.sending.latencyMs / 2);
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
    return [...own, ...this.earlier.slice(0, limit - own.length)];
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
