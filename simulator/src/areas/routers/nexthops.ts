import { contains, parseAddress, parseNetwork } from "../../core/network";
import { conflict, invalid } from "../../core/problem";
import type { Subnet, SubnetRegistry } from "../../core/subnets";
import { type Route, type RouterRecord, subnetsOf } from "./record";

/** What the nexthops of a router's routes are reached through. */
interface Surroundings {
  readonly subnetIds: readonly string[];
  readonly gatewayNetworkId: string | undefined;
}

/** A nexthop must lie in an attached subnet or in that of the gateway, as far as those are known. */
export function refuseUnreachable(
  registry: SubnetRegistry,
  routes: readonly Route[],
  around: Surroundings,
): void {
  const attached = around.subnetIds.map((id) => registry.find(id));
  const gateway =
    around.gatewayNetworkId === undefined ? [] : registry.ofExternalNetwork(around.gatewayNetworkId);
  if (mayReachAnything(attached, gateway)) return;
  const fields = routes.flatMap(({ nexthop }, index) =>
    [...attached, ...gateway].some((subnet) => holds(subnet, nexthop))
      ? []
      : [
          [
            `routes.${index}.nexthop`,
            [`${nexthop} lies in no subnet that is attached to the router.`],
          ] as const,
        ],
  );
  if (fields.length > 0) throw invalid(Object.fromEntries(fields));
}

/** A subnet that a route leads through cannot be taken away. */
export function refuseUsed(registry: SubnetRegistry, router: RouterRecord, subnetId: string): void {
  const subnet = registry.find(subnetId);
  const user = router.routes.find((route) => subnet.declared && holds(subnet, route.nexthop));
  if (user === undefined || !subnetsOf(router).includes(subnetId)) return;
  throw conflict(`Subnet ${subnetId} is used by the route to ${user.destination} of router ${router.id}`);
}

/** Subnets that nobody declared may be anywhere. A gateway alone is believed as well, its network being unknown. */
function mayReachAnything(attached: readonly Subnet[], gateway: readonly Subnet[]): boolean {
  if (attached.length > 0) return attached.some((subnet) => !subnet.declared);
  return gateway.some((subnet) => !subnet.declared);
}

function holds(subnet: Subnet, text: string): boolean {
  const network = parseNetwork(subnet.cidr);
  const address = parseAddress(text);
  return network !== undefined && address !== undefined && contains(network, address);
}
