import { readdirSync, rmSync } from "node:fs";
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

/** The next up uses the router that the platform has created for an interrupted run, and no other one is created. */
async function expectContinued(): Promise<void> {
  const { stack, platform } = setup;
  platform.tasks.finish();
  platform.clearRequests();
  await stack.up();
  expect(changes(platform)).toEqual([]);
  expect(await stack.resources()).toMatchObject([{ id: platform.routers.all()[0]?.id }]);
}

/** The records on this machine. */
const records = () => readdirSync(join(setup.stack.env.PULUMI_HOME ?? "", "cloudplatform", "operations"));

test(
  "the router of an up whose state was not saved is used by the next up, until a run finds it in the state",
  async () => {
    const { stack } = setup;
    const file = join(stack.folder, "before.json");
    await stack.pulumi("stack", "export", "--file", file);
    declare(2);
    for (const _ of ["not saved", "not saved again"]) {
      await stack.up();
      await stack.pulumi("stack", "import", "--file", file);
    }
    await expectContinued();
    expect(records()).toHaveLength(1);
    await stack.preview();
    expect(records()).toEqual([]);
  },
  FIVE_RUNS,
);

test(
  "the router of a killed replacement stays known while the program is reverted",
  async () => {
    const { stack, platform } = setup;
    declare(2);
    await setup.recover("the provider process");
    declare(3);
    await setup.kill("both", ["waiting for POST /cloud/v1/routers/1/3"]);
    await stack.pulumi("cancel", "--yes");
    declare(2);
    await stack.up();
    await stack.destroy();
    declare(3);
    await expectContinued();
    await stack.destroy();
    expect(platform.routers.all()).toEqual([]);
    expect(records()).toEqual([]);
  },
  FIVE_RUNS,
);

test(
  "the router of a killed creation stays known in a run with another platform, and is continued by one with its own",
  async () => {
    const { stack, gate } = setup;
    const other = await startPlatform({ taskTime: 0 });
    declare(2);
    await setup.kill("both", ["waiting for POST /cloud/v1/routers/1/2"]);
    await stack.pulumi("cancel", "--yes");
    await stack.configure({ config: { "cloudplatform:baseUrl": other.url } });
    await stack.up();
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
