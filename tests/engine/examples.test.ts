import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { changes, KEY, NETWORK, startPlatform } from "../support/platform";
import { counts, Stack } from "../support/stack";

// examples/router as its reader runs it, types checked. (examples/declarative is the root project's program.)

let platform: Simulator;
let stack: Stack;
let shared: string;

beforeAll(async () => {
  platform = await startPlatform();
  const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
  shared = platform.routers.add({ projectId: 1234, regionId: 76, name: "shared", routes: [route] }).id;
  stack = await Stack.create({
    project: "examples/router",
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "false" },
    config: {
      "cloudplatform:baseUrl": platform.url,
      projectId: "1234",
      regionId: "76",
      externalNetworkId: NETWORK,
    },
    secrets: { "cloudplatform:apiKey": KEY },
  });
});

afterAll(async () => {
  await platform?.close();
  stack?.remove();
});

describe("examples/router", () => {
  test("creates a router with a way out, and has its address", async () => {
    await stack.up();
    expect(changes(platform)).toEqual([
      [
        "POST /cloud/v1/routers/1234/76",
        {
          name: expect.stringMatching(/^edge-[0-9a-f]{7}$/),
          external_gateway_info: { type: "manual", network_id: NETWORK, enable_snat: true },
        },
      ],
    ]);
    const edge = platform.routers.all().find(({ name }) => name.startsWith("edge-"));
    expect(await stack.outputs()).toEqual({
      routerId: edge?.id,
      address: edge?.external_gateway_info?.external_fixed_ips[0]?.ip_address,
    });
  });

  test("adopts another one and takes its routes off", async () => {
    await stack.configure({ config: { sharedRouterId: shared } });
    platform.clearRequests();
    expect(counts(await stack.up())).toEqual({ created: 1, unchanged: 2 });
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1234/76/{id}", { routes: [] }]]);
  });

  test("destroy leaves the adopted one", async () => {
    await stack.destroy();
    expect(platform.routers.all().map(({ id }) => id)).toEqual([shared]);
  });
});
