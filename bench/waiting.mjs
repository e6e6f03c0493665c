// What waiting for tasks costs, in a simulation without real time: the added wait after the end of a task, and the
// requests per task. The waiter and its policy are those of the compiled package:
//
//   npm run build && node bench/waiting.mjs [distribution ...]

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { gaussian, randomNumbers } from "./support/random.mjs";
import { SimulatedClock } from "./support/simulated-clock.mjs";

const require = createRequire(import.meta.url);
const { TaskWaiter } = require("../sdk/dist/platform/tasks/waiter.js");

const SECONDS = [0.3, 1, 8, 60, 600];
const TOGETHER = [1, 10, 100];
/** The tasks of a scenario, in rounds of those that begin together. */
const TASKS_PER_SCENARIO = 200;
/** One request and its reply. */
const LATENCY_MS = 20;
const ROUNDS_OF_WORK = 10;
/** The requests that begin the tasks of a round follow each other. */
const BEGIN_MS = 5;
const TYPE = "simulated_task";
/** The earlier tasks that the list shows. */
const LISTED_TASKS = 16;
/** When they began. */
const LISTED_MS = 3_600_000;
/** The earlier tasks that the same process has awaited. */
const AWAITED_TASKS = 4;
/** Tasks of other users begin between those of a round. */
const OTHERS = 0.5;

/** The bounds of the pauses: those of the first versions, and the defaults. */
const FORMER = { min: 500, max: 15_000 };
const DEFAULTS = { min: 100, max: 240_000 };

/**
 * Lengths of tasks as multiples of the usual length, by the name of the distribution. `position` is the share of the
 * tasks of a round that have begun before.
 *
 * @type {Record<string, (random: () => number, position: number) => number>}
 */
const DISTRIBUTIONS = {
  constant: () => 1,
  "±20 %": (random) => 0.8 + 0.4 * random(),
  normal: (random) => Math.max(0.6, 1 + 0.1 * gaussian(random)),
  "heavy tail": (random) => Math.exp(0.8 * gaussian(random)),
  bimodal: (random) => (random() < 0.8 ? 1 : 4) * (0.9 + 0.2 * random()),
  "growing under load": (random, position) => (1 + 2 * position) * (0.9 + 0.2 * random()),
};

/**
 * Whether the deployment lists tasks, and whether the list shows earlier tasks, or the process has awaited some. Otherwise
 * the first tasks that end show the usual time.
 */
const POLICIES = {
  "every 3 s": { interval: { min: 3_000, max: 3_000 } },
  "25 % of age": { interval: FORMER },
  alone: { interval: DEFAULTS },
  listed: { interval: DEFAULTS, list: true },
  "listed, earlier": { interval: DEFAULTS, list: true, listed: true },
  "alone, later": { interval: DEFAULTS, awaited: true },
};

/** Work of which so many tasks run at once, as with `pulumi up --parallel`. */
const WORKS = [
  { tasks: 20, seconds: 8, parallel: 10 },
  { tasks: 100, seconds: 1, parallel: 10 },
];

/** A platform whose tasks end at a given time, and a waiter with the policy. Counts the requests. */
class SimulatedPlatform {
  requests = 0;
  added = [];
  tasks = new Map();
  newestFirst = [];

  constructor(policy, random) {
    this.random = random;
    this.clock = new SimulatedClock(random);
    this.waiter = new TaskWaiter({
      get: (id) => this.request(() => this.stateOf(id)),
      ...(policy.list && { list: (limit) => this.request(() => this.newest(limit)) }),
      interval: policy.interval,
      clock: this.clock,
    });
  }

  /** Begins a task of this length and waits for it. */
  async runTask(length) {
    const begin = this.clock.now();
    const id = this.add(begin, length);
    if (this.random() < OTHERS) this.add(begin, length);
    await this.clock.sleep(LATENCY_MS);
    const status = () => {};
    await this.waiter.wait([id], { signal: new AbortController().signal, status, isNew: true });
    this.added.push({ length, added: this.clock.now() - begin - length });
  }

  add(begin, length) {
    const id = `task-${this.tasks.size}`;
    this.tasks.set(id, { begin, length });
    this.newestFirst.unshift(id);
    return id;
  }

  /** Ends the tasks that came before those that are measured. */
  async runEarlier({ listed, awaited }, length) {
    if (listed)
      for (let task = 0; task < LISTED_TASKS; task++) this.add(-LISTED_MS * this.random(), length());
    if (awaited) for (let task = 0; task < AWAITED_TASKS; task++) await this.runTask(length());
    this.requests = 0;
    this.added = [];
  }

  async request(answer) {
    this.requests += 1;
    await this.clock.sleep(LATENCY_MS / 2);
    const result = answer();
    await this.clock.sleep(LATENCY_MS / 2);
    return result;
  }

  newest(limit) {
    return this.newestFirst.slice(0, limit).map((id) => this.stateOf(id));
  }

  stateOf(id) {
    const { begin, length } = this.tasks.get(id);
    const isOver = this.clock.now() >= begin + length;
    const state = isOver ? "FINISHED" : "RUNNING";
    const duration = wholeSeconds(begin + length) - wholeSeconds(begin);
    return { id, type: TYPE, state, created: {}, ...(isOver && { duration }) };
  }
}

/** Tasks that begin together, in rounds. */
export async function waitTogether({ policy, distribution, seconds, together }) {
  const random = randomFor(`${distribution} ${seconds} ${together}`);
  const lengthAt = (position) => seconds * 1000 * DISTRIBUTIONS[distribution](random, position);
  const platforms = [];
  for (let round = 0; round < Math.max(2, TASKS_PER_SCENARIO / together); round++) {
    const platform = new SimulatedPlatform(policy, random);
    const { clock } = platform;
    await clock.run(platform.runEarlier(policy, () => lengthAt(0)));
    const runAt = async (index) => {
      await clock.sleep(index * BEGIN_MS);
      await platform.runTask(lengthAt(index / together));
    };
    await clock.run(Promise.all(Array.from({ length: together }, (_, index) => runAt(index))));
    platforms.push(platform);
  }
  return summary(platforms);
}

/** Tasks of which so many run at once. */
export async function waitInParallel({ policy, distribution, tasks, seconds, parallel }) {
  const platforms = [];
  const times = [];
  for (let round = 0; round < ROUNDS_OF_WORK; round++) {
    const random = randomFor(`${distribution} ${seconds} ${tasks} ${round}`);
    const length = () => seconds * 1000 * DISTRIBUTIONS[distribution](random, 0);
    const platform = new SimulatedPlatform(policy, random);
    const lengths = Array.from({ length: tasks }, length);
    await platform.clock.run(platform.runEarlier(policy, length));
    const begin = platform.clock.now();
    const worker = async (index) => {
      await platform.clock.sleep(index * BEGIN_MS);
      for (let length = lengths.pop(); length !== undefined; length = lengths.pop())
        await platform.runTask(length);
    };
    await platform.clock.run(Promise.all(Array.from({ length: parallel }, (_, index) => worker(index))));
    platforms.push(platform);
    times.push((platform.clock.now() - begin) / 1000);
  }
  return { ...summary(platforms), total: quantile(times, 0.5) };
}

/** The times in the platform's records. */
function wholeSeconds(ms) {
  return Math.floor(ms / 1000) * 1000;
}

function summary(platforms) {
  const added = platforms.flatMap((platform) => platform.added);
  const shares = added.map(({ length, added: ms }) => ms / length);
  const requests = platforms.reduce((sum, platform) => sum + platform.requests, 0);
  return {
    addedMedian:
      quantile(
        added.map((one) => one.added),
        0.5,
      ) / 1000,
    added95:
      quantile(
        added.map((one) => one.added),
        0.95,
      ) / 1000,
    shareMedian: quantile(shares, 0.5),
    share95: quantile(shares, 0.95),
    requests: requests / added.length,
  };
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Repeatable random numbers. */
function randomFor(seed) {
  return randomNumbers(
    [...seed].reduce((hash, character) => (Math.imul(hash, 31) + character.codePointAt(0)) | 0, 7),
  );
}

/**
 * All scenarios, as rows of plain data: added waits in seconds (`addedMedian`, `added95`) and as shares of the task's
 * length (`shareMedian`, `share95`), and requests per task.
 */
export async function simulateWaiting({
  distributions = Object.keys(DISTRIBUTIONS),
  policies = Object.keys(POLICIES),
} = {}) {
  const rows = [];
  for (const distribution of distributions)
    for (const seconds of SECONDS)
      for (const together of TOGETHER)
        for (const policy of policies) {
          const result = await waitTogether({ policy: POLICIES[policy], distribution, seconds, together });
          rows.push({ distribution, seconds, together, policy, ...result });
        }
  return rows;
}

/** The works, as rows with the same data and the seconds of the whole work (`total`). */
export async function simulateWork({ distribution = "±20 %", policies = Object.keys(POLICIES) } = {}) {
  const rows = [];
  for (const work of WORKS)
    for (const policy of policies) {
      const result = await waitInParallel({ policy: POLICIES[policy], distribution, ...work });
      rows.push({ distribution, ...work, policy, ...result });
    }
  return rows;
}

function print(title, rows, nameOf, textOf) {
  const table = {};
  for (const row of rows) table[nameOf(row)] = { ...table[nameOf(row)], [row.policy]: textOf(row) };
  console.log(`\n${title}`);
  console.table(table);
}

function costText({ shareMedian, share95, requests }) {
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  return `${percent(shareMedian)}, ${percent(share95)}; ${requests.toFixed(2)}`;
}

async function main(names) {
  const rows = await simulateWaiting(names.length > 0 ? { distributions: names } : {});
  for (const distribution of new Set(rows.map((row) => row.distribution)))
    print(
      `${distribution}: added wait (median, 95th percentile); requests per task`,
      rows.filter((row) => row.distribution === distribution),
      ({ seconds, together }) => `${seconds} s × ${together}`,
      costText,
    );
  print(
    "Whole work, ±20 %: seconds; added wait; requests per task",
    await simulateWork(),
    ({ tasks, seconds, parallel }) => `${tasks} × ${seconds} s, parallel ${parallel}`,
    (row) => `${row.total.toFixed(1)} s; ${costText(row)}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));
