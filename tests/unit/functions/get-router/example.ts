import { expect } from "@jest/globals";
import type { ExampleFixture } from "../../../support/example-fixtures";
import { NETWORK, OFFICE } from "../../../support/platform";

export const example: ExampleFixture = {
  summary: "the addresses of a router, by its name",
  config: { projectId: "1234", regionId: "76", routerName: "shared" },
  async run({ platform, stack }) {
    const { id } = platform.routers.add({
      projectId: 1234,
      regionId: 76,
      name: "shared",
      external_gateway_info: {
        network_id: NETWORK,
        enable_snat: true,
        external_fixed_ips: [{ ip_address: "203.0.113.7", subnet_id: OFFICE }],
      },
    });
    await stack.up();
    expect(await stack.outputs()).toEqual({ routerId: id, addresses: ["203.0.113.7"] });
  },
};
