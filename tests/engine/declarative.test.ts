import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { failing } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { changes, NETWORK, OFFICE } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// The project at the root of the repository: routers that are declared in the stack's configuration alone.

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  ({ platform, stack } = await startDeployment(
    {},
    {
      files: ["Pulumi.yaml", "examples", "tsconfig.json"],
      // As users run it: with the program's types checked.
      env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" },
    },
  ));
});

afterAll(() => endDeployment({ platform, stack }));

beforeEach(() => platform.clearRequests());

describe("the root project", () => {
  test("without routers in the configuration there is nothing to do", async () => {
    expect(counts(await stack.preview())).toEqual({ "to create": 1 });
    expect(platform.requests).toEqual([]);
  });

  test("a preview of a declared router asks the platform nothing", async () => {
    await stack.configure({
      config: {
        "routers.edge.projectId": "1",
        "routers.edge.regionId": "2",
        "routers.edge.name": "edge-router",
        "routers.edge.externalGatewayInfo.networkId": NETWORK,
        "routers.edge.interfaces[0].subnetId": OFFICE,
        "routers.edge.routes[0].destination": "10.9.0.0/16",
        "routers.edge.routes[0].nexthop": "10.0.1.9",
      },
    });
    expect(counts(await stack.preview())).toEqual({ "to create": 2 });
    expect(platform.requests).toEqual([]);
  });

  test("up makes it in one request", async () => {
    expect(counts(await stack.up())).toEqual({ created: 2 });
    expect(changes(platform)).toEqual([
      [
        "POST /cloud/v1/routers/1/2",
        {
          name: "edge-router",
          external_gateway_info: { type: "manual", network_id: NETWORK },
          interfaces: [{ subnet_id: OFFICE, type: "subnet" }],
          routes: [{ destination: "10.9.0.0/16", nexthop: "10.0.1.9" }],
        },
      ],
    ]);
    const [router] = platform.routers.all();
    expect(await stack.outputs()).toEqual({ routerIds: { edge: router?.id } });
  });

  test("the next up changes nothing and asks the platform nothing", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });

  test("a changed line of the configuration is a changed field", async () => {
    await stack.configure({ config: { "routers.edge.externalGatewayInfo.enableSnat": "false" } });
    await stack.up();
    expect(changes(platform)).toEqual([
      [
        "PATCH /cloud/v2/routers/1/2/{id}",
        { external_gateway_info: { type: "manual", network_id: NETWORK, enable_snat: false } },
      ],
    ]);
  });

  test("a misspelt key of the configuration fails in the preview, by its name", async () => {
    await stack.configure({ config: { "routers.edge.routs": "x" } });
    const preview = await failing(stack.preview());
    expect(preview.output).toMatch(/routs.*is not a property of this resource/s);
    expect(platform.requests).toEqual([]);
    await stack.pulumi("config", "rm", "--path", "routers.edge.routs");
  });

  test("what is taken out of the configuration is deleted", async () => {
    await stack.pulumi("config", "rm", "--path", "routers.edge");
    expect(counts(await stack.up())).toEqual({ deleted: 1, unchanged: 1 });
    expect(changes(platform)).toEqual([["DELETE /cloud/v1/routers/1/2/{id}"]]);
    expect(platform.routers.all()).toEqual([]);
  });
});
