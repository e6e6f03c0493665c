import { expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { whileTasksFinish } from "../support/lost-run";
import { changes } from "../support/platform";
import { yaml } from "../support/stack";

// Runs of a program in Pulumi YAML that end before the platform's tasks, by Ctrl-C or a kill. The next run continues, and no process of
// the plugin stays.

const deployment = useDeployment({ taskTime: "manual" }, { yaml: true });
const { platform, stack } = deployment;

function declare(inputs: object): void {
  const properties = { projectId: 1, regionId: 2, ...inputs };
  stack.program(yaml({ resources: { edge: { type: "cloudplatform:Router", properties } } }));
}

const isWaiting = () => platform.tasks.pending().length > 0 && platform.count({ path: /\/v1\/tasks\b/ }) > 0;

/** The host of YAML, which is Pulumi's, stays for longer after a kill. */
const plugins = () => stack.processes().filter(({ command }) => command.includes("plugin.js"));
const noProcessIsLeft = () => eventually(() => plugins().length === 0);

test("after kill -9 during a creation no process is left, and the next up continues it without a second request", async () => {
  declare({ name: "edge" });
  const running = await stack.begin("up", "--yes", "--skip-preview");
  await eventually(isWaiting);
  expect(plugins()).not.toEqual([]);
  running.child.kill("SIGKILL");
  await running.ended;
  await noProcessIsLeft();
  await stack.pulumi("cancel", "--yes");
  platform.clearRequests();
  await whileTasksFinish(deployment, stack.up());
  expect(changes(platform)).toEqual([]);
  expect((await stack.router()).id).toBe(platform.routers.all()[0]?.id);
});

test("after Ctrl-C during a change the error names the task, and the next up continues the change", async () => {
  declare({ name: "edge-2" });
  const running = await stack.begin("up", "--yes", "--skip-preview");
  await eventually(isWaiting);
  running.child.kill("SIGINT");
  const { output } = await failing(running.ended);
  const [task] = platform.tasks.pending();
  expect(output).toContain(`the run was cancelled: the platform's task ${task?.id} had not ended`);
  await noProcessIsLeft();
  await whileTasksFinish(deployment, stack.up());
  expect(platform.count({ method: "PATCH" })).toBe(1);
  expect(platform.routers.all()).toMatchObject([{ name: "edge-2" }]);
});

test("a change that failed half-way is repaired by a plain up, which looks at the object first", async () => {
  declare({ name: "edge-4" });
  const failed = failing(stack.up());
  await eventually(() => platform.tasks.pending().length > 0);
  platform.tasks.fail(platform.tasks.pending()[0]?.id ?? "", "No capacity");
  expect((await failed).output).toContain("No capacity");
  // Meanwhile, somebody has deleted the router.
  platform.routers.delete(platform.routers.all()[0]?.id ?? "");
  platform.clearRequests();
  await whileTasksFinish(deployment, stack.up());
  expect(changes(platform)).toEqual([["POST /cloud/v1/routers/1/2", { name: "edge-4" }]]);
});
