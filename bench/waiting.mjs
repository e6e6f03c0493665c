// What waiting for tasks costs, in a simulation without real time: the added wait after the end of a task, and the
// requests per task. The waiter and its policy are those of the compiled package.

import { createRequire } from "node:module";
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
/** The requests that begin the tasks of a round follow each other. */
const BEGIN_MS = 5;
const TYPE = "simulated_task";
/** The earlier tasks that the list shows. */
const LISTED_TASKS = 16;
/** When they began. */
const LISTED_MS = 3_600_000;
/** Tasks of other users begin between those of a round. */
const OTHERS = 0.5;

/**
 * Lengths of tasks as multiples of the usual length, by the name of the distribution. `position` is the share of the
 * tasks of a round that have begun before.
 *
 * @type {Record<string, (random: () => number, position: number) => number>}
 */
const DISTRIBUTIONS = {
  "±20 %": (random) => 0.8 + 0.4 * random(),
  "heavy tail": (random) => Math.exp(0.8 * gaussian(random)),
  "growing under load": (random, position) => (1 + 2 * position) * (0.9 + 0.2 * random()),
};

/** Whether the deployment lists tasks, and whether the list shows earlier tasks. Otherwise the first that end show the usual time. */
const POLICIES = {
  "every 3 s": { every: 3_000 },
  listed: {},
  "listed, earlier": { listed: true },
};

/** A platform whose tasks end at a given time, and a waiter with the policy. Counts the requests. */
class SimulatedPlatform {
  requests = 0;
  added = [];
  tasks = new Map();
  newestFirst = [];

  constructor(policy, random) {
    this.policy = policy;
    this.random = random;
    this.clock = new SimulatedClock(random);
    this.waiter = new TaskWaiter({
      get: (id) => this.request(() => this.stateOf(id)),
      list: (limit) => this.request(() => this.newest(limit)),
      clock: this.clock,
    });
  }

  /** Begins a task of this length and waits for it. */
  async runTask(length) {
    const begin = this.clock.now();
    const id = this.add(begin, length);
    if (this.random() < OTHERS) this.add(begin, length);
    await this.clock.sleep(LATENCY_MS);
    await this.waitFor(id);
    this.added.push(this.clock.now() - begin - length);
  }

  async waitFor(id) {
    const { every } = this.policy;
    const options = { signal: new AbortController().signal, status: () => {}, begunBy: "a change" };
    if (every === undefined) return this.waiter.wait([id], options);
    do await this.clock.sleep(every);
    while ((await this.request(() => this.stateOf(id))).state !== "FINISHED");
  }

  add(begin, length) {
    const id = `task-${this.tasks.size}`;
    this.tasks.set(id, { begin, length });
    this.newestFirst.unshift(id);
    return id;
  }

  /** The tasks that came before those that are measured. */
  addEarlier({ listed }, length) {
    if (listed)
      for (let task = 0; task < LISTED_TASKS; task++) this.add(-LISTED_MS * this.random(), length());
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
async function waitTogether({ policy, distribution, seconds, together }) {
  const random = randomFor(`${distribution} ${seconds} ${together}`);
  const lengthAt = (position) => seconds * 1000 * DISTRIBUTIONS[distribution](random, position);
  const platforms = [];
  for (let round = 0; round < Math.max(2, TASKS_PER_SCENARIO / together); round++) {
    const platform = new SimulatedPlatform(policy, random);
    const { clock } = platform;
    platform.addEarlier(policy, () => lengthAt(0));
    const runAt = async (index) => {
      await clock.sleep(index * BEGIN_MS);
      await platform.runTask(lengthAt(index / together));
    };
    await clock.run(Promise.all(Array.from({ length: together }, (_, index) => runAt(index))));
    platforms.push(platform);
  }
  return summary(platforms);
}

/** The times in the platform's records. */
function wholeSeconds(ms) {
  return Math.floor(ms / 1000) * 1000;
}

function summary(platforms) {
  const added = platforms.flatMap((platform) => platform.added);
  const requests = platforms.reduce((sum, platform) => sum + platform.requests, 0);
  return {
    addedMedian: quantile(added, 0.5) / 1000,
    added95: quantile(added, 0.95) / 1000,
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

/** All scenarios, as rows of plain data: added waits in seconds, and requests per task. */
export async function simulateWaiting() {
  const rows = [];
  for (const distribution of Object.keys(DISTRIBUTIONS))
    for (const seconds of SECONDS)
      for (const together of TOGETHER)
        for (const policy of Object.keys(POLICIES)) {
          const result = await waitTogether({ policy: POLICIES[policy], distribution, seconds, together });
          rows.push({ distribution, seconds, together, policy, ...result });
        }
  return rows;
}
