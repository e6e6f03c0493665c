import type {
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../api/router-outputs";
import { routeKey } from "../../api/router-state";
import type { IsDeclared, Properties } from "../../contract/property";
import { canonicalIp } from "../../util/ip";
import type { GatewayInput, InterfaceInput, RouterInputs } from "./schema";

export const properties: Properties<RouterInputs, RouterState> = {
  projectId: { replaces: true },
  regionId: { replaces: true },
  routerId: { code: "a", replaces: true, keepsObject: true, same: sameId },
  name: { code: "n" },
  externalGatewayInfo: {
    code: "g",
    nested: {
      ".type": { code: "t" },
      ".networkId": { code: "k" },
      ".enableSnat": { code: "s", default: true },
    },
    default: null,
    same: sameGateway,
    declare: gatewayInput,
  },
  routes: { code: "r", default: [], same: sameRoutes },
  interfaces: {
    code: "i",
    nested: { "[].ipAddress": { code: "p" } },
    default: [],
    same: sameInterfaces,
    record: recordedInterfaces,
    declare: interfaceInputs,
  },
  ifExists: { code: "x", transient: true },
};

export function sameId(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

export function sameRoutes(declared: RouterRouteOutput[], actual: RouterRouteOutput[] | undefined): boolean {
  if (actual === undefined) return false;
  const [one, other] = [new Set(declared.map(routeKey)), new Set(actual.map(routeKey))];
  return one.size === other.size && [...one].every((key) => other.has(key));
}

/** Whether the gateway is as declared. Omitted properties may have any value. */
export function sameGateway(
  declared: GatewayInput | null,
  actual: RouterGatewayOutput | null | undefined,
): boolean {
  if (!declared || !actual) return actual !== undefined && (declared ?? null) === actual;
  const sameNetwork = declared.networkId === undefined || sameId(declared.networkId, actual.networkId);
  return sameNetwork && (declared.enableSnat === undefined || declared.enableSnat === actual.enableSnat);
}

/** The inputs that declare this gateway. */
function gatewayInput(gateway: RouterGatewayOutput | null, isDeclared: IsDeclared): GatewayInput | null {
  if (gateway === null) return null;
  const { networkId, enableSnat } = gateway;
  const hasType = isDeclared("externalGatewayInfo.type");
  const isDefault = hasType && !isDeclared("externalGatewayInfo.networkId");
  return {
    ...(hasType && { type: isDefault ? ("default" as const) : ("manual" as const) }),
    ...(!isDefault && { networkId }),
    ...(isDeclared("externalGatewayInfo.enableSnat") && { enableSnat }),
  };
}

export function hasSubnet(subnetId: string, interfaces: RouterInterfaceOutput[] | undefined): boolean {
  return (interfaces ?? []).some((item) => sameId(item.subnetId, subnetId));
}

/** Whether this subnet is attached as declared. */
export function isAttached(
  { subnetId, ipAddress }: InterfaceInput,
  actual: RouterInterfaceOutput[] | undefined,
): boolean {
  const isAddress = (address: string | undefined) =>
    ipAddress === undefined || address === undefined || canonicalIp(address) === canonicalIp(ipAddress);
  return (actual ?? []).some((item) => sameId(item.subnetId, subnetId) && isAddress(item.ipAddress));
}

function sameInterfaces(declared: InterfaceInput[], actual: RouterInterfaceOutput[] | undefined): boolean {
  if (actual === undefined || extraSubnets(declared, actual).length > 0) return false;
  return declared.every((item) => isAttached(item, actual));
}

/** Subnets that are attached and not declared. */
export function extraSubnets(
  declared: InterfaceInput[],
  actual: RouterInterfaceOutput[] | undefined,
): string[] {
  const subnets = (actual ?? []).map((item) => item.subnetId);
  return [...new Set(subnets)].filter((subnet) => !declared.some((item) => sameId(item.subnetId, subnet)));
}

/** The interfaces to record after a change: without those that others attached or detached at the same time. */
function recordedInterfaces(
  actual: RouterInterfaceOutput[],
  recorded: RouterInterfaceOutput[],
  declared: InterfaceInput[],
): RouterInterfaceOutput[] {
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

/**
 * The inputs that declare these interfaces. A router may have several addresses in a subnet, but a subnet is declared
 * once.
 */
function interfaceInputs(interfaces: RouterInterfaceOutput[], isDeclared: IsDeclared): InterfaceInput[] {
  return interfaces
    .filter(({ subnetId }, index) => !hasSubnet(subnetId, interfaces.slice(0, index)))
    .map(({ subnetId, ipAddress }, index) => ({
      subnetId,
      ...(ipAddress !== undefined && isDeclared(`interfaces[${index}].ipAddress`) && { ipAddress }),
    }));
}
