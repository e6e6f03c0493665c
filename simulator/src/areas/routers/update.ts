import { z } from "zod";
import { uuid } from "../../core/schemas";
import { zonedTimestamp } from "../../core/timestamps";
import { refuseUnreachable } from "./nexthops";
import { newGateway } from "./ports";
import { type ExternalGateway, type Route, type RouterRecord, routerRecord, subnetsOf } from "./record";
import type { UpdateBody } from "./schemas";
import type { RouterChange } from "./store";
import type { RouterWorld } from "./world";

type WantedGateway = Pick<ExternalGateway, "network_id" | "enable_snat">;

const { name, routes } = routerRecord.shape;

/** What an update really changes: aspects that are as wanted already are left out. */
export const routerUpdate = z.strictObject({
  name: name.exactOptional(),
  routes: routes.exactOptional(),
  gateway: z.strictObject({ network_id: uuid, enable_snat: z.boolean() }).nullable().exactOptional(),
});

export interface RouterUpdate extends Readonly<z.infer<typeof routerUpdate>> {}

/** Refuses what cannot be, before any task is started. */
export function planUpdate({ platform }: RouterWorld, router: RouterRecord, body: UpdateBody): RouterUpdate {
  const { name, routes, external_gateway_info: gateway } = body;
  const resulting = gateway === undefined ? router.external_gateway_info : gateway;
  refuseUnreachable(platform.subnets, routes ?? [], {
    subnetIds: subnetsOf(router),
    gatewayNetworkId: resulting?.network_id,
  });
  return {
    ...(name === undefined || name === router.name ? {} : { name }),
    ...(routes === undefined || areSameRoutes(routes, router.routes) ? {} : { routes }),
    ...(gateway === undefined || isSameGateway(gateway, router.external_gateway_info)
      ? {}
      : { gateway: gateway && wantedGateway(gateway) }),
  };
}

function wantedGateway({ network_id, enable_snat }: WantedGateway): WantedGateway {
  return { network_id, enable_snat };
}

export function changesNothing(update: RouterUpdate): boolean {
  return Object.keys(update).length === 0;
}

export function applyUpdate(world: RouterWorld, id: string, { gateway, ...plain }: RouterUpdate): void {
  const current = world.store.get(id)?.external_gateway_info ?? null;
  const change: RouterChange = {
    ...plain,
    ...(gateway === undefined
      ? {}
      : { external_gateway_info: gateway === null ? null : newGateway(world, gateway, current) }),
    updated_at: zonedTimestamp(world.platform.settings.now()),
  };
  world.store.change(id, change);
}

/** Routes are a set: their order means nothing. */
function areSameRoutes(one: readonly Route[], other: readonly Route[]): boolean {
  const sorted = (routes: readonly Route[]): string =>
    JSON.stringify(routes.map((route) => `${route.destination} ${route.nexthop}`).sort());
  return sorted(one) === sorted(other);
}

function isSameGateway(wanted: WantedGateway | null, current: ExternalGateway | null): boolean {
  return wanted?.network_id === current?.network_id && wanted?.enable_snat === current?.enable_snat;
}
