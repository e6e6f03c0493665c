import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { eventually } from "../support/command";
import { type Deployment, endDeployment, startDeployment } from "../support/deployment";
import { FIVE_RUNS } from "../support/interruption";
import { packageCommand } from "../support/package-command";

// A pipeline is cancelled as its runner does it: SIGINT to all processes, and SIGKILL to those that still run after some seconds. The
// next pipeline deploys the same program or the reverted one, with a refresh, on the same machine or on another one. After it the
// platform has what the program declares, and nothing is left over.

/** What GitHub Actions gives before it sends more signals. tests/interruption kills processes at once. */
const GRACE_MS = 7_500;
const NAMES = ["edge-1", "edge-2", "edge-3"];
const REFRESH = ["--refresh", "--run-program"];

/** Where routers are, and how they are named; undefined if the program declares none. */
interface Declared {
  regionId: number;
  suffix?: string;
}

const HERE: Declared = { regionId: 2 };

const ACTIONS: Record<string, [before: Declared | undefined, cancelled: Declared | undefined]> = {
  create: [undefined, HERE],
  update: [HERE, { regionId: 2, suffix: "-renamed" }],
  replace: [HERE, { regionId: 3 }],
  delete: [HERE, undefined],
};

let deployment: Deployment;

beforeEach(async () => {
  deployment = await startDeployment({ taskTime: "manual" }, { ownProcess: true });
});

afterEach(() => endDeployment(deployment));

function routersOf(declared: Declared | undefined) {
  if (declared === undefined) return [];
  const { regionId, suffix = "" } = declared;
  return NAMES.map((name) => ({ name: name + suffix, regionId }));
}

function declare(declared: Declared | undefined): void {
  const lines = routersOf(declared).map((args, index) => {
    const inputs = JSON.stringify({ projectId: 1, ...args });
    return `new cloudplatform.Router("${NAMES[index]}", ${inputs});`;
  });
  deployment.stack.program(lines.join("\n"));
}

/** Runs `up` while the platform finishes each task. */
async function up(...args: string[]): Promise<void> {
  const { stack, platform } = deployment;
  const worker = setInterval(() => platform.tasks.finish(), 50);
  await stack.up(...REFRESH, ...args).finally(() => clearInterval(worker));
}

/** Runs `up` until each router has a task, and cancels it. The tasks go on at the platform, and end. */
async function cancelUp(): Promise<void> {
  const { stack, platform } = deployment;
  const run = await stack.begin("up", "--yes", "--skip-preview", ...REFRESH);
  const { tasks } = platform;
  await eventually(() => tasks.pending().length === NAMES.length);
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of stack.processes()) kill(pid, name);
  };
  signal("SIGINT");
  const grace = setTimeout(() => signal("SIGKILL"), GRACE_MS);
  expect((await run.ended.finally(() => clearTimeout(grace))).code).not.toBe(0);
  await eventually(() => stack.processes().length === 0);
  tasks.finish();
}

/** A process may have ended since it was listed. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

const MACHINES: Record<string, () => Promise<void>> = {
  "on the same machine": async () => {},
  "on another machine": async () => {
    deployment.stack.env.PULUMI_HOME += "-of-another-machine";
  },
  "on another machine, after recover": async () => {
    deployment.stack.env.PULUMI_HOME += "-of-another-machine";
    const { code, output } = await packageCommand(deployment.stack, ["recover"]);
    expect([code, output]).toEqual([0, output]);
  },
};

/** Every action on every machine. Each of them is followed by both programs. */
const CASES = Object.keys(ACTIONS).flatMap((action, row) =>
  Object.keys(MACHINES).map((machine, column) => ({
    action,
    machine,
    program: (row + column) % 2 === 0 ? "the same program" : "the reverted program",
  })),
);

test.each(CASES)(
  "a cancelled $action of three routers, $machine, is followed by a run of $program, which leaves what it declares",
  async ({ action, machine, program }) => {
    const { stack, platform } = deployment;
    const [before, cancelled] = ACTIONS[action] as (typeof ACTIONS)[string];
    const next = program === "the same program" ? cancelled : before;
    declare(before);
    await up();
    declare(cancelled);
    await cancelUp();
    declare(next);
    await stack.pulumi("cancel", "--yes");
    await MACHINES[machine]?.();
    await up();
    const live = platform.routers.all().map(({ name, region_id: regionId }) => ({ name, regionId }));
    expect(live.sort((one, other) => one.name.localeCompare(other.name))).toEqual(routersOf(next));
    const ids = platform.routers.all().map(({ id }) => id);
    expect((await stack.resources()).map(({ id }) => id).sort()).toEqual(ids.sort());
    await up("--expect-no-changes");
  },
  FIVE_RUNS,
);
