import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type ExternalGateway, type RouterRecord, type UpdateBody, updateBody } from "../../contract/routers";
import { uuid } from "../../core/schemas";
import { zonedTimestamp } from "../../core/timestamps";
import { newGateway, refuseUnreachable, type WantedGateway } from "./network";
import { type RouterWorld, subnetsOf } from "./store";

/** The parts of an update that change something. */
export const routerUpdate = updateBody.omit({ external_gateway_info: true }).extend({
  gateway: z.strictObject({ network_id: uuid, enable_snat: z.boolean() }).nullable().exactOptional(),
});

export interface RouterUpdate extends Readonly<z.infer<typeof routerUpdate>> {}

/** Refuses invalid updates before a task starts. */
export function planUpdate({ platform }: RouterWorld, router: RouterRecord, body: UpdateBody): RouterUpdate {
  const { external_gateway_info: gateway, ...stored } = body;
  const resulting = gateway === undefined ? router.external_gateway_info : gateway;
  refuseUnreachable(platform.subnets, stored.routes ?? [], {
    subnetIds: subnetsOf(router),
    gatewayNetworkId: resulting?.network_id,
  });
  const changed = Object.entries(stored).filter(
    ([name, value]) => !isSame(value, router[name as keyof typeof stored]),
  );
  const changesGateway = gateway !== undefined && !isSameGateway(gateway, router.external_gateway_info);
  return routerUpdate.parse({
    ...Object.fromEntries(changed),
    ...(changesGateway && {
      gateway: gateway && { network_id: gateway.network_id, enable_snat: gateway.enable_snat },
    }),
  });
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

/** Lists are sets: their order has no meaning. */
function isSame(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((item) => JSON.stringify(item, Object.keys(item).sort())).sort() : value;
  return isDeepStrictEqual(sorted(one), sorted(other));
}

function isSameGateway(wanted: WantedGateway | null, current: ExternalGateway | null): boolean {
  return wanted?.network_id === current?.network_id && wanted?.enable_snat === current?.enable_snat;
}
