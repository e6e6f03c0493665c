import { expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes } from "../support/platform";
import { counts, yaml } from "../support/stack";

// Runs of a program in Pulumi YAML that end before the platform's tasks: by a timeout, Ctrl-C, or a kill. The next run creates no
// router twice, and no process of a run stays.

/** `plugin`: the folder of the plugin. */
export function pluginInterruptions(plugin?: string): void {
  const { platform, stack } = useDeployment(
    { taskTime: "manual" },
    { yaml: true, ...(plugin && { plugin }) },
  );

  function declare(inputs: object, options: object = {}): void {
    const properties = { projectId: 1, regionId: 2, ...inputs };
    stack.program(yaml({ resources: { edge: { type: "cloudplatform:Router", properties, options } } }));
  }

  const isWaiting = () =>
    platform.tasks.pending().length > 0 && platform.count({ path: /\/v1\/tasks\b/ }) > 0;

  /** Runs a command while the platform finishes every task. */
  function whileTasksFinish<T>(running: Promise<T>): Promise<T> {
    const worker = setInterval(() => platform.tasks.finish(), 50);
    return running.finally(() => clearInterval(worker));
  }

  /** The host of YAML, which is Pulumi's, stays for longer after a kill. */
  const plugins = () =>
    stack
      .processes()
      .filter(({ command }) => /plugin\.js|^\S+\/pulumi-resource-cloudplatform /.test(command));
  const noProcessIsLeft = () => eventually(() => plugins().length === 0);

  test("a creation that exceeds its customTimeouts is in the state, and the next up continues it", async () => {
    declare({ name: "edge-router" }, { customTimeouts: { create: "2s" } });
    const { output } = await failing(stack.up());
    expect(output).toMatch(/Router \(edge\):\n +error: [\s\S]*Nothing is lost/);
    expect((await stack.router()).outputs.__tasks).toEqual([platform.tasks.pending()[0]?.id]);
    declare({ name: "edge-router" });
    const next = await whileTasksFinish(stack.up());
    expect(next.output).not.toContain("warning");
    expect(platform.count(CREATE)).toBe(1);
    expect((await stack.router()).id).toBe(platform.routers.all()[0]?.id);
    expect(counts(await stack.up())).toEqual({ unchanged: 2 });
    await stack.drift();
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
    await whileTasksFinish(stack.up());
    expect(platform.count({ method: "PATCH" })).toBe(1);
    expect(platform.routers.all()).toMatchObject([{ name: "edge-2" }]);
  });

  test("after kill -9 during a creation no process is left, and the next up continues it without a second request", async () => {
    declare({ name: "edge-3", regionId: 3 });
    const running = await stack.begin("up", "--yes", "--skip-preview");
    await eventually(isWaiting);
    running.child.kill("SIGKILL");
    await running.ended;
    await noProcessIsLeft();
    await stack.pulumi("cancel", "--yes");
    await whileTasksFinish(stack.up());
    expect(changes(platform)).toEqual([
      ["POST /cloud/v1/routers/1/3", { name: "edge-3" }],
      ["DELETE /cloud/v1/routers/1/2/{id}"],
    ]);
    expect((await stack.router()).id).toBe(platform.routers.all()[0]?.id);
  });

  test("a destroy that exceeds its customTimeouts is finished by the next one", async () => {
    declare({ name: "edge-3", regionId: 3 }, { customTimeouts: { delete: "2s" } });
    await stack.up();
    await failing(stack.destroy());
    await whileTasksFinish(stack.destroy());
    expect(platform.routers.all()).toEqual([]);
  });

  test("after kill -9 during a preview no process is left", async () => {
    platform.faults.add("hang@GET ~/routers/");
    declare({ name: "edge-4" });
    const running = await stack.begin("preview");
    await eventually(() => platform.requests.length > 0);
    running.child.kill("SIGKILL");
    await running.ended;
    await noProcessIsLeft();
    platform.faults.clear();
  }, 120_000);
}
