// Waits for many tasks with a simulated clock: node --expose-gc long-run.cjs <tasks> <hours>. Prints the memory in use
// after a tenth of the tasks and after all of them, in megabytes.

const { createServer } = require("node:http");
const { once } = require("node:events");
const { Platform } = require("../../sdk/dist/platform/platform.js");

const [count, hours] = process.argv.slice(2).map(Number);
const HOUR_MS = 3_600_000;
const TASK_MS = { min: 5_000, max: 60_000 };
/** Turns of the event loop in which a request that was sent reaches the server. */
const TURNS = 5;

/** A clock that goes to the next sleeper's time when nothing else is left to do. */
class SimulatedClock {
  #time = Date.parse("2026-01-01T00:00:00Z");
  #sleepers = new Set();

  now = () => this.#time;
  wallTime = () => this.#time;
  random = () => 0.5;

  sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = () => {
        leave();
        reject(signal.reason);
      };
      const wake = () => {
        leave();
        resolve();
      };
      const sleeper = { until: this.#time + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", onAbort);
    });

  advance() {
    const next = [...this.#sleepers].reduce((one, other) => (other.until < one.until ? other : one));
    this.#time = Math.max(this.#time, next.until);
    next.wake();
  }
}

async function main() {
  const clock = new SimulatedClock();
  const ends = new Map();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    response.once("close", () => {
      requests -= 1;
    });
    reply(response, ends.get(request.url.replace("/v1/tasks/", "")), clock.now());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const configuration = {
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    apiKey: "simulator-key",
    requestTimeout: 30_000,
    maxRetries: 4,
    maxConcurrentRequests: 20,
  };
  const platform = new Platform(configuration, clock);

  let unfinished = 0;
  const runTask = async (index) => {
    const id = `task-${index}`;
    ends.set(id, clock.now() + TASK_MS.min + (index % 100) * ((TASK_MS.max - TASK_MS.min) / 100));
    await platform.waiter.wait([id], { signal: new AbortController().signal, status: () => {} });
    ends.delete(id);
    unfinished -= 1;
  };
  const startTasks = async (from, to) => {
    for (let index = from; index < to; index++) {
      await clock.sleep((hours * HOUR_MS) / count);
      void runTask(index);
    }
  };
  const runTasks = async (from, to) => {
    unfinished = to - from;
    void startTasks(from, to);
    while (unfinished > 0) {
      for (let turn = 0; turn < TURNS || requests > 0; turn++) await new Promise(setImmediate);
      if (unfinished > 0) clock.advance();
    }
  };

  const tenth = count / 10;
  await runTasks(0, tenth);
  const before = memory();
  await runTasks(tenth, count);
  console.log(JSON.stringify({ before, after: memory() }));
  await platform.close();
  server.close();
}

/** A task that is unknown never was, or has been awaited. */
function reply(response, end, now) {
  const [status, body] =
    end === undefined
      ? [404, { exception_class: "NotFound", message: "not found" }]
      : [200, { state: now >= end ? "FINISHED" : "RUNNING" }];
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function memory() {
  for (let pass = 0; pass < 3; pass++) global.gc();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

main();
