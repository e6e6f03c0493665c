import { describe, expect, test } from "@jest/globals";
import { eventually, failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { CREATE, changes, OFFICE } from "../support/platform";

// A run ended before the platform had made the routers. Whatever the user does next, none is made twice and none is
// left behind. Deployments differ in whether a router is listed while it is being made.

describe.each([
  { deployment: "where a router is listed while it is being made", visibleWhileCreating: true },
  { deployment: "where a router is listed when it has been made", visibleWhileCreating: false },
])("a deployment $deployment", ({ visibleWhileCreating }) => {
  const { platform, stack } = useDeployment({ taskTime: "manual", visibleWhileCreating });
  let doomed: string | undefined;

  /** A router each, by the names in the program, all of them with little time. */
  function declare(routers: Record<string, object>): void {
    const lines = Object.entries(routers).map(([name, args]) => {
      const all = JSON.stringify({ projectId: 1, regionId: 2, name, ...args });
      return `new cloudplatform.Router("${name}", ${all}, { customTimeouts: { create: "2s", delete: "2s" } });`;
    });
    stack.program(lines.join("\n"));
  }

  /** Runs a command during which the platform carries out every task. */
  function withTasks<T>(running: Promise<T>): Promise<T> {
    const worker = setInterval(() => platform.tasks.finish(), 50);
    return running.finally(() => clearInterval(worker));
  }

  const names = () => platform.routers.all().map(({ name }) => name);

  async function expectStateToMatchThePlatform(): Promise<void> {
    const ids = (await stack.resources()).map(({ id, outputs }) => [id, outputs.routerId]);
    expect(ids.sort()).toEqual(
      platform.routers
        .all()
        .map(({ id }) => [id, id])
        .sort(),
    );
  }

  test("creations that outlast their time-outs are in the state, each requested once", async () => {
    declare({ failing: {}, same: {}, changed: {} });
    const up = await failing(stack.up());
    expect(up.output).toContain("Nothing is lost");
    expect(platform.count(CREATE)).toBe(3);
    expect(await stack.resources()).toHaveLength(3);
    const requested = changes(platform).map(([, body]) => (body as { name: string }).name);
    doomed = platform.tasks.all()[requested.indexOf("failing")]?.id;
  });

  test("a preview of what comes next asks the platform nothing", async () => {
    await stack.preview();
    expect(platform.requests).toEqual([]);
  });

  test("the next up goes on with each of them, and says which the platform has failed", async () => {
    platform.tasks.fail(doomed, "No hypervisor has room for it");
    declare({
      failing: {},
      same: {},
      changed: { name: "renamed", interfaces: [{ subnetId: OFFICE }] },
    });
    const up = await withTasks(stack.begin("up", "--yes", "--skip-preview", "--continue-on-error").ended);
    expect(up.output).toContain("No hypervisor has room for it");
    expect(names()).toEqual(expect.arrayContaining(["renamed", "same"]));
    expect(changes(platform)).not.toContainEqual(["POST /cloud/v1/routers/1/2", { name: "same" }]);
  });

  test("after up --refresh the failed one is there as well, and all is well", async () => {
    await withTasks(stack.up("--refresh"));
    expect(names().sort()).toEqual(["failing", "renamed", "same"]);
    await expectStateToMatchThePlatform();
    await stack.up("--expect-no-changes");
    await stack.drift();
  });

  test("a destroy that outlasts its time-outs is finished by the next one", async () => {
    await failing(stack.destroy());
    expect(platform.count({ method: "DELETE" })).toBe(3);
    await withTasks(stack.destroy());
    expect(names()).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });

  test("a refresh after the time-out learns the id, and up has nothing to create", async () => {
    declare({ edge: { name: "edge-router" } });
    await failing(stack.up());
    await withTasks(stack.refresh());
    await expectStateToMatchThePlatform();
    await stack.up();
    expect(changes(platform)).toEqual([["POST /cloud/v1/routers/1/2", { name: "edge-router" }]]);
    await withTasks(stack.destroy());
  });

  test("a router that is taken out of the program after the time-out is deleted when it has been made", async () => {
    declare({ edge: { name: "edge-router" } });
    await failing(stack.up());
    declare({});
    await withTasks(stack.up());
    expect(changes(platform).map(([call]) => call)).toEqual([
      "POST /cloud/v1/routers/1/2",
      "DELETE /cloud/v1/routers/1/2/{id}",
    ]);
    expect(names()).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });

  test("a router that is to be in another region after the time-out is made there, and here it goes", async () => {
    declare({ edge: { name: "edge-router" } });
    await failing(stack.up());
    declare({ edge: { name: "edge-router", regionId: 3 } });
    await withTasks(stack.up());
    expect(platform.routers.all().map(({ region_id }) => region_id)).toEqual([3]);
    await expectStateToMatchThePlatform();
    await withTasks(stack.destroy());
  });

  /** Ends a command when it has looked at a task, for which it would wait for twenty minutes. */
  async function cancelled(command: string, signal: NodeJS.Signals): Promise<void> {
    const running = stack.begin(command, "--yes", "--skip-preview");
    const task = () => platform.tasks.pending()[0]?.id ?? "not there yet";
    await eventually(() => platform.requests.some(({ path }) => path.endsWith(`/${task()}`)));
    running.child.kill(signal);
    const { output } = await failing(running.ended);
    expect(output).toContain(`the run was cancelled: the platform's task ${task()} had not ended`);
    expect(output).toContain("Nothing is lost");
  }

  test("Ctrl-C while a router is made names the task; the next up goes on, and makes no second one", async () => {
    stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });');
    await cancelled("up", "SIGINT");
    expect(await stack.resources()).toHaveLength(1);
    await withTasks(stack.up());
    await expectStateToMatchThePlatform();
    await stack.up("--expect-no-changes");
    expect(platform.count(CREATE)).toBe(1);
  });

  test("what ends a pipeline while a router is deleted does the same; the next destroy finishes it", async () => {
    await cancelled("destroy", "SIGTERM");
    expect(await stack.resources()).toHaveLength(1);
    await withTasks(stack.destroy());
    expect(names()).toEqual([]);
    expect(await stack.resources()).toEqual([]);
  });
});
