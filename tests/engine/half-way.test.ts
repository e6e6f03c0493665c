import { afterEach, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { FIVE_RUNS, InterruptedStack } from "../support/interruption";
import { changes, startPlatform } from "../support/platform";

// What an interrupted run leaves at the platform stays known on this machine, also if the program has changed since: until the
// state has the object, or the object does not exist.

let setup: InterruptedStack | undefined;
const others: Simulator[] = [];

afterEach(async () => {
  await setup?.end();
  await Promise.all(others.splice(0).map((platform) => platform.close()));
});

const router = (args: object, options = "{}") =>
  `new cloudplatform.Router("edge", ${JSON.stringify({ projectId: 1, name: "edge-router", ...args })}, ${options});`;

/** The warnings about objects of interrupted creations. The CLI prints each in the row and under "Diagnostics". */
function named({ stdout, stderr }: { stdout: string; stderr: string }): string[] {
  const lines = `${stdout}${stderr}`.match(/an interrupted run .*\[creation-left\]/g) ?? [];
  return [...new Set(lines)];
}

/** The CLI and the provider process are killed while the platform creates a router in region 3. */
async function killedReplacement(): Promise<InterruptedStack> {
  const started = await InterruptedStack.start();
  setup = started;
  started.stack.program(router({ regionId: 2 }));
  await started.recover("the provider process");
  started.stack.program(router({ regionId: 3 }));
  await started.kill("both", ["waiting for POST /cloud/v1/routers/1/3"]);
  await started.stack.pulumi("cancel", "--yes");
  return started;
}

test(
  "the router of a killed replacement is named in preview, up and destroy if the program is reverted",
  async () => {
    const { stack, platform } = await killedReplacement();
    const [task] = platform.tasks.pending();
    stack.program(router({ regionId: 2 }));
    for (const command of ["preview", "up", "up", "destroy"] as const) {
      const lines = named(await stack[command]());
      expect(lines).toHaveLength(1);
      expect(lines[0]).toContain(`Router "edge"`);
      expect(lines[0]).toContain(`task ${task?.id}`);
    }
    platform.tasks.finish();
    // The program declares the router again: it is used, and named no more.
    stack.program(router({ regionId: 3 }));
    platform.clearRequests();
    expect(named(await stack.up())).toEqual([]);
    expect(changes(platform)).toEqual([]);
    expect(await stack.resources()).toMatchObject([{ id: platform.routers.all()[0]?.id }]);
    expect(named(await stack.destroy())).toEqual([]);
    expect(platform.routers.all()).toEqual([]);
  },
  FIVE_RUNS,
);

test(
  "the router of a killed creation is named by a run with another platform, and continued by one with its own",
  async () => {
    const started = await InterruptedStack.start();
    setup = started;
    const { stack, platform, gate } = started;
    const other = await startPlatform({ taskTime: 0 });
    others.push(other);
    stack.program(router({ regionId: 2 }));
    await started.kill("both", ["waiting for POST /cloud/v1/routers/1/2"]);
    await stack.pulumi("cancel", "--yes");
    await stack.configure({ config: { "cloudplatform:baseUrl": other.url } });
    const lines = named(await stack.up());
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(gate.url);
    await stack.pulumi("destroy", "--yes", "--skip-preview");
    await stack.configure({ config: { "cloudplatform:baseUrl": gate.url } });
    platform.tasks.finish();
    platform.clearRequests();
    expect(named(await stack.up())).toEqual([]);
    expect(changes(platform)).toEqual([]);
    expect(await stack.resources()).toMatchObject([{ id: platform.routers.all()[0]?.id }]);
  },
  FIVE_RUNS,
);

test(
  "a router whose deletion was cancelled is created again by the next up",
  async () => {
    const started = await InterruptedStack.start();
    setup = started;
    const { stack, platform } = started;
    stack.program(router({ regionId: 2 }));
    await started.recover("the provider process");
    platform.faults.add("task-never-ends@DELETE");
    const destroying = await stack.begin("destroy", "--yes", "--skip-preview");
    while (platform.count({ method: "DELETE" }) === 0)
      await new Promise((resolve) => setTimeout(resolve, 50));
    destroying.child.kill("SIGINT");
    expect((await destroying.ended).code).not.toBe(0);
    platform.faults.clear();
    platform.tasks.finish();
    expect(platform.routers.all()).toEqual([]);
    await started.recover("the provider process");
    expect(await stack.resources()).toMatchObject([{ id: platform.routers.all()[0]?.id }]);
    await stack.up("--expect-no-changes");
  },
  FIVE_RUNS,
);
