import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes, NETWORK, OFFICE } from "../support/platform";
import { counts, type StateResource } from "../support/stack";

// The project at the root of the repository. Its config keys are in the namespace of the project, which the package
// reads as well.

const { platform, stack } = useDeployment(
  { taskTime: 0 },
  {
    files: ["Pulumi.yaml", "examples", "tsconfig.json"],
    // As users run it: with type checks of the program, and without the preloaded file of the tests, which would be a part
    // of the program.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false", NODE_OPTIONS: "" },
  },
);

const position = async () =>
  ((await stack.router()) as StateResource & { sourcePosition?: string }).sourcePosition;

test("without routers in the configuration up changes nothing", async () => {
  expect(counts(await stack.preview())).toEqual({ "to create": 1 });
  expect(platform.requests).toEqual([]);
});

test("up creates a declared router, whose position in the state is that in the stack file", async () => {
  await stack.configure({
    config: {
      "routers.edge.projectId": "1",
      "routers.edge.regionId": "2",
      "routers.edge.name": "edge-router",
      "routers.edge.externalGatewayInfo.networkId": NETWORK,
      "routers.edge.interfaces[0].subnetId": OFFICE,
    },
  });
  expect(counts(await stack.up())).toEqual({ created: 2 });
  const body = {
    name: "edge-router",
    external_gateway_info: { type: "manual", network_id: NETWORK },
    interfaces: [{ subnet_id: OFFICE, type: "subnet" }],
  };
  expect(changes(platform)).toEqual([["POST /cloud/v1/routers/1/2", body]]);
  const [router] = platform.routers.all();
  expect(await stack.outputs()).toEqual({ ids: { routers: { edge: router?.id } } });
  const [file = ""] = readdirSync(stack.folder).filter((name) => /^Pulumi\.\w+\.yaml$/.test(name));
  const lines = readFileSync(join(stack.folder, file), "utf8").split("\n");
  expect(await position()).toBe(`project:///${file}#${lines.indexOf("    edge:") + 1},5`);
});

test("a section in one line has the position of the program", async () => {
  stack.unset("routers");
  const routers = { edge: { projectId: 1, regionId: 2, name: "edge-2" } };
  await stack.configure({ config: { "cloudplatform:routers": JSON.stringify(routers) } });
  await stack.up();
  expect(await position()).toBe("project:///examples/declarative/index.ts#2,1");
});
