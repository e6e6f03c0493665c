import type {
  ExternalGateway,
  FixedIp,
  Route,
  RouterInterface,
  RouterRecord,
  SubnetBody,
} from "../../contract/routers";
import { contains, firstFree, parseAddress, parseNetwork } from "../../core/network";
import { conflict, invalid } from "../../core/problem";
import type { Subnet, SubnetRegistry } from "../../core/subnets";
import { type RouterWorld, subnetsOf } from "./store";

/** A router is usually the first host of a subnet; in an external network that is another router. */
const FIRST_INTERNAL_HOST = 1n;
const FIRST_EXTERNAL_HOST = 10n;

export type WantedGateway = Pick<ExternalGateway, "network_id" | "enable_snat">;

export function newInterface(world: RouterWorld, { subnet_id, ip_address }: SubnetBody): RouterInterface {
  const { ids, subnets } = world.platform;
  const subnet = subnets.find(subnet_id);
  const address = ip_address ?? freeAddress(world, subnet, FIRST_INTERNAL_HOST);
  if (subnet.declared && !holds(subnet, address))
    throw invalid({ ip_address: [`Must lie in the subnet ${subnet.id} (${subnet.cidr}).`] });
  return {
    port_id: ids.uuid(),
    network_id: subnet.networkId,
    mac_address: `fa:16:3e:${ids
      .bytes()
      .toString("hex", 0, 3)
      .replace(/..(?=.)/g, "$&:")}`,
    ip_assignments: [{ ip_address: address, subnet_id }],
  };
}

/** The addresses change only with the network, because changing source NAT does not change the port. */
export function newGateway(
  world: RouterWorld,
  { network_id, enable_snat }: WantedGateway,
  current: ExternalGateway | null,
): ExternalGateway {
  const kept = current?.network_id === network_id ? current.external_fixed_ips : undefined;
  return { network_id, enable_snat, external_fixed_ips: kept ?? externalAddresses(world, network_id) };
}

function externalAddresses(world: RouterWorld, networkId: string): FixedIp[] {
  return world.platform.subnets.ofExternalNetwork(networkId).map((subnet) => ({
    ip_address: freeAddress(world, subnet, FIRST_EXTERNAL_HOST),
    subnet_id: subnet.id,
  }));
}

function freeAddress({ store }: RouterWorld, subnet: Subnet, position: bigint): string {
  const network = parseNetwork(subnet.cidr);
  const taken = store.addressesIn(subnet.id);
  const free =
    network && (firstFree(network, position, taken) ?? firstFree(network, FIRST_INTERNAL_HOST, taken));
  if (free === undefined) throw conflict(`No more IP addresses available in subnet ${subnet.id}`);
  return free;
}

/** The networks in which the nexthops of a router's routes must be. */
interface Neighbours {
  readonly subnetIds: readonly string[];
  readonly gatewayNetworkId: string | undefined;
}

/** Each nexthop must be in an attached subnet or in a subnet of the gateway's network, if their CIDR is known. */
export function refuseUnreachable(
  registry: SubnetRegistry,
  routes: readonly Route[],
  { subnetIds, gatewayNetworkId }: Neighbours,
): void {
  const attached = subnetIds.map((id) => registry.find(id));
  const gateway = gatewayNetworkId === undefined ? [] : registry.ofExternalNetwork(gatewayNetworkId);
  const decisive = attached.length > 0 ? attached : gateway;
  if (decisive.some(({ declared }) => !declared)) return;
  const unreachable = routes.flatMap(({ nexthop }, index) =>
    [...attached, ...gateway].some((subnet) => holds(subnet, nexthop)) ? [] : [{ nexthop, index }],
  );
  if (unreachable.length === 0) return;
  const fields = unreachable.map(({ nexthop, index }) => [
    `routes.${index}.nexthop`,
    [`${nexthop} lies in no subnet that is attached to the router.`],
  ]);
  throw invalid(Object.fromEntries(fields));
}

/** A subnet that a route uses cannot be detached. */
export function refuseUsed(registry: SubnetRegistry, router: RouterRecord, subnetId: string): void {
  const subnet = registry.find(subnetId);
  const user = router.routes.find((route) => subnet.declared && holds(subnet, route.nexthop));
  if (user === undefined || !subnetsOf(router).includes(subnetId)) return;
  throw conflict(`Subnet ${subnetId} is used by the route to ${user.destination} of router ${router.id}`);
}

function holds(subnet: Subnet, text: string): boolean {
  const network = parseNetwork(subnet.cidr);
  const address = parseAddress(text);
  return network !== undefined && address !== undefined && contains(network, address);
}
