import { valueGoal } from "../figure.mjs";
import { watchingServer, withPlatform } from "../support/platform.mjs";
import { PARALLEL, withStack } from "../support/stack.mjs";

// How a stack loads the platform: simultaneous requests, connections, and requests of runs without changes.

const MAX_CONCURRENT_REQUESTS = 4;
/** The routers of one page of the list. */
const PAGE_SIZE = 1_000;
/** Replies that take some time, so that requests are simultaneous. */
const SLOW = { fault: { kind: "slow", ms: 20 } };

/** @type {import("../register.mjs").Measurement} */
export const load = {
  name: "load",
  title: "Load on the platform",

  async measure({ quick, log }) {
    const count = quick ? 6 : 100;
    log(`${count} memberships with maxConcurrentRequests ${MAX_CONCURRENT_REQUESTS}`);
    const busy = await busyRun(count);
    log(`${count} routers without changes`);
    const { noOp, refresh } = await runsWithoutChanges(count);
    const goal = valueGoal(MAX_CONCURRENT_REQUESTS);
    const creation = `creating ${count} memberships at once, maxConcurrentRequests ${MAX_CONCURRENT_REQUESTS}`;
    const figures = [
      { what: creation, unit: "simultaneous requests", value: busy.concurrency, goal },
      {
        what: creation,
        unit: "connections",
        value: busy.connections,
        baseline: busy.requests,
        against: "one for each request",
      },
      {
        what: `\`up\` of ${count} routers without changes`,
        unit: "requests",
        value: noOp.requests,
        goal: valueGoal(0),
      },
      {
        what: `refresh of ${count} routers of one project and region`,
        unit: "requests",
        value: refresh.requests,
        // The first router is read alone, and the others come from the list.
        goal: valueGoal(1 + Math.ceil(count / PAGE_SIZE)),
      },
    ];
    return { figures, points: [] };
  },
};

function busyRun(count) {
  const setting = { "cloudplatform:maxConcurrentRequests": MAX_CONCURRENT_REQUESTS };
  return withPlatform({}, ({ config, counting, simulator }) =>
    withStack("memberships", { ...config, ...setting, count }, (stack) => {
      simulator.faults.add(SLOW);
      return watchingServer(() => counting(() => stack.run("up", "--parallel", count)));
    }),
  );
}

function runsWithoutChanges(count) {
  return withPlatform({ taskTime: 0 }, ({ config, counting }) =>
    withStack("routers", { ...config, count }, async (stack) => {
      await stack.run("up", ...PARALLEL);
      const noOp = await counting(() => stack.run("up", ...PARALLEL));
      const refresh = await counting(() => stack.run("refresh", ...PARALLEL));
      return { noOp, refresh };
    }),
  );
}
