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
    const begin = (free[lane] as number) + random() * 30;
    free[lane] = create(number, begin, random, events) + 5 + random() * 20;
  }
  const end = Math.max(...free);
  for (let now = 700; now < end; now += 900 + random() * 400)
    events.push(request(now, { path: "/cloud/v1/tasks", wireMs: 20 + random() * 60 }));
  return events.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
}

/** Adds the events of one creation. Returns its end. */
function create(number: number, begin: number, random: () => number, events: LogEvent[]): number {
  const [type, noun] = number % 5 === 0 ? ["EdgeGroupMembership", "member"] : ["Router", "edge"];
  const of = { operationId: number, urn: urnOf(type, `${noun}-${`${number}`.padStart(4, "0")}`) };
  const isFailed = type === "Router" && number % 70 === 8;
  let [now, taskMs] = [begin, 0];

  const send = (method: string, path: string, facts: Partial<RequestEvent> = {}) => {
    const queuedMs = random() < 0.3 ? random() * 120 : 0;
    const all = { queuedMs, limitedMs: 0, connectMs: 0, wireMs: 15 + random() * 70, ...facts };
    now += all.queuedMs + all.limitedMs + all.connectMs + all.wireMs;
    events.push(request(now, { method, path, ...of, ...all }));
  };

  if (type === "Router") {
    const path = "/cloud/v1/routers/1/2";
    send("GET", path);
    // The POST may fail at first.
    const kind = random();
    if (kind < 0.05) {
      send("POST", path, { status: 429, code: "rate-limited" });
      events.push({ ...at(now), event: "pause", reason: "rate limit", ms: 600 });
      send("POST", path, { attempt: 2, limitedMs: 600 });
    } else if (kind < 0.09) {
      send("POST", path, { status: undefined, error: "other side closed" } as object);
      events.push({ ...at(now), ...of, event: "pause", reason: "retry", ms: 800 });
      now += 800;
      send("POST", path, { attempt: 2, connectMs: 25 });
    } else send("POST", path);
    const task = { event: "task" as const, id: `6f1c-${number}`, type: "create_router", urns: [of.urn] };
    taskMs = 1500 + random() * random() * 9000;
    events.push({ ...at(now + 400), ...task, state: "RUNNING", ageMs: 400 });
    now += taskMs;
    events.push({ ...at(now), ...task, state: isFailed ? "ERROR" : "FINISHED", ageMs: taskMs });
    if (!isFailed) send("GET", `${path}/${number}`);
  } else send("POST", "/edge/v1/groups/7/clients");

  events.push({
    ...{ ...at(now), event: "operation", operation: "create", ...of, type, id: `${number}` },
    ...{ outcome: isFailed ? "failed" : "done", ms: now - begin, taskMs, pollMs: 0, lockMs: 0 },
    ...(isFailed && {
      code: "task-failed",
      message: "the platform could not create the router: region 2 has no capacity [task-failed]",
    }),
  });
  return now;
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
