import { expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes, OFFICE } from "../support/platform";

// A run ends before the platform has created or deleted its routers: by a timeout, or because it is cancelled. The next
// commands create no router twice and leave none behind. tests/interruption has runs that are killed.

const { platform, stack } = useDeployment({ taskTime: "manual" });

const SHORT_TIMEOUTS = { create: "5s", delete: "5s" };

function declare(routers: Record<string, object>, customTimeouts: object = SHORT_TIMEOUTS): void {
  const lines = Object.entries(routers).map(([name, args]) => {
    const all = JSON.stringify({ projectId: 1, regionId: 2, name, ...args });
    return `new cloudplatform.Router("${name}", ${all}, { customTimeouts: ${JSON.stringify(customTimeouts)} });`;
  });
  stack.program(lines.join("\n"));
}

/** Runs a command while the platform finishes every task. */
function whileTasksFinish<T>(running: Promise<T>): Promise<T> {
  const worker = setInterval(() => platform.tasks.finish(), 50);
  return running.finally(() => clearInterval(worker));
}

const names = () =>
  platform.routers
    .all()
    .map(({ name }) => name)
    .sort();

async function expectConvergence(...expected: string[]): Promise<void> {
  expect(names()).toEqual(expected);
  const existing = platform.routers.all().map(({ id }) => [id, id]);
  const inState = (await stack.resources()).map(({ id, outputs }) => [id, outputs.routerId]);
  expect(inState.sort()).toEqual(existing.sort());
  await stack.up("--expect-no-changes");
  await stack.drift();
}

let doomed: string | undefined;

test("creations that exceed their timeouts are in the state, each requested once", async () => {
  declare({ failing: {}, same: {}, changed: {} });
  const up = await failing(stack.up());
  expect(up.output).toContain("Nothing is lost");
  expect(platform.count(CREATE)).toBe(3);
  expect(await stack.resources()).toHaveLength(3);
  const requested = changes(platform).map(([, body]) => (body as { name: string }).name);
  doomed = platform.tasks.all()[requested.indexOf("failing")]?.id;
});

test("the next up continues each creation, and reports one that failed at the platform", async () => {
  platform.tasks.fail(doomed, "No hypervisor has room for it");
  declare({ failing: {}, same: {}, changed: { name: "renamed", interfaces: [{ subnetId: OFFICE }] } });
  const run = await stack.begin("up", "--yes", "--skip-preview", "--continue-on-error");
  expect((await whileTasksFinish(run.ended)).output).toContain("No hypervisor has room for it");
  expect(names()).toEqual(expect.arrayContaining(["renamed", "same"]));
  expect(changes(platform)).not.toContainEqual(["POST /cloud/v1/routers/1/2", { name: "same" }]);
  await whileTasksFinish(stack.up("--refresh"));
  await expectConvergence("failing", "renamed", "same");
});

test("a destroy that exceeds its timeouts is finished by the next one", async () => {
  await failing(stack.destroy());
  expect(platform.count({ method: "DELETE" })).toBe(3);
  await whileTasksFinish(stack.destroy());
  await expectDestroyed();
});

async function expectDestroyed(): Promise<void> {
  expect(names()).toEqual([]);
  expect(await stack.resources()).toEqual([]);
}

/** Ends a command after it has read the tasks. Otherwise it would wait for them for twenty minutes. */
async function cancelled(command: string, signal: NodeJS.Signals, toProvider = false): Promise<void> {
  const running = await stack.begin(command, "--yes", "--skip-preview");
  const { tasks } = platform;
  const isWaiting = () => tasks.pending().length > 0 && platform.count({ path: /\/v1\/tasks\b/ }) > 0;
  await eventually(isWaiting);
  const providers = stack.processes().filter((one) => one.command.includes("dynamic-provider"));
  if (toProvider) for (const { pid } of providers) process.kill(pid, signal);
  running.child.kill(signal);
  const { output } = await failing(running.ended);
  const task = tasks.pending()[0]?.id;
  expect(output).toContain(`the run was cancelled: the platform's task ${task} had not ended`);
  expect(output).toContain("Nothing is lost");
  expect(await stack.resources()).toHaveLength(1);
}

test("after Ctrl-C during a creation the error names the task, and the next up creates no second router", async () => {
  declare({ edge: {} }, {});
  await cancelled("up", "SIGINT");
  await whileTasksFinish(stack.up());
  expect(platform.count(CREATE)).toBe(1);
  await expectConvergence("edge");
});

test("after SIGINT to all processes of a job the next up continues the change", async () => {
  declare({ edge: { name: "edge-2" } }, {});
  await cancelled("up", "SIGINT", true);
  await whileTasksFinish(stack.up());
  await expectConvergence("edge-2");
});

test("after SIGTERM during a deletion the next destroy finishes the deletion", async () => {
  await cancelled("destroy", "SIGTERM");
  await whileTasksFinish(stack.destroy());
  await expectDestroyed();
});
