import { canonicalIp, parseNetwork } from "../../util/ip";
import { omitNullish } from "../../util/json";
import type {
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "./router-outputs";
import type { Region, RouterRecord } from "./routers";

/** The platform's lists have no order. They are sorted like these lists, so that the order causes no difference. */
export interface Order {
  routes?: RouterRouteOutput[] | undefined;
  interfaces?: Array<Pick<RouterInterfaceOutput, "subnetId">> | undefined;
}

/** The platform's record as state. `updated_at` and `task_id` are left out, because they change without a user's action. */
export function stateOf({ projectId, regionId }: Region, record: RouterRecord, order: Order): RouterState {
  const { id: routerId, name, status, region, created_at: createdAt, distributed } = record;
  return {
    projectId,
    regionId,
    routerId,
    ...omitNullish({ name, status, region, createdAt, distributed }),
    routes: inOrder(record.routes ?? [], order.routes, routeKey),
    interfaces: inOrder(interfacesOf(record), order.interfaces, subnetKey),
    externalGatewayInfo: gatewayOf(record),
  };
}

function interfacesOf(record: RouterRecord): RouterInterfaceOutput[] {
  return (record.interfaces ?? []).flatMap((port) =>
    (port.ip_assignments ?? []).map((assignment) => ({
      subnetId: assignment.subnet_id,
      ...omitNullish({
        ipAddress: assignment.ip_address,
        portId: port.port_id,
        networkId: port.network_id,
        macAddress: port.mac_address,
      }),
    })),
  );
}

function gatewayOf({ external_gateway_info: gateway }: RouterRecord): RouterGatewayOutput | null {
  if (gateway?.network_id == null) return null;
  return {
    networkId: gateway.network_id,
    enableSnat: gateway.enable_snat ?? true,
    externalFixedIps: (gateway.external_fixed_ips ?? []).map((ip) => ({
      ...omitNullish({ ipAddress: ip.ip_address }),
      subnetId: ip.subnet_id,
    })),
  };
}

function inOrder<T extends K, K>(list: T[], order: K[] | undefined, key: (item: K) => string): T[] {
  const rank = new Map(order?.map((item, index) => [key(item), index]));
  const rankOf = (item: T) => rank.get(key(item)) ?? rank.size;
  return [...list].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Equal for the same route in different notations. */
export function routeKey({ destination, nexthop }: RouterRouteOutput): string {
  return `${parseNetwork(destination)?.canonical ?? destination} ${canonicalIp(nexthop)}`;
}

/** Equal for all entries of one subnet. */
export function subnetKey({ subnetId }: Pick<RouterInterfaceOutput, "subnetId">): string {
  return subnetId.toLowerCase();
}
