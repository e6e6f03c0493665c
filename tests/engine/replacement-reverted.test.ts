import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { typeToken } from "../../sdk/src/pulumi/names";
import { eventually } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";

// A replacement is interrupted before the old router is deleted, and then the program is reverted. The state has both routers.

const { platform, stack } = useDeployment({ taskTime: 0 });

const declare = (regionId: number) =>
  stack.program(`new cloudplatform.Router("edge", { projectId: 1, regionId: ${regionId}, name: "edge" });`);
const places = () => platform.routers.all().map(({ id, region_id }) => [id, region_id]);

test("the next up uses the old router again and deletes the new one, also on a machine without records", async () => {
  declare(2);
  await stack.up();
  const [old] = places();
  declare(3);
  platform.faults.add("hang@DELETE /cloud/v1/routers/*");
  const lost = await stack.begin("up", "--yes", "--skip-preview");
  await eventually(() => platform.faults.fired().length > 0);
  for (const { pid } of stack.processes()) process.kill(pid, "SIGKILL");
  lost.child.kill("SIGKILL");
  await lost.ended;
  platform.faults.clear();
  rmSync(join(stack.env.PULUMI_HOME ?? "", "cloudplatform"), { recursive: true });
  await stack.pulumi("cancel", "--yes");
  expect(places()).toHaveLength(2);

  declare(2);
  const { stdout } = await stack.preview();
  expect(stdout).toContain(`router ${old?.[0]}, which an interrupted run was replacing, is used again`);
  expect(stdout).not.toContain("`up` would fail");
  platform.clearRequests();
  await stack.up();
  expect(places()).toEqual([old]);
  expect(changes(platform)).toEqual([["DELETE /cloud/v1/routers/1/3/{id}"]]);
  expect((await stack.resources(typeToken("Router"))).map(({ id }) => id)).toEqual([old?.[0]]);
  await stack.up("--expect-no-changes");
}, 120_000);
