import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { eventually, failing } from "../support/command";
import { CREATE, changes, KEY, OFFICE, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";

// A run ends before the platform has created the routers. The next commands create no router twice and leave none
// behind. Deployments differ in whether they list a router while it is being created, so the stack has the same
// routers in one deployment of each type, with a Provider for each.

const DEPLOYMENTS = { listed: true, unlisted: false };
type Deployment = keyof typeof DEPLOYMENTS;

const platforms = {} as Record<Deployment, Simulator>;
let stack: Stack;

beforeAll(async () => {
  for (const [deployment, visibleWhileCreating] of Object.entries(DEPLOYMENTS))
    platforms[deployment as Deployment] = await startPlatform({ taskTime: "manual", visibleWhileCreating });
  stack = await Stack.create({
    config: { "cloudplatform:minPollInterval": "50ms" },
    secrets: { "cloudplatform:apiKey": KEY },
  });
});

afterAll(async () => {
  for (const platform of Object.values(platforms)) await platform.close();
  stack?.remove();
});

beforeEach(() => {
  for (const platform of Object.values(platforms)) platform.clearRequests();
});

const SHORT_TIMEOUTS = { create: "5s", delete: "5s" };

const PARALLEL = ["--parallel", "20"];

/** In each deployment, a router for each name in the program. */
function declare(routers: Record<string, object>, customTimeouts: object = SHORT_TIMEOUTS): void {
  const lines = Object.entries(platforms).flatMap(([deployment, { url }]) => [
    `const ${deployment} = new cloudplatform.Provider("${deployment}", { baseUrl: "${url}" });`,
    ...Object.entries(routers).map(([name, args]) => {
      const all = JSON.stringify({ projectId: 1, regionId: 2, name, ...args });
      const options = `{ provider: ${deployment}, customTimeouts: ${JSON.stringify(customTimeouts)} }`;
      return `new cloudplatform.Router("${name}-${deployment}", ${all}, ${options});`;
    }),
  ]);
  stack.program(lines.join("\n"));
}

/** The same value for each deployment, to be compared with the result of `both`. */
function byDeployment<T>(of: (platform: Simulator) => T): Record<Deployment, T> {
  return { listed: of(platforms.listed), unlisted: of(platforms.unlisted) };
}

const inBoth = <T>(expected: T) => byDeployment(() => expected);

/** Runs a command while the platforms finish every task. */
function whileTasksFinish<T>(running: Promise<T>): Promise<T> {
  const worker = setInterval(() => byDeployment(({ tasks }) => tasks.finish()), 50);
  return running.finally(() => clearInterval(worker));
}

const names = ({ routers }: Simulator) =>
  routers
    .all()
    .map(({ name }) => name)
    .sort();

async function expectStateToMatchThePlatforms(): Promise<void> {
  const inState = (await stack.resources()).map(({ id, outputs }) => [id, outputs.routerId]);
  const existing = Object.values(platforms).flatMap(({ routers }) => routers.all().map(({ id }) => [id, id]));
  expect(inState.sort()).toEqual(existing.sort());
}

let doomed: Record<Deployment, string | undefined>;

test("creations that exceed their timeouts are in the state, each requested once", async () => {
  declare({ failing: {}, same: {}, changed: {} });
  const up = await failing(stack.up(...PARALLEL));
  expect(up.output).toContain("Nothing is lost");
  expect(byDeployment((platform) => platform.count(CREATE))).toEqual(inBoth(3));
  expect(await stack.resources()).toHaveLength(6);
  doomed = byDeployment((platform) => {
    const requested = changes(platform).map(([, body]) => (body as { name: string }).name);
    return platform.tasks.all()[requested.indexOf("failing")]?.id;
  });
});

test("the next up continues each of them, and reports those that failed at the platform", async () => {
  for (const [deployment, id] of Object.entries(doomed))
    platforms[deployment as Deployment].tasks.fail(id, "No hypervisor has room for it");
  declare({
    failing: {},
    same: {},
    changed: { name: "renamed", interfaces: [{ subnetId: OFFICE }] },
  });
  const up = await whileTasksFinish(
    (await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error")).ended,
  );
  expect(up.output).toContain("No hypervisor has room for it");
  expect(byDeployment(names)).toEqual(inBoth(expect.arrayContaining(["renamed", "same"])));
  const created = (platform: Simulator) =>
    changes(platform).filter(([call]) => call.startsWith("POST /cloud/v1/routers/1/2"));
  expect(byDeployment(created)).toEqual(
    inBoth(expect.not.arrayContaining([["POST /cloud/v1/routers/1/2", { name: "same" }]])),
  );
});

test("after up --refresh the failed router exists as well, and a preview shows no change", async () => {
  await whileTasksFinish(stack.up("--refresh"));
  expect(byDeployment(names)).toEqual(inBoth(["failing", "renamed", "same"]));
  await expectStateToMatchThePlatforms();
  await stack.up("--expect-no-changes");
  await stack.drift();
});

test("a destroy that exceeds its timeouts is finished by the next one", async () => {
  await failing(stack.destroy(...PARALLEL));
  expect(byDeployment((platform) => platform.count({ method: "DELETE" }))).toEqual(inBoth(3));
  await whileTasksFinish(stack.destroy());
  expect(byDeployment(names)).toEqual(inBoth([]));
  expect(await stack.resources()).toEqual([]);
});

/** Ends a command after it has read the tasks, alone or as a list. Otherwise it would wait for them for twenty minutes. */
async function cancelled(command: string, signal: NodeJS.Signals, toProvider = false): Promise<void> {
  const running = await stack.begin(command, "--yes", "--skip-preview");
  const isPoll = ({ method, path }: { method: string; path: string }) =>
    method === "GET" && /^(?:\/cloud)?\/v1\/tasks\b/.test(path);
  const isWaiting = ({ tasks, requests }: Simulator) => tasks.pending().length > 0 && requests.some(isPoll);
  await eventually(() => Object.values(platforms).every(isWaiting));
  const providers = stack.processes().filter((one) => one.command.includes("dynamic-provider"));
  if (toProvider) for (const { pid } of providers) process.kill(pid, signal);
  running.child.kill(signal);
  const { output } = await failing(running.ended);
  for (const { tasks } of Object.values(platforms))
    expect(output).toContain(
      `the run was cancelled: the platform's task ${tasks.pending()[0]?.id} had not ended`,
    );
  expect(output).toContain("Nothing is lost");
}

test("Ctrl-C during the creation of a router: the error names the task, and the next up continues without a second creation", async () => {
  declare({ edge: { name: "edge-router" } }, {});
  await cancelled("up", "SIGINT");
  expect(await stack.resources()).toHaveLength(2);
  await whileTasksFinish(stack.up());
  await expectStateToMatchThePlatforms();
  await stack.up("--expect-no-changes");
  expect(byDeployment((platform) => platform.count(CREATE))).toEqual(inBoth(1));
});

test("SIGINT to all processes of a job that is stopped is a cancellation: the next up continues the change", async () => {
  declare({ edge: { name: "edge-2" } }, {});
  await cancelled("up", "SIGINT", true);
  await whileTasksFinish(stack.up());
  await expectStateToMatchThePlatforms();
  expect(byDeployment(names)).toEqual(inBoth(["edge-2"]));
});

test("SIGTERM during the deletion of routers: the error names the task, and the next destroy finishes the deletion", async () => {
  await cancelled("destroy", "SIGTERM");
  expect(await stack.resources()).toHaveLength(2);
  await whileTasksFinish(stack.destroy());
  expect(byDeployment(names)).toEqual(inBoth([]));
  expect(await stack.resources()).toEqual([]);
});
