import { TASKS } from "../errors/tasks";
import type { Log } from "../log/log";
import type { Clock } from "../util/clock";
import { Semaphore } from "../util/semaphore";
import { version } from "../util/version";
import { type Api, apiOf } from "./api/api";
import { getTask, listNewestTasks } from "./api/tasks";
import type { Configuration } from "./configuration";
import { Evidence } from "./evidence/evidence";
import type { Call } from "./http/call";
import { type Client, createClient } from "./http/client";
import type { Network } from "./http/transport";
import { TaskWaiter } from "./tasks/waiter";

/** The platform with one account: one HTTP client and one task waiter, shared by all resources of the account. */
export class Platform {
  readonly api: Api;
  readonly waiter: TaskWaiter;
  /** The base URL in canonical notation. */
  readonly address: string;
  private readonly client: Client;
  private readonly locks = new Map<string, Semaphore>();

  constructor(
    readonly configuration: Configuration,
    clock: Clock,
    /** Absent if the settings name no log. */
    readonly log?: Log,
    network?: Network,
  ) {
    const { baseUrl } = configuration;
    this.address = new URL(baseUrl).href;
    const userAgent = `pulumi-cloudplatform/${version} node/${process.versions.node}`;
    this.client = createClient({ ...configuration, userAgent, clock, observer: log, network });
    const evidence = new Evidence(this.client.send, baseUrl, clock);
    this.api = apiOf(evidence.send, { evidence });
    this.waiter = new TaskWaiter({
      get: (id, signal, onWait) => getTask(this.apiFor({ signal, onWait }), id),
      list: (limit, signal, onWait) => listNewestTasks(this.apiFor({ signal, onWait }), limit),
      clock,
      observer: log,
    });
  }

  /** The API for a caller, who is part of each request that does not say otherwise. */
  apiFor(caller: Pick<Call, "signal" | "onWait" | "sender" | "isOnce">): Api {
    const { api } = this;
    const { signal } = caller;
    return apiOf((call) => api.send({ ...caller, ...call }), { ...api, ...(signal && { signal }) });
  }

  /** Waits for the lock of this process with the key. Returns what releases it. A caller whose signal aborts leaves the queue. */
  async lock(key: string, signal: AbortSignal): Promise<() => void> {
    const lock = this.locks.get(key) ?? new Semaphore(1);
    this.locks.set(key, lock);
    await lock.acquire(signal).catch(() => {
      throw TASKS.queued.error({ reason: signal.reason?.message ?? "ended", other: key });
    });
    return () => lock.release();
  }

  /**
   * The platform's present time in milliseconds since the epoch, as estimated from its last reply with a date; undefined
   * before that.
   */
  now(): number | undefined {
    return this.client.serverTime();
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
