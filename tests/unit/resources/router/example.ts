import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";
import { changes, NETWORK } from "../../../support/platform";
import { counts } from "../../../support/stack";

export const example: ExampleFixture = {
  summary: "creates one with a way out, adopts another one, and destroy leaves that",
  config: { projectId: "1234", regionId: "76", externalNetworkId: NETWORK },
  async run({ platform, stack }) {
    const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
    const shared = platform.routers.add({
      projectId: 1234,
      regionId: 76,
      name: "shared",
      routes: [route],
    }).id;
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
    await stack.configure({ config: { sharedRouterId: shared } });
    platform.clearRequests();
    expect(counts(await stack.up())).toEqual({ created: 1, unchanged: 2 });
    expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1234/76/{id}", { routes: [] }]]);
    await stack.destroy();
    expect(platform.routers.all().map(({ id }) => id)).toEqual([shared]);
  },
};
