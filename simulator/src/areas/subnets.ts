import { z } from "zod";
import { cidr, optionalFields, uuid } from "../core/schemas";
import type { Subnet, SubnetDeclaration } from "../core/subnets";
import type { Area, AreaPlatform } from "./area";
import { objectKind } from "./object-kind";

/** The API of the simulator has no subnets. Nexthops are checked against those that a test declares. */
export interface SubnetsHandle {
  add(declaration: SubnetDeclaration): Subnet;
  all(): Subnet[];
}

export function subnetsArea({ subnets }: AreaPlatform): Area<SubnetsHandle> {
  const { records } = subnets;
  const fields = optionalFields({ cidr, network_id: uuid });
  return {
    handle: { add: (declared) => subnets.add(declared), all: () => records.all() },
    objects: [
      // An addition of an existing subnet replaces it.
      objectKind({
        name: "subnets",
        all: () => records.all(),
        idOf: ({ id }) => id,
        asJson,
        addition: z.strictObject({ ...fields, id: uuid, cidr }),
        add: ({ network_id: networkId, ...declared }) => subnets.add({ ...declared, networkId }),
        change: z.strictObject(fields),
        apply: (subnet, { network_id: networkId = subnet.networkId, cidr = subnet.cidr }) =>
          subnets.add({ id: subnet.id, cidr, networkId }),
        remove: ({ id }) => records.remove(id),
      }),
    ],
    state: () => records.all().map(asJson),
  };
}

function asJson({ id, cidr, networkId, declared }: Subnet): unknown {
  return { id, cidr, network_id: networkId, declared };
}
