import fc from "fast-check";
import type { Simulator } from "../../../../simulator/src";
import { expectModel } from "../../../model/expect-model";
import { documentedOnly, type ResourceSpec } from "../../../model/resource-spec";
import { LAB, NETWORK, NO_ROUTER, OFFICE } from "../../../support/platform";
import {
  arbitraryInputs,
  drifts,
  isInUse,
  OTHER_ROUTE,
  ROUTES,
  router,
  validCombination,
  wholeGateways,
} from "./model";

const port = (subnet_id: string, ip_address: string) => ({
  port_id: subnet_id,
  network_id: subnet_id,
  mac_address: null,
  ip_assignments: [{ ip_address, subnet_id }],
});

function prepare({ routers }: Simulator): string[] {
  const place = { projectId: 1, regionId: 2 };
  routers.add({
    ...place,
    id: NO_ROUTER,
    name: "shared",
    routes: [OTHER_ROUTE],
    interfaces: [port(OFFICE, "10.0.1.1"), port(LAB, "10.0.2.1")],
    external_gateway_info: { network_id: NETWORK, enable_snat: false, external_fixed_ips: [] },
  });
  return [routers.add({ ...place, name: "somebody-elses" }).id];
}

const place = { projectId: fc.constant(1), regionId: fc.constant(2), routerId: fc.constant(NO_ROUTER) };
const requiredKeys = ["projectId", "regionId", "routerId"] as const;

const adopted: ResourceSpec = {
  ...router,
  prepare,
  args: fc
    .record({ ...place, ...arbitraryInputs }, { requiredKeys: [...requiredKeys] })
    .map(validCombination),
  optional: ["name", "externalGatewayInfo", "interfaces", "routes"],
  validCombination,
  initialFields: { snat: true },
  adopted: true,
  cannotSucceed: isInUse,
  keptOnDelete: true,
  drifts,
  canBeKilled: true,
};

const { name } = arbitraryInputs;

export const adoptedModels = {
  "An adopted router is as declared, and undeclared inputs are unchanged": () => expectModel(adopted),

  "An adopted router is as declared, and undeclared inputs are unchanged, if the deployment cannot read it":
    () =>
      expectModel({
        ...documentedOnly(adopted),
        args: fc.record(
          { ...place, name, externalGatewayInfo: wholeGateways, routes: fc.subarray(ROUTES) },
          { requiredKeys: [...requiredKeys] },
        ),
        optional: ["name", "externalGatewayInfo", "routes"],
      }),
};
