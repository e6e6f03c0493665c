import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { pack } from "../support/packed-package";
import { callScript } from "../support/script-module";
import { yaml } from "../support/stack";

// The plugin as Pulumi installs it: for a project without npm, and without `plugins` in its Pulumi.yaml.

const { platform, stack } = useDeployment({ taskTime: 0 }, { installs: true });

test("a program in YAML without node_modules uses the installed plugin", async () => {
  const { filename } = await pack(stack.folder);
  const packed = join(stack.folder, filename);
  const archive = await callScript("release/plugin.mjs", "packPlugin", packed, stack.folder);
  await stack.pulumi("plugin", "install", "resource", "cloudplatform", "0.1.0", "--file", archive);
  const edge = { type: "cloudplatform:Router", properties: { projectId: 1, regionId: 2, name: "edge" } };
  stack.write("Pulumi.yaml", `name: demo\nruntime: yaml\n${yaml({ resources: { edge } })}`);
  await stack.up();
  expect(platform.routers.all()).toMatchObject([{ name: "edge" }]);
  await stack.up("--expect-no-changes");
  await stack.destroy();
  expect(platform.routers.all()).toEqual([]);
}, 300_000);
