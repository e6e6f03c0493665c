import { withPlatform } from "../support/platform.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// Several runs under one account, against the platform's limit of requests per second. Each process has its own gate for
// 429, so the processes find the limit by trying.

const PROCESSES = 8;
const PER_SECOND = 20;

/** @type {import("../register.mjs").Measurement} */
export const processes = {
  name: "processes",
  title: "Several runs under one account",

  async measure({ quick, log }) {
    const count = quick ? 2 : 20;
    const [runs, total] = quick ? [2, 4] : [PROCESSES, PROCESSES * count];
    log(`one run with ${total} resources, ${PER_SECOND} requests/s`);
    const alone = await create(1, total);
    log(`${runs} runs with ${count} resources each`);
    const together = await create(runs, count);
    const what = `${runs} runs with ${count} resources each, ${PER_SECOND} requests/s`;
    const against = `one run with ${total} resources`;
    return {
      figures: [
        { what, unit: "s", value: together.seconds, baseline: alone.seconds, against },
        {
          what,
          unit: "requests refused with 429",
          value: together.refused,
          baseline: alone.refused,
          against,
        },
      ],
      points: [],
    };
  },
};

/** Creates resources in several runs at once. */
function create(runs, count) {
  return withPlatform({}, async ({ config, simulator }) => {
    simulator.faults.add({ fault: { kind: "rate-limit", perSecond: PER_SECOND, retryAfter: 1 } });
    const all = await Promise.all(
      Array.from({ length: runs }, () =>
        withStack("memberships", { ...config, count }, (stack) => stack.run("up", ...PARALLEL)),
      ),
    );
    const refused = simulator.requests.filter(({ status }) => status === 429).length;
    return { seconds: Math.max(...all.map(({ seconds }) => seconds)), refused };
  });
}
