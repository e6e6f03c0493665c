import { contains, firstFree, parseAddress, parseNetwork } from "../../core/network";
import { conflict, invalid } from "../../core/problem";
import type { Subnet } from "../../core/subnets";
import type { ExternalGateway, FixedIp, RouterInterface } from "./record";
import type { SubnetBody } from "./schemas";
import type { RouterWorld } from "./world";

/** A router is commonly the first host of a subnet; on an external network that is the upstream. */
const firstInternalHost = 1n;
const firstExternalHost = 10n;

export function newInterface(world: RouterWorld, { subnet_id, ip_address }: SubnetBody): RouterInterface {
  const { ids, subnets } = world.platform;
  const subnet = subnets.find(subnet_id);
  const address = ip_address ?? freeAddress(world, subnet, firstInternalHost);
  refuseForeignAddress(subnet, address);
  return {
    port_id: ids.uuid(),
    network_id: subnet.networkId,
    mac_address: macAddress(ids.bytes()),
    ip_assignments: [{ ip_address: address, subnet_id }],
  };
}

/** The addresses stay as long as the network stays, as changing source NAT does not touch the port. */
export function newGateway(
  world: RouterWorld,
  wanted: { readonly network_id: string; readonly enable_snat: boolean },
  current: ExternalGateway | null,
): ExternalGateway {
  const kept = current?.network_id === wanted.network_id ? current.external_fixed_ips : undefined;
  return {
    network_id: wanted.network_id,
    enable_snat: wanted.enable_snat,
    external_fixed_ips: kept ?? externalAddresses(world, wanted.network_id),
  };
}

function externalAddresses(world: RouterWorld, networkId: string): FixedIp[] {
  return world.platform.subnets.ofExternalNetwork(networkId).map((subnet) => ({
    ip_address: freeAddress(world, subnet, firstExternalHost),
    subnet_id: subnet.id,
  }));
}

function freeAddress({ store }: RouterWorld, subnet: Subnet, position: bigint): string {
  const network = parseNetwork(subnet.cidr);
  const taken = store.addressesIn(subnet.id);
  const free =
    network && (firstFree(network, position, taken) ?? firstFree(network, firstInternalHost, taken));
  if (free === undefined) throw conflict(`No more IP addresses available in subnet ${subnet.id}`);
  return free;
}

function refuseForeignAddress(subnet: Subnet, text: string): void {
  const network = parseNetwork(subnet.cidr);
  const address = parseAddress(text);
  if (!subnet.declared || network === undefined || address === undefined) return;
  if (contains(network, address)) return;
  throw invalid({ ip_address: [`Must lie in the subnet ${subnet.id} (${subnet.cidr}).`] });
}

function macAddress(bytes: Buffer): string {
  return `fa:16:3e:${bytes.toString("hex", 0, 3).replace(/..(?=.)/g, "$&:")}`;
}
