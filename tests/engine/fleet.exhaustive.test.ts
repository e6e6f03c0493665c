import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { type Command, root, start } from "../support/command";
import { CREATE, KEY, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";

// The example fleet: one program, and a stack for each customer, with the Automation API.

const COUNT = 5;

let platform: Simulator;
let project: Stack;

beforeAll(async () => {
  platform = await startPlatform();
  project = await Stack.create({ project: "examples/fleet" });
  writeCustomers(Array.from({ length: COUNT }, (_, index) => `customer-${index + 1}`));
});

afterAll(async () => {
  await platform?.close();
  project?.remove();
});

beforeEach(() => platform.clearRequests());

/** Writes customers with the settings that those of the example have. */
function writeCustomers(names: string[]): void {
  const example = JSON.parse(readFileSync(join(root, "examples", "fleet", "customers.json"), "utf8"));
  const settings = Object.keys(Object.values<object>(example)[0] ?? {});
  const entries = names.map((name, index) => [
    name,
    Object.fromEntries(settings.map((setting) => [setting, setting === "regionId" ? 2 : index + 1])),
  ]);
  project.write("customers.json", JSON.stringify(Object.fromEntries(entries)));
}

function startRollout(args: string[], url = platform.url): Command {
  const { PULUMI_STACK: _, ...others } = project.env;
  const env = { ...others, CLOUDPLATFORM_API_KEY: KEY, CLOUDPLATFORM_BASE_URL: url };
  return start("node", ["rollout.mts", ...args], { cwd: project.folder, env, detached: true });
}

async function endOf({ ended }: Command) {
  const { code, output } = await ended;
  return { code, lines: output.trimEnd().split("\n") };
}

const rollOut = (...args: string[]) => endOf(startRollout(args));

test.each([
  [["--resume"], "There is no rollout to resume: "],
  [["--nope"], "Unknown option '--nope'"],
  [["nobody"], "nobody"],
])("%j is rejected with an error, and without a request", async (args, message) => {
  const { code, lines } = await rollOut(...args);
  expect([code, lines[0]]).toEqual([1, expect.stringContaining(message)]);
  expect(platform.requests).toEqual([]);
});

test(`${COUNT} customers are rolled out; if the platform refuses one, the others succeed and the summary names it`, async () => {
  platform.faults.add("status:code=403@PUT /cloud/v2/client_quotas/5/notification_threshold");
  const { code, lines } = await rollOut("--parallel", "3");
  platform.faults.clear();
  expect(code).toBe(1);
  expect(lines).toContain(`${COUNT - 1} of ${COUNT} customers succeeded.`);
  const failed =
    /^Failed: customer-5: PUT \/cloud\/v2\/client_quotas\/5\/notification_threshold was answered 403/;
  expect(lines).toContainEqual(expect.stringMatching(failed));
  expect(platform.routers.all()).toHaveLength(COUNT);
  expect(lines.join("\n")).not.toContain(KEY);
}, 600_000);

test("--resume rolls out only the customer that failed, and creates no second router", async () => {
  const { code, lines } = await rollOut("--resume");
  expect(lines).toContain("customer-5: succeeded, 1 create");
  expect(lines).toContain(`${COUNT} of ${COUNT} customers succeeded.`);
  expect(code).toBe(0);
  expect(platform.count(CREATE)).toBe(0);
}, 120_000);
