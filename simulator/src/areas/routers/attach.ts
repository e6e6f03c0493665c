import { conflict, notFound } from "../../core/problem";
import { zonedTimestamp } from "../../core/timestamps";
import { refuseUsed } from "./nexthops";
import { newInterface } from "./ports";
import { type RouterInterface, type RouterRecord, subnetsOf } from "./record";
import type { SubnetBody } from "./schemas";
import type { RouterWorld } from "./world";

export function attachSubnet(world: RouterWorld, router: RouterRecord, body: SubnetBody): void {
  if (subnetsOf(router).includes(body.subnet_id)) {
    throw conflict(`Subnet ${body.subnet_id} is already attached to router ${router.id}`);
  }
  keepInterfaces(world, router.id, [...router.interfaces, newInterface(world, body)]);
}

export function detachSubnet(world: RouterWorld, router: RouterRecord, { subnet_id }: SubnetBody): void {
  if (!subnetsOf(router).includes(subnet_id)) {
    throw notFound(`Subnet ${subnet_id} is not attached to router ${router.id}`);
  }
  refuseUsed(world.platform.subnets, router, subnet_id);
  const remaining = router.interfaces
    .map((port) => ({
      ...port,
      ip_assignments: port.ip_assignments.filter((assignment) => assignment.subnet_id !== subnet_id),
    }))
    .filter((port) => port.ip_assignments.length > 0);
  keepInterfaces(world, router.id, remaining);
}

function keepInterfaces(
  { platform, store }: RouterWorld,
  id: string,
  interfaces: readonly RouterInterface[],
): void {
  store.change(id, { interfaces, updated_at: zonedTimestamp(platform.settings.now()) });
}
