import type { JsonObject } from "../../../../sdk/src/util/json";
import { LAB, NETWORK } from "../../../support/platform";
import type { Scenario } from "../../../support/scenario";
import { type RouterValues, valuesOf, WHOLE } from "./setup";

const DMZ = "3f2504e0-4f89-41d3-9a0c-0305e82c3330";

/** What is compared of inputs and of the platform's record. The platform chooses some addresses. */
const compared = ({ regionId, name, externalGatewayInfo, interfaces, routes }: RouterValues) => ({
  ...{ regionId, name, externalGatewayInfo, routes },
  subnets: interfaces?.map(({ subnetId }) => subnetId).sort(),
});

export const scenario: Scenario = {
  prepare: ({ subnets }) => void subnets.add({ id: DMZ, cidr: "10.0.3.0/24" }),
  objects: ({ routers }) =>
    Object.fromEntries(routers.all().map((record) => [record.id, compared(valuesOf(record))])),
  remove({ routers }) {
    for (const { id } of routers.all()) routers.delete(id);
  },
  declared: (inputs: JsonObject) => compared(inputs as RouterValues),
  first: WHOLE,
  changes: {
    update: {
      ...WHOLE,
      name: "edge-router-2",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }, { subnetId: DMZ }],
      routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.3.13" }],
    },
    replace: { ...WHOLE, regionId: 3 },
  },
};
