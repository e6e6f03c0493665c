import { z } from "zod";
import { cidr, optionalFields, uuid } from "../core/schemas";
import type { Subnet, SubnetDeclaration, SubnetRegistry } from "../core/subnets";
import type { Area, AreaPlatform } from "./area";
import { type ObjectKind, objectKind } from "./object-kind";

/** The simulator serves no subnets; it can be told about them, and then checks nexthops against them. */
export interface SubnetsHandle {
  add(declaration: SubnetDeclaration): Subnet;
  all(): Subnet[];
}

const changeable = optionalFields({ cidr, network_id: uuid });
const addition = z.strictObject({ ...changeable, id: uuid, cidr });
const change = z.strictObject(changeable);

export function subnetsArea({ subnets }: AreaPlatform): Area<SubnetsHandle> {
  return {
    handle: { add: (declared) => subnets.add(declared), all: () => subnets.all() },
    objects: [subnetKind(subnets)],
    state: () => subnets.all().map(asJson),
  };
}

/** An addition of a subnet that exists replaces it. */
function subnetKind(subnets: SubnetRegistry): ObjectKind {
  return objectKind({
    name: "subnets",
    all: () => subnets.all(),
    idOf: ({ id }) => id,
    asJson,
    addition,
    add: ({ network_id: networkId, ...said }) => subnets.add({ ...said, networkId }),
    change,
    apply: (subnet, { network_id: networkId = subnet.networkId, cidr = subnet.cidr }) =>
      subnets.add({ id: subnet.id, cidr, networkId }),
    remove: ({ id }) => subnets.remove(id),
  });
}

function asJson({ id, cidr, networkId, declared }: Subnet): unknown {
  return { id, cidr, network_id: networkId, declared };
}
