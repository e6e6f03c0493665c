import { z } from "zod";
import {
  type ExternalGateway,
  type Route,
  type RouterRecord,
  routerRecord,
  type UpdateBody,
} from "../../contract/routers";
import { uuid } from "../../core/schemas";
import { zonedTimestamp } from "../../core/timestamps";
import { newGateway, refuseUnreachable, type WantedGateway } from "./network";
import { type RouterWorld, subnetsOf } from "./store";

const { name, routes } = routerRecord.shape;

/** The parts of an update that change something. */
export const routerUpdate = z.strictObject({
  name: name.exactOptional(),
  routes: routes.exactOptional(),
  gateway: z.strictObject({ network_id: uuid, enable_snat: z.boolean() }).nullable().exactOptional(),
});

export interface RouterUpdate extends Readonly<z.infer<typeof routerUpdate>> {}

/** Refuses invalid updates before a task starts. */
export function planUpdate({ platform }: RouterWorld, router: RouterRecord, body: UpdateBody): RouterUpdate {
  const { name, routes, external_gateway_info: gateway } = body;
  const resulting = gateway === undefined ? router.external_gateway_info : gateway;
  refuseUnreachable(platform.subnets, routes ?? [], {
    subnetIds: subnetsOf(router),
    gatewayNetworkId: resulting?.network_id,
  });
  const changesName = name !== undefined && name !== router.name;
  const changesRoutes = routes !== undefined && !areSameRoutes(routes, router.routes);
  const changesGateway = gateway !== undefined && !isSameGateway(gateway, router.external_gateway_info);
  return {
    ...(changesName && { name }),
    ...(changesRoutes && { routes }),
    ...(changesGateway && {
      gateway: gateway && { network_id: gateway.network_id, enable_snat: gateway.enable_snat },
    }),
  };
}

export function changesNothing(update: RouterUpdate): boolean {
  return Object.keys(update).length === 0;
}

export function applyUpdate(world: RouterWorld, id: string, { gateway, ...fields }: RouterUpdate): void {
  const current = world.store.get(id)?.external_gateway_info ?? null;
  world.store.change(id, {
    ...fields,
    ...(gateway !== undefined && { external_gateway_info: gateway && newGateway(world, gateway, current) }),
    updated_at: zonedTimestamp(world.platform.settings.now()),
  });
}

/** Routes are a set: their order has no meaning. */
function areSameRoutes(one: readonly Route[], other: readonly Route[]): boolean {
  const sorted = (routes: readonly Route[]): string =>
    JSON.stringify(routes.map((route) => `${route.destination} ${route.nexthop}`).sort());
  return sorted(one) === sorted(other);
}

function isSameGateway(wanted: WantedGateway | null, current: ExternalGateway | null): boolean {
  return wanted?.network_id === current?.network_id && wanted?.enable_snat === current?.enable_snat;
}
