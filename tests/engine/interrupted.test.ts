import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { eventually, failing } from "../support/command";
import { CREATE, changes, KEY, OFFICE, startPlatform } from "../support/platform";
import { Stack } from "../support/stack";

// A run ended before the platform had created the routers. Whatever the user does next, no router is created twice and
// none is left behind. Deployments differ in whether a router is listed while it is being created, so the stack has the
// same routers in one deployment of each kind, with a Provider for each.

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

const LITTLE_TIME = { create: "5s", delete: "5s" };

const ALL_AT_ONCE = ["--parallel", "20"];

/** In each deployment, a router for each name in the program. */
function declare(routers: Record<string, object>, customTimeouts: object = LITTLE_TIME): void {
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

/** The same of each deployment, to be compared with `both`. */
function each<T>(of: (platform: Simulator) => T): Record<Deployment, T> {
  return { listed: of(platforms.listed), unlisted: of(platforms.unlisted) };
}

const both = <T>(expected: T) => each(() => expected);

/** Runs a command during which the platforms carry out every task. */
function withTasks<T>(running: Promise<T>): Promise<T> {
  const worker = setInterval(() => each(({ tasks }) => tasks.finish()), 50);
  return running.finally(() => clearInterval(worker));
}

const names = ({ routers }: Simulator) =>
  routers
    .all()
    .map(({ name }) => name)
    .sort();

const regions = ({ routers }: Simulator) =>
  routers.all().map(({ name, region_id }) => `${name} in ${region_id}`);

async function expectStateToMatchThePlatforms(): Promise<void> {
  const inState = (await stack.resources()).map(({ id, outputs }) => [id, outputs.routerId]);
  const existing = Object.values(platforms).flatMap(({ routers }) => routers.all().map(({ id }) => [id, id]));
  expect(inState.sort()).toEqual(existing.sort());
}

let doomed: Record<Deployment, string | undefined>;

test("creations that outlast their timeouts are in the state, each requested once", async () => {
  declare({ failing: {}, same: {}, changed: {} });
  const up = await failing(stack.up(...ALL_AT_ONCE));
  expect(up.output).toContain("Nothing is lost");
  expect(each((platform) => platform.count(CREATE))).toEqual(both(3));
  expect(await stack.resources()).toHaveLength(6);
  doomed = each((platform) => {
    const requested = changes(platform).map(([, body]) => (body as { name: string }).name);
    return platform.tasks.all()[requested.indexOf("failing")]?.id;
  });
});

test("a preview of what comes next asks the platform nothing", async () => {
  await stack.preview();
  expect(each(({ requests }) => requests)).toEqual(both([]));
});

test("the next up continues each of them, and reports which the platform has failed", async () => {
  for (const [deployment, id] of Object.entries(doomed))
    platforms[deployment as Deployment].tasks.fail(id, "No hypervisor has room for it");
  declare({
    failing: {},
    same: {},
    changed: { name: "renamed", interfaces: [{ subnetId: OFFICE }] },
  });
  const up = await withTasks(
    (await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error")).ended,
  );
  expect(up.output).toContain("No hypervisor has room for it");
  expect(each(names)).toEqual(both(expect.arrayContaining(["renamed", "same"])));
  const created = (platform: Simulator) =>
    changes(platform).filter(([call]) => call.startsWith("POST /cloud/v1/routers/1/2"));
  expect(each(created)).toEqual(
    both(expect.not.arrayContaining([["POST /cloud/v1/routers/1/2", { name: "same" }]])),
  );
});

test("after up --refresh the failed router exists as well, and there is nothing left to do", async () => {
  await withTasks(stack.up("--refresh"));
  expect(each(names)).toEqual(both(["failing", "renamed", "same"]));
  await expectStateToMatchThePlatforms();
  await stack.up("--expect-no-changes");
  await stack.drift();
});

test("a destroy that outlasts its timeouts is finished by the next one", async () => {
  await failing(stack.destroy(...ALL_AT_ONCE));
  expect(each((platform) => platform.count({ method: "DELETE" }))).toEqual(both(3));
  await withTasks(stack.destroy());
  expect(each(names)).toEqual(both([]));
  expect(await stack.resources()).toEqual([]);
});

test("a refresh after the timeout reads the id, and up has nothing to create", async () => {
  declare({ edge: { name: "edge-router" } }, { create: "5s" });
  await failing(stack.up());
  await withTasks(stack.refresh());
  await expectStateToMatchThePlatforms();
  await stack.up();
  expect(each(changes)).toEqual(both([["POST /cloud/v1/routers/1/2", { name: "edge-router" }]]));
});

test("after the timeout, a router that is removed from the program is deleted, and one in another region is replaced", async () => {
  const edge = { name: "edge-router" };
  declare({ edge, removed: {}, moved: {} });
  await failing(stack.up());
  declare({ edge, moved: { regionId: 3 } }, {});
  await withTasks(stack.up());
  expect(each(regions)).toEqual(both(["edge-router in 2", "moved in 3"]));
  const deleted = (platform: Simulator) => platform.count({ method: "DELETE" });
  expect(each(deleted)).toEqual(both(2));
  expect(each((platform) => platform.count(CREATE))).toEqual(both(3));
  await expectStateToMatchThePlatforms();
});

/** Ends a command after it has read the tasks, for which it would wait for twenty minutes. */
async function cancelled(command: string, signal: NodeJS.Signals): Promise<void> {
  const running = await stack.begin(command, "--yes", "--skip-preview");
  const isWaiting = ({ tasks, requests }: Simulator) =>
    tasks.pending().some(({ id }) => requests.some(({ path }) => path.endsWith(`/${id}`)));
  await eventually(() => Object.values(platforms).every(isWaiting));
  running.child.kill(signal);
  const { output } = await failing(running.ended);
  for (const { tasks } of Object.values(platforms))
    expect(output).toContain(
      `the run was cancelled: the platform's task ${tasks.pending()[0]?.id} had not ended`,
    );
  expect(output).toContain("Nothing is lost");
}

test("SIGTERM, which ends a pipeline, while routers are deleted names the task; the next destroy finishes it", async () => {
  await cancelled("destroy", "SIGTERM");
  expect(await stack.resources()).toHaveLength(4);
  await withTasks(stack.destroy());
  expect(each(names)).toEqual(both([]));
  expect(await stack.resources()).toEqual([]);
});

test("Ctrl-C while a router is created names the task; the next up continues, and creates no second one", async () => {
  declare({ edge: { name: "edge-router" } }, {});
  await cancelled("up", "SIGINT");
  expect(await stack.resources()).toHaveLength(2);
  await withTasks(stack.up());
  await expectStateToMatchThePlatforms();
  await stack.up("--expect-no-changes");
  expect(each((platform) => platform.count(CREATE))).toEqual(both(1));
});
