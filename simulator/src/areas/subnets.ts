import { z } from "zod";
import { cidr, uuid } from "../core/schemas";
import type { Subnet, SubnetDeclaration } from "../core/subnets";
import { type Operation, operation } from "../http/operation";
import type { Platform } from "../platform";
import type { Area } from "./area";

/** The simulator serves no subnets; it can be told about them, and then checks nexthops against them. */
export interface SubnetsHandle {
  add(declaration: SubnetDeclaration): Subnet;
  all(): Subnet[];
}

const declaration = z.strictObject({ id: uuid, cidr, network_id: uuid.optional() });

export function subnetsArea({ subnets }: Platform): Area<SubnetsHandle> {
  return {
    handle: { add: (declared) => subnets.add(declared), all: () => subnets.all() },
    controls: [addSubnet(subnets)],
    state: () => subnets.all().map(asJson),
  };
}

function addSubnet(subnets: Platform["subnets"]): Operation {
  return operation({
    method: "POST",
    path: "/subnets",
    body: declaration,
    handle: ({ body }) => ({
      status: 201,
      body: asJson(subnets.add({ id: body.id, cidr: body.cidr, networkId: body.network_id })),
    }),
  });
}

function asJson({ id, cidr, networkId, declared }: Subnet): unknown {
  return { id, cidr, network_id: networkId, declared };
}
