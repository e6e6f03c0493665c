import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { FIVE_RUNS, InterruptedStack } from "../support/interruption";
import { changes, startPlatform } from "../support/platform";

// What an interrupted run leaves at the platform stays known on this machine, also if the program has changed since: until the
// state has the object, or the object does not exist.

let setup: InterruptedStack;

beforeEach(async () => {
  setup = await InterruptedStack.start();
});

afterEach(() => setup.end());

const declare = (regionId: number) =>
  setup.stack.program(
    `new cloudplatform.Router("edge", { projectId: 1, regionId: ${regionId}, name: "edge-router" });`,
  );

/** The warnings about objects of interrupted creations. The CLI prints each in the row and under "Diagnostics". */
function named({ stdout, stderr }: { stdout: string; stderr: string }): string[] {
  const lines = `${stdout}${stderr}`.match(/an interrupted run .*\[creation-left\]/g) ?? [];
  return [...new Set(lines)];
}

/** The next up uses the router that the platform has created for a killed run, and names it no more. */
async function expectContinued(): Promise<void> {
  const { stack, platform } = setup;
  platform.tasks.finish();
  platform.clearRequests();
  expect(named(await stack.up())).toEqual([]);
  expect(changes(platform)).toEqual([]);
  expect(await stack.resources()).toMatchObject([{ id: platform.routers.all()[0]?.id }]);
}

test(
  "the router of a killed replacement is named in up and destroy if the program is reverted",
  async () => {
    const { stack, platform } = setup;
    declare(2);
    await setup.recover("the provider process");
    declare(3);
    await setup.kill("both", ["waiting for POST /cloud/v1/routers/1/3"]);
    await stack.pulumi("cancel", "--yes");
    const [task] = platform.tasks.pending();
    declare(2);
    for (const command of ["up", "up", "destroy"] as const)
      expect(named(await stack[command]())).toEqual([
        expect.stringMatching(new RegExp(`Router "edge".*task ${task?.id}`)),
      ]);
    declare(3);
    await expectContinued();
    expect(named(await stack.destroy())).toEqual([]);
    expect(platform.routers.all()).toEqual([]);
  },
  FIVE_RUNS,
);

test(
  "the router of a killed creation is named by a run with another platform, and continued by one with its own",
  async () => {
    const { stack, gate } = setup;
    const other = await startPlatform({ taskTime: 0 });
    declare(2);
    await setup.kill("both", ["waiting for POST /cloud/v1/routers/1/2"]);
    await stack.pulumi("cancel", "--yes");
    await stack.configure({ config: { "cloudplatform:baseUrl": other.url } });
    expect(named(await stack.up())).toEqual([expect.stringContaining(gate.url)]);
    await stack.destroy();
    await other.close();
    await stack.configure({ config: { "cloudplatform:baseUrl": gate.url } });
    await expectContinued();
  },
  FIVE_RUNS,
);

test(
  "a replacement that is killed before its deletion and reverted keeps the old router, also without records of the run",
  async () => {
    const { stack, platform } = setup;
    const places = () => platform.routers.all().map(({ id, region_id }) => [id, region_id]);
    declare(2);
    await setup.recover("the provider process");
    const [old] = places();
    declare(3);
    await setup.kill("both", ["before DELETE /cloud/v1/routers/1/2/{id}"]);
    rmSync(join(stack.env.PULUMI_HOME ?? "", "cloudplatform"), { recursive: true });
    await stack.pulumi("cancel", "--yes");
    expect(places()).toHaveLength(2);

    declare(2);
    const { stdout } = await stack.preview();
    expect(stdout).toContain(`router ${old?.[0]}, which an interrupted run was replacing, is used again`);
    expect(stdout).not.toContain("`up` would fail");
    platform.clearRequests();
    await setup.recover("the provider process");
    expect(places()).toEqual([old]);
    expect(changes(platform)).toEqual([["DELETE /cloud/v1/routers/1/3/{id}"]]);
    expect((await stack.resources()).map(({ id }) => id)).toEqual([old?.[0]]);
    await stack.up("--expect-no-changes");
  },
  FIVE_RUNS,
);
