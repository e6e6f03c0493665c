import type { JsonObject } from "../../../../sdk/src/util/json";
import type { Simulator } from "../../../../simulator/src";
import { LAB, NETWORK, OFFICE } from "../../../support/platform";
import type { Scenario } from "../../../support/scenarios";
import { gatewayIn, PLACE, type RouterValues, SHARED, valuesOf, WHOLE } from "./setup";

const DMZ = "3f2504e0-4f89-41d3-9a0c-0305e82c3330";

/** What is compared of inputs and of the platform's record. The platform chooses some addresses. */
const compared = ({ regionId, name, externalGatewayInfo, interfaces, routes }: RouterValues) => ({
  ...{ regionId, name, externalGatewayInfo, routes },
  subnets: interfaces?.map(({ subnetId }) => subnetId).sort(),
});

const anyRouter = {
  prepare: ({ subnets }: Simulator) => void subnets.add({ id: DMZ, cidr: "10.0.3.0/24" }),
  objects: ({ routers }: Simulator) =>
    Object.fromEntries(routers.all().map((record) => [record.id, compared(valuesOf(record))])),
  remove({ routers }: Simulator) {
    for (const { id } of routers.all()) routers.delete(id);
  },
  declared: (inputs: JsonObject) => compared(inputs as RouterValues),
  before: {
    refresh({ routers }: Simulator) {
      for (const { id } of routers.all()) routers.change(id, { name: "somebody-elses-name" });
    },
  },
};

const via = (nexthop: string) => [{ destination: "192.168.7.0/24", nexthop }];

const managed: Scenario = {
  ...anyRouter,
  first: WHOLE,
  changes: {
    update: {
      ...WHOLE,
      name: "edge-router-2",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }, { subnetId: DMZ }],
      routes: via("10.0.3.13"),
    },
    replace: { ...WHOLE, regionId: 3 },
  },
};

const listedOnceCreated: Scenario = {
  ...managed,
  variant: "listed once it is created",
  options: { visibleWhileCreating: false },
  changes: {},
  without: ["refresh", "delete"],
};

const adoptedArgs = {
  ...PLACE,
  routerId: SHARED,
  name: "shared-router",
  externalGatewayInfo: null,
  interfaces: [{ subnetId: OFFICE }, { subnetId: LAB }],
  routes: via("10.0.1.13"),
};

const adopted: Scenario = {
  ...anyRouter,
  variant: "adopted",
  prepare(platform) {
    anyRouter.prepare(platform);
    const external_gateway_info = gatewayIn(NETWORK, true);
    platform.routers.add({ ...PLACE, id: SHARED, name: "router", external_gateway_info });
  },
  first: adoptedArgs,
  changes: {
    update: { ...adoptedArgs, name: "shared-router-2", interfaces: [{ subnetId: OFFICE }] },
  },
  keptOnDelete: true,
};

export const scenarios: [Scenario, ...Scenario[]] = [managed, listedOnceCreated, adopted];
