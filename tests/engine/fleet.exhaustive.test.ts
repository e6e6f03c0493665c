import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { type Command, root, start } from "../support/command";
import { Gate, type Hold } from "../support/gate";
import { CREATE, KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";
import { until } from "../support/until";

// The example fleet: one program, and a stack for each customer, with the Automation API.

const COUNT = 20;
const NAMES = Array.from({ length: COUNT }, (_, index) => `customer-${index + 1}`);

let platform: Simulator;
let project: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  project = await Stack.create({ project: "examples/fleet" });
  project.write("customers.json", JSON.stringify(customers(NAMES)));
});

afterAll(async () => {
  await platform?.close();
  project?.remove();
});

function customers(names: string[]) {
  return Object.fromEntries(
    names.map((name, index) => [name, { projectId: index + 1, regionId: 2, clientId: index + 1 }]),
  );
}

function startRollout(args: string[], url = platform.url): Command {
  const { PULUMI_STACK: _, ...others } = project.env;
  const env = { ...others, CLOUDPLATFORM_API_KEY: KEY, CLOUDPLATFORM_BASE_URL: url };
  return start("node", ["rollout.mts", ...args], { cwd: project.folder, env, detached: true });
}

async function rollOut(...args: string[]) {
  return endOf(startRollout(args));
}

async function endOf({ ended }: Command) {
  const { code, output } = await ended;
  return { code, lines: output.trimEnd().split("\n") };
}

/** Ctrl-C in a terminal: all processes of the foreground group get the signal. */
function pressCtrlC({ child }: Command): void {
  process.kill(-(child.pid as number), "SIGINT");
}

test("--resume before a first rollout is one error", async () => {
  const { code, lines } = await rollOut("--resume");
  expect([code, lines]).toEqual([
    1,
    [
      `There is no rollout to resume: ${join(project.folder, "rollout", "results.json")} does not exist. Run without --resume.`,
    ],
  ]);
});

test(`${COUNT} customers are rolled out; if the platform refuses one, the others succeed and the summary names it`, async () => {
  platform.faults.add("status:code=403@PUT /cloud/v2/client_quotas/5/notification_threshold");
  const { code, lines } = await rollOut("--parallel", "3");
  expect(code).toBe(1);
  expect(lines).toContainEqual(`${COUNT - 1} of ${COUNT} customers succeeded.`);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^Failed: customer-5: PUT \/cloud\/v2\/client_quotas\/5\/notification_threshold was answered 403/,
    ),
  );
  expect(platform.routers.all()).toHaveLength(COUNT);
  expect(lines.join("\n")).not.toContain(KEY);
}, 600_000);

test("--resume rolls out only the customer that failed, and creates no second router", async () => {
  platform.faults.clear();
  platform.clearRequests();
  const { code, lines } = await rollOut("--resume");
  expect(lines).toContainEqual("customer-5: succeeded, 1 create");
  expect(lines).toContainEqual(`${COUNT} of ${COUNT} customers succeeded.`);
  expect(code).toBe(0);
  expect(platform.count(CREATE)).toBe(0);
  expect(platform.quotas.thresholds()).toHaveLength(COUNT);
}, 120_000);

test("one customer is rolled out again without changes", async () => {
  const { code, lines } = await rollOut("customer-3");
  expect(lines).toEqual(["customer-3: succeeded, no changes", "", "1 of 1 customers succeeded."]);
  expect(code).toBe(0);
}, 120_000);

describe("Ctrl-C", () => {
  let gate: Gate;
  let creation: Hold;
  let rollout: Command;

  beforeEach(async () => {
    for (const { id } of platform.routers.all()) platform.routers.delete(id);
    rmSync(join(project.folder, "rollout"), { recursive: true });
    gate = await Gate.before(platform);
  });

  afterEach(() => gate.close());

  async function interrupt(name: string, next: string) {
    project.write("customers.json", JSON.stringify(customers([name, next])));
    creation = gate.hold("after", "POST /cloud/v1/routers/{project}/{region}");
    rollout = startRollout(["--parallel", "1"], gate.url);
    await until(() => creation.isReached);
    pressCtrlC(rollout);
    await until(() => rollout.printed().includes("Waiting for the running stacks."));
  }

  test("finishes the running stack and begins no other; --resume goes on", async () => {
    await interrupt("first-1", "first-2");
    creation.release();
    const { code, lines } = await endOf(rollout);
    expect(lines).toContainEqual(expect.stringMatching(/^first-1: succeeded, \d create$/));
    expect(lines).toContain("Not begun: first-2");
    expect(code).toBe(1);
    expect(await rollOut("--resume")).toMatchObject({ code: 0 });
    expect(platform.routers.all()).toHaveLength(2);
  }, 120_000);

  test("a second time cancels the running stack; its lock is released, and --resume creates no second router", async () => {
    await interrupt("second-1", "second-2");
    pressCtrlC(rollout);
    await until(() => rollout.printed().includes("Cancelling the running stacks."));
    creation.release();
    const { code, lines } = await endOf(rollout);
    expect(lines).toContain("Failed: second-1: cancelled");
    expect(code).toBe(1);
    expect(await rollOut("--resume")).toMatchObject({ code: 0 });
    expect(platform.routers.all()).toHaveLength(2);
  }, 120_000);
});

test("an unknown option is an error with the usage", async () => {
  const { code, lines } = await rollOut("--nope");
  expect(code).toBe(1);
  expect(lines[0]).toContain("Unknown option '--nope'");
  expect(lines).toContain("Usage: node rollout.mts [options] [customer...]");
});

test("an unknown customer is rejected before any request", async () => {
  platform.clearRequests();
  const { code, lines } = await rollOut("customer-99");
  expect(code).toBe(1);
  expect(lines).toEqual(["customers.json does not have customer-99."]);
  expect(platform.requests).toEqual([]);
});

test("customers.json of the example has the settings that the program requires", () => {
  const customers = JSON.parse(readFileSync(join(root, "examples", "fleet", "customers.json"), "utf8"));
  for (const settings of Object.values(customers))
    expect(Object.keys(settings as object).sort()).toEqual(["clientId", "projectId", "regionId"]);
});
