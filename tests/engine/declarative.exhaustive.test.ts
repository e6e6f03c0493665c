import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { failing, root } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// examples/declarative: a program that creates the routers that the configuration of the stack lists.

const FILE = "Pulumi.dev.yaml";

const { platform, stack } = useDeployment(
  { taskTime: 0 },
  {
    project: "examples/declarative",
    // As users run it: with type checks of the program, and without the preloaded file of the tests, which would be a part
    // of the program.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false", NODE_OPTIONS: "" },
  },
);

test("up creates the routers of the list, and the same up once more changes nothing", async () => {
  const example = readFileSync(join(root, "examples/declarative", FILE), "utf8");
  const [list = ""] = /^ {2}declarative-example:routers:\n(?: {4}.*\n)+/m.exec(example) ?? [];
  stack.write(FILE, readFileSync(join(stack.folder, FILE), "utf8") + list);
  expect(counts(await stack.up())).toEqual({ created: 3 });
  const gateway = { type: "manual", network_id: expect.any(String) };
  expect(changes(platform)).toEqual(
    expect.arrayContaining([
      ["POST /cloud/v1/routers/1234/76", { name: "edge-router", external_gateway_info: gateway }],
      ["POST /cloud/v1/routers/1234/77", { name: expect.stringMatching(/^branch-[0-9a-f]{7}$/) }],
    ]),
  );
  const [edge, branch] = [76, 77].map((region) =>
    platform.routers.all().find((one) => one.region_id === region),
  );
  expect(await stack.outputs()).toEqual({ routerIds: { edge: edge?.id, branch: branch?.id } });
  await stack.up("--expect-no-changes");
});

test("invalid values of the list fail in the preview, under the paths of the properties", async () => {
  const config = { "routers.edge.nmae": "edge", "routers.edge.externalGatewayInfo.networkId": "office" };
  await stack.configure({ config });
  const { output } = await failing(stack.preview());
  expect(output).toMatch(/resource 'edge': property nmae value .*did you mean "name"\?/);
  expect(output).toMatch(
    /resource 'edge' has a problem: externalGatewayInfo\.networkId must be the UUID of a network/,
  );
  expect(changes(platform)).toEqual([]);
});

test("what is removed from the list is deleted or reset", async () => {
  for (const key of ["routers.edge.nmae", "routers.edge.externalGatewayInfo", "routers.branch"])
    await stack.pulumi("config", "rm", "--path", key);
  expect(counts(await stack.up())).toEqual({ deleted: 1, updated: 1, unchanged: 1 });
  expect(platform.routers.all()).toMatchObject([{ name: "edge-router", external_gateway_info: null }]);
});
