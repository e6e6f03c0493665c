import { TASKS } from "../errors/tasks";
import { type Client, createClient } from "../http/client";
import type { Delays } from "../tasks/delays";
import { TaskWaiter } from "../tasks/waiter";
import { type Clock, systemClock } from "../util/clock";
import { AnalyticsApi } from "./analytics";
import { CertificatesApi } from "./certificates";
import { EdgeGroupsApi } from "./edge-groups";
import { Proof } from "./proof";
import { QuotasApi } from "./quotas";
import { ResellersApi } from "./resellers";
import { RoutersApi } from "./routers";
import { StreamingApi } from "./streaming";
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
  readonly analytics: AnalyticsApi;
  readonly certificates: CertificatesApi;
  readonly edgeGroups: EdgeGroupsApi;
  readonly quotas: QuotasApi;
  readonly resellers: ResellersApi;
  readonly routers: RoutersApi;
  readonly streaming: StreamingApi;
  readonly tasks: TasksApi;
  readonly waiter: TaskWaiter;
  /** Bounds of the pauses between two looks at what takes its time. */
  readonly pollInterval: Delays;
  private readonly client: Client;
  private readonly queues = new Map<string, Promise<void>>();

  constructor(options: PlatformOptions) {
    const clock = options.clock ?? systemClock;
    this.pollInterval = options.pollInterval;
    this.client = createClient({ ...options, clock });
    const { send } = new Proof(this.client.send, options.baseUrl);
    this.analytics = new AnalyticsApi(send);
    this.certificates = new CertificatesApi(send);
    this.edgeGroups = new EdgeGroupsApi(send);
    this.quotas = new QuotasApi(send);
    this.resellers = new ResellersApi(send);
    this.routers = new RoutersApi(send);
    this.streaming = new StreamingApi(send);
    this.tasks = new TasksApi(send);
    this.waiter = new TaskWaiter({
      look: (id, signal) => this.tasks.get(id, signal),
      delays: options.pollInterval,
      clock,
    });
  }

  /** Does work of one name one after the other, in this process. Who waits too long gives up before it begins. */
  oneAtATime<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.queues.get(name) ?? Promise.resolve();
    return new Promise<T>((resolve, reject) => {
      const giveUp = () =>
        reject(new Error(TASKS.queued.says({ reason: signal.reason?.message ?? "ended", other: name })));
      if (signal.aborted) return giveUp();
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
