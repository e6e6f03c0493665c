import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { lose, whileTasksFinish } from "../support/lost-run";
import { CREATE, changes, OFFICE } from "../support/platform";

// One story of each way in which a run ends before its work does: a timeout, Ctrl-C, a kill, a state that is not saved. The next
// commands create no router twice and leave none behind. The simulation has all moments and all resources.

const deployment = useDeployment({ taskTime: "manual" });
const { platform, stack } = deployment;

function declare(routers: Record<string, object>, customTimeouts: object = {}): void {
  const lines = Object.entries(routers).map(([name, args]) => {
    const all = JSON.stringify({ projectId: 1, regionId: 2, name, ...args });
    return `new cloudplatform.Router("${name}", ${all}, { customTimeouts: ${JSON.stringify(customTimeouts)} });`;
  });
  stack.program(lines.join("\n"));
}

const up = (...args: string[]) => whileTasksFinish(deployment, stack.up(...args));

async function expectConvergence(...expected: string[]): Promise<void> {
  const existing = platform.routers.all();
  expect(existing.map(({ name }) => name).sort()).toEqual(expected);
  const inState = (await stack.resources()).map(({ id, outputs }) => [id, outputs.routerId]);
  expect(inState.sort()).toEqual(existing.map(({ id }) => [id, id]).sort());
  await stack.up("--expect-no-changes");
  await stack.drift();
}

/** Begins a run, and waits until it polls a task of the platform. */
async function waiting(command: string) {
  const run = await stack.begin(command, "--yes", "--skip-preview");
  const { tasks } = platform;
  await eventually(() => tasks.pending().length > 0 && platform.count({ path: /\/v1\/tasks\b/ }) > 0);
  return run;
}

async function destroy(): Promise<void> {
  await whileTasksFinish(deployment, stack.destroy());
  expect([platform.routers.all(), await stack.resources()]).toEqual([[], []]);
}

let doomed: string | undefined;

test("creations that exceed their timeouts are in the state, each requested once", async () => {
  declare({ failing: {}, same: {}, changed: {} }, { create: "5s" });
  const { output } = await failing(stack.up());
  expect(output).toContain("Nothing is lost");
  expect(platform.count(CREATE)).toBe(3);
  expect(await stack.resources()).toHaveLength(3);
  const requested = changes(platform).map(([, body]) => (body as { name: string }).name);
  doomed = platform.tasks.all()[requested.indexOf("failing")]?.id;
});

test("the next up continues each creation, and reports one that failed at the platform", async () => {
  platform.tasks.fail(doomed, "No hypervisor has room for it");
  declare({ failing: {}, same: {}, changed: { name: "renamed", interfaces: [{ subnetId: OFFICE }] } });
  const run = await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error");
  expect((await whileTasksFinish(deployment, run.ended)).output).toContain("No hypervisor has room for it");
  expect(changes(platform)).not.toContainEqual(["POST /cloud/v1/routers/1/2", { name: "same" }]);
  await up("--refresh");
  await expectConvergence("failing", "renamed", "same");
  await destroy();
});

test("after Ctrl-C during a creation the error names the task, and the next up creates no second router", async () => {
  declare({ edge: {} });
  const running = await waiting("up");
  running.child.kill("SIGINT");
  const { output } = await failing(running.ended);
  const task = platform.tasks.pending()[0]?.id;
  expect(output).toContain(`the run was cancelled: the platform's task ${task} had not ended`);
  expect(output).toContain("Nothing is lost");
  await up();
  expect(platform.count(CREATE)).toBe(1);
  await expectConvergence("edge");
});

test("after a kill of all processes during a replacement, the next run converges with one object", async () => {
  declare({ edge: { regionId: 3 } });
  await lose(deployment, await waiting("up"));
  await up();
  expect(changes(platform)).toEqual([
    ["POST /cloud/v1/routers/1/3", { name: "edge" }],
    ["DELETE /cloud/v1/routers/1/2/{id}"],
  ]);
  await expectConvergence("edge");
});

test("a cancelled replacement is followed by a run of the reverted program, which leaves what it declares", async () => {
  const [old] = platform.routers.all();
  declare({ edge: { regionId: 2 } });
  const run = await waiting("up");
  // A pipeline is cancelled with a signal to all processes.
  for (const { pid } of stack.processes()) if (pid !== run.child.pid) process.kill(pid, "SIGINT");
  run.child.kill("SIGINT");
  await failing(run.ended);
  declare({ edge: { regionId: 3 } });
  await up("--refresh", "--run-program");
  expect(platform.routers.all()).toMatchObject([{ id: old?.id }]);
  await expectConvergence("edge");
  await destroy();
});

test("the router of an up whose state was not saved is used by the next one: no state has it", async () => {
  const file = join(stack.folder, "before.json");
  await stack.pulumi("stack", "export", "--file", file);
  declare({ edge: {} });
  await up();
  await stack.pulumi("stack", "import", "--file", file);
  platform.clearRequests();
  await up();
  expect(changes(platform)).toEqual([]);
  await expectConvergence("edge");
});
