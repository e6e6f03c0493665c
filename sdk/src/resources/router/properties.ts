import { UnorderedList } from "../../lifecycle/diff/unordered-list";
import type { IsDeclared, Properties } from "../../lifecycle/property";
import type {
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../platform/api/router-outputs";
import { routeKey, subnetKey } from "../../platform/api/router-state";
import { canonicalIp } from "../../util/ip";
import type { GatewayInput, InterfaceInput, RouterInputs } from "./schema";

const routes = new UnorderedList<RouterRouteOutput>({ keyOf: routeKey });

/** The platform has one entry for each address of the router in a subnet. */
export const subnets = new UnorderedList<{ subnetId: string }, InterfaceInput, RouterInterfaceOutput>({
  keyOf: subnetKey,
  same: ({ ipAddress: declared }, { ipAddress: actual }) =>
    declared === undefined || actual === undefined || canonicalIp(declared) === canonicalIp(actual),
});

export const properties: Properties<RouterInputs, RouterState> = {
  projectId: { replaces: true },
  regionId: { replaces: true },
  routerId: { optional: true, replaces: true, keepsObject: true, same: sameId },
  name: { optional: true },
  externalGatewayInfo: {
    optional: true,
    nested: {
      ".type": {},
      ".networkId": {},
      ".enableSnat": { default: true },
    },
    default: null,
    same: sameGateway,
    declare: gatewayInput,
  },
  routes: { optional: true, default: [], same: routes.same },
  interfaces: {
    optional: true,
    nested: { "[].ipAddress": {} },
    default: [],
    same: subnets.same,
    record: subnets.record,
    declare: interfaceInputs,
  },
  ifExists: { optional: true, transient: true, setting: "ifExists" },
};

function sameId(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/** Whether the gateway is as declared. Omitted properties may have any value. */
function sameGateway(declared: GatewayInput | null, actual: RouterGatewayOutput | null | undefined): boolean {
  if (!declared || !actual) return declared === actual;
  const { networkId = actual.networkId, enableSnat = actual.enableSnat } = declared;
  return sameId(networkId, actual.networkId) && enableSnat === actual.enableSnat;
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

/** The inputs that declare these interfaces: each subnet once. */
function interfaceInputs(interfaces: RouterInterfaceOutput[], isDeclared: IsDeclared): InterfaceInput[] {
  return interfaces
    .filter((item, index) => !subnets.has(interfaces.slice(0, index), item))
    .map(({ subnetId, ipAddress }, index) => ({
      subnetId,
      ...(ipAddress !== undefined && isDeclared(`interfaces[${index}].ipAddress`) && { ipAddress }),
    }));
}
