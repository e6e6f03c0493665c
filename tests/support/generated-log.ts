import type { LogEvent, RequestEvent } from "../../sdk/src/log/events";

/** When the generated run begins. */
export const BEGIN = Date.UTC(2026, 10, 23, 9, 0, 0);
const RUN = { run: "127.0.0.1:40001", pid: 4711 };
const PARALLEL = 20;

/** The time of an event, so many milliseconds after the beginning. */
export const at = (ms: number) => ({ ...RUN, time: new Date(BEGIN + ms).toISOString() });

export const urnOf = (type: string, name: string): string =>
  `urn:pulumi:production::network::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;

export const startEvent: LogEvent = {
  ...at(0),
  ...{ event: "start", version: "0.1.0", node: "24.1.0", process: "provider" },
  ...{ project: "network", stack: "production" },
};

export const request = (ms: number, facts: Partial<RequestEvent>): RequestEvent => ({
  ...at(ms),
  ...{ event: "request", method: "GET", path: "/cloud/v1/routers/1/2", attempt: 1, status: 200 },
  ...{ queuedMs: 0, limitedMs: 0, connectMs: 0, wireMs: 20, requestId: `req-${Math.round(ms)}` },
  ...facts,
});

/**
 * The log of an `up` that creates so many resources. Some requests are refused, some connections are lost, and some
 * tasks fail. The same for each call.
 */
export function generatedLog(resources: number): LogEvent[] {
  const random = mulberry32(7);
  const free = Array<number>(PARALLEL).fill(100);
  const events: LogEvent[] = [startEvent];
  for (let number = 1; number <= resources; number++) {
    const lane = free.indexOf(Math.min(...free));
    const operation = new Operation(number, (free[lane] as number) + random() * 30, random, events);
    operation.run();
    free[lane] = operation.now + 5 + random() * 20;
  }
  const end = Math.max(...free);
  for (let now = 700; now < end; now += 900 + random() * 400)
    events.push(request(now, { path: "/cloud/v1/tasks", wireMs: 20 + random() * 60 }));
  return events.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

class Operation {
  private readonly urn: string;
  private readonly type: string;
  private readonly begin: number;
  private taskMs = 0;

  constructor(
    private readonly number: number,
    public now: number,
    private readonly random: () => number,
    private readonly events: LogEvent[],
  ) {
    this.begin = now;
    this.type = number % 5 === 0 ? "EdgeGroupMembership" : "Router";
    const name = `${this.type === "Router" ? "edge" : "member"}-${`${number}`.padStart(4, "0")}`;
    this.urn = urnOf(this.type, name);
  }

  run(): void {
    if (this.type === "Router") this.createRouter();
    else {
      this.request("POST", "/edge/v1/groups/7/clients");
      this.end("done");
    }
  }

  private createRouter(): void {
    this.request("GET", "/cloud/v1/routers/1/2");
    this.retried(this.random());
    const task = { id: `6f1c-${this.number}`, type: "create_router", urns: [this.urn] };
    this.taskMs = 1500 + this.random() * this.random() * 9000;
    this.events.push({ ...at(this.now + 400), event: "task", ...task, state: "RUNNING", ageMs: 400 });
    this.now += this.taskMs;
    const state = this.number % 70 === 8 ? "ERROR" : "FINISHED";
    this.events.push({ ...at(this.now), event: "task", ...task, state, ageMs: this.taskMs });
    if (state === "FINISHED") this.request("GET", `/cloud/v1/routers/1/2/${this.number}`);
    this.end(state === "FINISHED" ? "done" : "failed");
  }

  /** The POST, which may fail at first. */
  private retried(kind: number): void {
    const path = "/cloud/v1/routers/1/2";
    if (kind < 0.05) {
      this.request("POST", path, { status: 429, code: "rate-limited" });
      this.events.push({ ...at(this.now), event: "pause", reason: "rate limit", ms: 600 });
      this.request("POST", path, { attempt: 2, limitedMs: 600 });
    } else if (kind < 0.09) {
      this.request("POST", path, { status: undefined, error: "other side closed" } as object);
      const of = { operationId: this.number, urn: this.urn };
      this.events.push({ ...at(this.now), ...of, event: "pause", reason: "retry", ms: 800 });
      this.now += 800;
      this.request("POST", path, { attempt: 2, connectMs: 25 });
    } else this.request("POST", path);
  }

  private request(method: string, path: string, facts: Partial<RequestEvent> = {}): void {
    const queuedMs = this.random() < 0.3 ? this.random() * 120 : 0;
    const all = { queuedMs, limitedMs: 0, connectMs: 0, wireMs: 15 + this.random() * 70, ...facts };
    this.now += all.queuedMs + all.limitedMs + all.connectMs + all.wireMs;
    const of = { operationId: this.number, urn: this.urn };
    this.events.push(request(this.now, { method, path, ...of, ...all }));
  }

  private end(outcome: "done" | "failed"): void {
    this.events.push({
      ...at(this.now),
      ...{ event: "operation", operation: "create", operationId: this.number, urn: this.urn },
      ...{ type: this.type, id: `${this.number}`, outcome, ms: this.now - this.begin },
      ...{ taskMs: this.taskMs, pollMs: 0, lockMs: 0 },
      ...(outcome === "failed" && {
        code: "task-failed",
        message: "the platform could not create the router: region 2 has no capacity [task-failed]",
      }),
    });
  }
}

/** A small generator of random numbers. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
