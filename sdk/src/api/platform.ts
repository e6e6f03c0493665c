import { type Client, createClient } from "../http/client";
import type { Delays } from "../tasks/delays";
import { TaskWaiter } from "../tasks/waiter";
import { type Clock, systemClock } from "../util/clock";
import { RoutersApi } from "./routers";
import { TasksApi } from "./tasks";

export interface PlatformOptions {
  baseUrl: string;
  apiKey: string;
  requestTimeout: number;
  maxRetries: number;
  maxConcurrentRequests: number;
  pollInterval: Delays;
  userAgent: string;
  clock?: Clock;
}

/** The platform under one account: an area of its interface each, over one client and one waiter for tasks. */
export class Platform {
  readonly routers: RoutersApi;
  readonly tasks: TasksApi;
  readonly waiter: TaskWaiter;
  private readonly client: Client;
  private readonly queues = new Map<string, Promise<void>>();

  constructor(options: PlatformOptions) {
    const clock = options.clock ?? systemClock;
    this.client = createClient({ ...options, clock });
    this.routers = new RoutersApi(this.client.send);
    this.tasks = new TasksApi(this.client.send);
    this.waiter = new TaskWaiter({ look: (id) => this.tasks.get(id), delays: options.pollInterval, clock });
  }

  /** Does work of one name one after the other, in this process. Who waits too long gives up before it begins. */
  oneAtATime<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(name) ?? Promise.resolve();
    return new Promise<T>((resolve, reject) => {
      const giveUp = () =>
        reject(new Error(`${signal.reason?.message ?? "ended"}, while waiting for another ${name}`));
      signal.addEventListener("abort", giveUp);
      const turn = before.then(async () => {
        signal.removeEventListener("abort", giveUp);
        if (!signal.aborted) await work().then(resolve, reject);
      });
      this.queues.set(name, turn);
      void turn.then(() => this.queues.get(name) === turn && this.queues.delete(name));
    });
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
