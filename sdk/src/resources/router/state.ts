import type { Region, RouterRecord } from "../../api/routers";
import type { IsDeclared } from "../../contract/property";
import { canonicalIp, parseNetwork } from "../../util/ip";
import type { RouterInputs } from "./schema";

/** What the state holds of a router. What a deployment cannot tell is left out. */
export interface RouterState extends Region {
  routerId: string;
  name?: string;
  status?: string;
  region?: string;
  createdAt?: string;
  distributed?: boolean;
  routes?: Route[];
  interfaces?: Interface[];
  externalGatewayInfo?: Gateway | null;
}

export interface Route {
  destination: string;
  nexthop: string;
}

export interface Interface {
  subnetId: string;
  ipAddress?: string;
  portId?: string;
  networkId?: string;
  macAddress?: string;
}

export interface Gateway {
  networkId: string;
  enableSnat: boolean;
  externalFixedIps?: Array<{ ipAddress?: string; subnetId: string }>;
}

/** Lists of the platform have no order: they are kept in the order of these, so that no difference shows. */
export interface Order {
  routes?: Route[] | undefined;
  interfaces?: Array<Pick<Interface, "subnetId">> | undefined;
}

/** The platform's record as state. `updated_at` and `task_id` stay out: they change without anyone's doing. */
export function stateOf({ projectId, regionId }: Region, record: RouterRecord, order: Order): RouterState {
  return {
    projectId,
    regionId,
    routerId: record.id,
    ...(record.name != null && { name: record.name }),
    ...(record.status != null && { status: record.status }),
    ...(record.region != null && { region: record.region }),
    ...(record.created_at != null && { createdAt: record.created_at }),
    ...(record.distributed != null && { distributed: record.distributed }),
    routes: inOrder(record.routes ?? [], order.routes, routeKey),
    interfaces: inOrder(interfacesOf(record), order.interfaces, interfaceKey),
    externalGatewayInfo: gatewayOf(record),
  };
}

function interfacesOf(record: RouterRecord): Interface[] {
  return (record.interfaces ?? []).flatMap((port) =>
    (port.ip_assignments ?? []).map((assignment) => ({
      subnetId: assignment.subnet_id,
      ...(assignment.ip_address != null && { ipAddress: assignment.ip_address }),
      ...(port.port_id != null && { portId: port.port_id }),
      ...(port.network_id != null && { networkId: port.network_id }),
      ...(port.mac_address != null && { macAddress: port.mac_address }),
    })),
  );
}

function gatewayOf({ external_gateway_info: gateway }: RouterRecord): Gateway | null {
  if (gateway?.network_id == null) return null;
  return {
    networkId: gateway.network_id,
    enableSnat: gateway.enable_snat ?? true,
    externalFixedIps: (gateway.external_fixed_ips ?? []).map((ip) => ({
      ...(ip.ip_address != null && { ipAddress: ip.ip_address }),
      subnetId: ip.subnet_id,
    })),
  };
}

function inOrder<T extends K, K>(list: T[], order: K[] | undefined, key: (item: K) => string): T[] {
  const rank = new Map(order?.map((item, index) => [key(item), index]));
  const of = (item: T) => rank.get(key(item)) ?? rank.size;
  return [...list].sort((a, b) => of(a) - of(b));
}

/** What makes two routes the same, however their addresses are written. */
export function routeKey({ destination, nexthop }: Route): string {
  return `${parseNetwork(destination)?.canonical ?? destination} ${canonicalIp(nexthop)}`;
}

function interfaceKey({ subnetId }: Pick<Interface, "subnetId">): string {
  return subnetId.toLowerCase();
}

export function sameRoutes(declared: Route[], actual: Route[] | undefined): boolean {
  if (actual === undefined) return false;
  const [one, other] = [new Set(declared.map(routeKey)), new Set(actual.map(routeKey))];
  return one.size === other.size && [...one].every((key) => other.has(key));
}

type GatewayInput = NonNullable<RouterInputs["externalGatewayInfo"]>;

/** Whether the gateway is as declared. What a declaration leaves out may be anything. */
export function sameGateway(declared: GatewayInput | null, actual: Gateway | null | undefined): boolean {
  if (!declared || !actual) return actual !== undefined && (declared ?? null) === actual;
  const sameNetwork = declared.networkId === undefined || sameId(declared.networkId, actual.networkId);
  return sameNetwork && (declared.enableSnat === undefined || declared.enableSnat === actual.enableSnat);
}

export type InterfaceInput = NonNullable<RouterInputs["interfaces"]>[number];

/** Whether this subnet is attached as declared. */
export function isAttached(declared: InterfaceInput, actual: Interface[] | undefined): boolean {
  return (actual ?? []).some(
    (item) =>
      sameId(item.subnetId, declared.subnetId) &&
      (declared.ipAddress === undefined ||
        item.ipAddress === undefined ||
        canonicalIp(item.ipAddress) === canonicalIp(declared.ipAddress)),
  );
}

export function sameInterfaces(declared: InterfaceInput[], actual: Interface[] | undefined): boolean {
  return (
    actual !== undefined &&
    declared.every((item) => isAttached(item, actual)) &&
    extraSubnets(declared, actual).length === 0
  );
}

/** The interfaces to record after a change: what somebody else has attached or detached beside it is left out. */
export function recordedInterfaces(
  actual: Interface[],
  recorded: Interface[],
  declared: InterfaceInput[],
): Interface[] {
  const isKnown = (subnet: string) =>
    [...recorded, ...declared].some(({ subnetId }) => sameId(subnetId, subnet));
  const isLost = (subnet: string) =>
    declared.some(
      (item) => sameId(item.subnetId, subnet) && !isAttached(item, actual) && isAttached(item, recorded),
    );
  return [
    ...actual.filter(({ subnetId }) => isKnown(subnetId) && !isLost(subnetId)),
    ...recorded.filter(({ subnetId }) => isLost(subnetId)),
  ];
}

/** Subnets that are attached and not declared. */
export function extraSubnets(declared: InterfaceInput[], actual: Interface[] | undefined): string[] {
  const subnets = (actual ?? []).map((item) => item.subnetId);
  return [...new Set(subnets)].filter((subnet) => !declared.some((item) => sameId(item.subnetId, subnet)));
}

export function sameId(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

/** The interfaces that would declare these: one for each subnet, with its address where one was declared. */
export function interfaceInputs(interfaces: Interface[], isDeclared: IsDeclared): InterfaceInput[] {
  return perSubnet(interfaces).map(({ subnetId, ipAddress }, index) => ({
    subnetId,
    ...(ipAddress !== undefined && isDeclared(`interfaces[${index}].ipAddress`) && { ipAddress }),
  }));
}

/** A router may have several addresses in a subnet; a subnet is declared once. */
function perSubnet(interfaces: Interface[]): Interface[] {
  return interfaces.filter(
    (item, index) => interfaces.findIndex((other) => sameId(other.subnetId, item.subnetId)) === index,
  );
}

/** The gateway that would declare this one. */
export function gatewayInput(gateway: Gateway | null, isDeclared: IsDeclared): GatewayInput | null {
  if (gateway === null) return null;
  const { networkId, enableSnat } = gateway;
  const typed = isDeclared("externalGatewayInfo.type");
  const picked = typed && !isDeclared("externalGatewayInfo.networkId");
  return {
    ...(typed && { type: picked ? ("default" as const) : ("manual" as const) }),
    ...(!picked && { networkId }),
    ...(isDeclared("externalGatewayInfo.enableSnat") && { enableSnat }),
  };
}
