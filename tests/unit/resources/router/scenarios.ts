import type { JsonObject } from "../../../../sdk/src/util/json";
import type { RouterRecord, Simulator } from "../../../../simulator/src";
import type { Scenario } from "../../../support/matrix/scenarios";
import { LAB, NETWORK, OFFICE } from "../../../support/platform";
import { args, PLACE } from "./setup";

const DMZ = "3f2504e0-4f89-41d3-9a0c-0305e82c3330";
const SHARED = "3f2504e0-4f89-41d3-9a0c-0305e82c33aa";

const anyRouter = {
  prepare(platform: Simulator) {
    platform.subnets.add({ id: DMZ, cidr: "10.0.3.0/24" });
  },
  objects: ({ routers }: Simulator) =>
    Object.fromEntries(routers.all().map((record) => [record.id, routerView(record)])),
  remove({ routers }: Simulator) {
    for (const { id } of routers.all()) routers.delete(id);
  },
  declared: ({ regionId, name, externalGatewayInfo, interfaces, routes }: JsonObject) => {
    const gateway = externalGatewayInfo as { networkId: string; enableSnat: boolean } | null;
    return {
      regionId,
      name,
      gateway: gateway && [gateway.networkId, gateway.enableSnat],
      subnets: (interfaces as Array<{ subnetId: string }>).map(({ subnetId }) => subnetId).sort(),
      routes,
    };
  },
};

function routerView({ region_id, name, external_gateway_info: gateway, interfaces, routes }: RouterRecord) {
  return {
    regionId: region_id,
    name,
    gateway: gateway && [gateway.network_id, gateway.enable_snat],
    subnets: interfaces.flatMap((port) => port.ip_assignments.map((item) => item.subnet_id)).sort(),
    routes,
  };
}

const lan = (nexthop: string) => [{ destination: "192.168.7.0/24", nexthop }];

const created = {
  ...args,
  externalGatewayInfo: { networkId: NETWORK, enableSnat: true },
  interfaces: [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }],
  routes: lan("10.0.2.13"),
};

const managed: Scenario = {
  ...anyRouter,
  first: created,
  changes: {
    update: {
      ...created,
      name: "edge-router-2",
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: LAB, ipAddress: "10.0.2.7" }, { subnetId: DMZ }],
      routes: lan("10.0.3.13"),
    },
    replace: { ...created, regionId: 3 },
  },
  before: {
    refresh({ routers }) {
      for (const { id } of routers.all()) routers.change(id, { name: "somebody-elses-name" });
    },
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
  routes: lan("10.0.1.13"),
};

const adopted: Scenario = {
  ...anyRouter,
  variant: "adopted",
  prepare(platform) {
    anyRouter.prepare(platform);
    platform.routers.add({
      ...PLACE,
      id: SHARED,
      name: "router",
      external_gateway_info: { network_id: NETWORK, enable_snat: true, external_fixed_ips: [] },
    });
  },
  first: adoptedArgs,
  changes: {
    update: { ...adoptedArgs, name: "shared-router-2", interfaces: [{ subnetId: OFFICE }] },
  },
  before: { refresh: ({ routers }) => void routers.change(SHARED, { name: "somebody-elses-name" }) },
  keptOnDelete: true,
};

export const scenarios: [Scenario, ...Scenario[]] = [managed, listedOnceCreated, adopted];
