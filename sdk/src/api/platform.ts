import { TASKS } from "../errors/tasks";
import type { Send } from "../http/call";
import { type Client, createClient } from "../http/client";
import type { PollInterval } from "../tasks/delays";
import { TaskWaiter } from "../tasks/waiter";
import { type Clock, systemClock } from "../util/clock";
import { AnalyticsApi } from "./analytics";
import { CertificatesApi } from "./certificates";
import { Deployment } from "./deployment";
import { EdgeGroupsApi } from "./edge-groups";
import { QuotasApi } from "./quotas";
import { ResellersApi } from "./resellers";
import { RoutersApi } from "./routers";
import { StreamingApi } from "./streaming";
import { TasksApi } from "./tasks";
import { ApiVerifier } from "./verify-api";

export interface PlatformOptions {
  baseUrl: string;
  apiKey: string;
  requestTimeout: number;
  maxRetries: number;
  maxConcurrentRequests: number;
  pollInterval: PollInterval;
  userAgent: string;
  clock?: Clock;
}

/** The operations of the platform's API, by area. */
export class Api {
  readonly analytics: AnalyticsApi;
  readonly certificates: CertificatesApi;
  readonly edgeGroups: EdgeGroupsApi;
  readonly quotas: QuotasApi;
  readonly resellers: ResellersApi;
  readonly routers: RoutersApi;
  readonly streaming: StreamingApi;
  readonly tasks: TasksApi;

  constructor(send: Send, deployment: Deployment) {
    this.analytics = new AnalyticsApi(send);
    this.certificates = new CertificatesApi(send);
    this.edgeGroups = new EdgeGroupsApi(send, deployment);
    this.quotas = new QuotasApi(send, deployment);
    this.resellers = new ResellersApi(send, deployment);
    this.routers = new RoutersApi(send, deployment);
    this.streaming = new StreamingApi(send);
    this.tasks = new TasksApi(send, deployment);
  }
}

/** The platform with one account: one HTTP client and one task waiter, shared by all resources of the account. */
export class Platform {
  readonly api: Api;
  readonly waiter: TaskWaiter;
  /** Bounds of the pauses between two polls. */
  readonly pollInterval: PollInterval;
  private readonly client: Client;
  private readonly send: Send;
  private readonly deployment = new Deployment();
  private readonly queues = new Map<string, Promise<void>>();

  constructor(options: PlatformOptions) {
    const clock = options.clock ?? systemClock;
    this.pollInterval = options.pollInterval;
    this.client = createClient({ ...options, clock });
    this.send = new ApiVerifier(this.client.send, options.baseUrl).send;
    this.api = new Api(this.send, this.deployment);
    this.waiter = new TaskWaiter({
      get: (id, signal) => this.withSignal(signal).tasks.get(id),
      interval: options.pollInterval,
      clock,
    });
  }

  /** The API whose requests are aborted by a signal. */
  withSignal(signal: AbortSignal): Api {
    return new Api((call) => this.send({ ...call, signal }), this.deployment);
  }

  /**
   * Runs work with the same name one after the other, in this process. A caller whose signal aborts leaves the queue.
   */
  oneAtATime<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const previous = this.queues.get(name) ?? Promise.resolve();
    return new Promise<T>((resolve, reject) => {
      const onAbort = () =>
        reject(new Error(TASKS.queued.message({ reason: signal.reason?.message ?? "ended", other: name })));
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort);
      const turn = previous.then(async () => {
        signal.removeEventListener("abort", onAbort);
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
