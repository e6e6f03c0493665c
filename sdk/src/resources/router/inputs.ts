import { z } from "zod";

import {
  flag,
  id,
  ipAddress,
  network,
  oneOf,
  record,
  text,
  uniqueList,
  uuid,
  whenObject,
} from "../../operation/inputs/schemas";
import { type IsDeclared, propertiesOf } from "../../operation/properties";
import { UnorderedList } from "../../operation/unordered-list";
import type {
  RouterGatewayOutput,
  RouterInterfaceOutput,
  RouterRouteOutput,
  RouterState,
} from "../../platform/api/router-outputs";
import { canonicalIp, familyOf, parseNetwork } from "../../util/ip";

/** The documented pattern allows a backslash in the middle in one of its two readings: the platform decides. */
const NAME = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

const Route = record("a route: { destination, nexthop }", {
  destination: network("10.0.3.0/24"),
  nexthop: ipAddress("10.0.0.13"),
}).superRefine(({ destination, nexthop }, context) => {
  const [family, hop] = [familyOf(destination), familyOf(nexthop)];
  if (family === undefined || hop === undefined || family === hop) return;
  const message = `must be an IPv${family} address, as the route's destination is an IPv${family} network`;
  context.addIssue({ code: "custom", path: ["nexthop"], message });
}, whenObject);

const Gateway = record("a gateway: { networkId, enableSnat }, or {} for none", {
  type: oneOf("manual", "default").optional(),
  networkId: uuid("network").optional(),
  enableSnat: flag().optional(),
})
  .superRefine(({ type, networkId }, context) => {
    const addIssue = (message: string) => context.addIssue({ code: "custom", path: ["networkId"], message });
    if (type === "default" && networkId !== undefined)
      addIssue(`must be left out with type "default", where the platform picks the network`);
    if ((type === undefined || type === "manual") && networkId === undefined)
      addIssue(
        "is required: the gateway is always given whole, with the UUID of the external network. To have no gateway, write `externalGatewayInfo: {}`",
      );
  }, whenObject)
  .meta({
    if: {
      anyOf: [
        { maxProperties: 0 },
        { properties: { type: { not: { const: "manual" } } }, required: ["type"] },
      ],
    },
    else: { required: ["networkId"] },
  });

const Interface = record("an interface: { subnetId, ipAddress }", {
  subnetId: uuid("subnet"),
  ipAddress: ipAddress("10.0.0.1").optional(),
});

/** The inputs of a router. */
export const RouterInputs = z
  .strictObject({
    projectId: id("project"),
    regionId: id("region"),
    routerId: uuid("router").optional(),
    name: text("a text")
      .regex(NAME, {
        error:
          "must have 3 to 63 characters: letters, digits, spaces and . _ - \\ only, a letter or digit first, and no space, - or \\ last",
      })
      .optional(),
    externalGatewayInfo: Gateway.nullish(),
    routes: z.array(Route, { error: "must be a list of routes; `[]` for none" }).optional(),
    interfaces: uniqueList(Interface, "a list of interfaces; `[]` for none", "subnetId", "subnet").optional(),
    ifExists: oneOf("fail", "adopt", "create").optional(),
  })
  .superRefine(({ routerId, externalGatewayInfo, ifExists, name }, context) => {
    const addIssue = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (routerId !== undefined && externalGatewayInfo?.type === "default")
      addIssue(
        ["externalGatewayInfo", "type"],
        `can be "default" only for a router that this resource creates; name the network in networkId`,
      );
    if (routerId !== undefined && ifExists !== undefined)
      addIssue(["ifExists"], "has no meaning together with routerId, which names the router");
    if (routerId === undefined && name === undefined)
      addIssue(["name"], "is required for a router that this resource creates");
  }, whenObject)
  .meta({ dependencies: { routerId: { properties: { ifExists: false } } } });

export type RouterInputs = z.infer<typeof RouterInputs>;
export type GatewayInput = NonNullable<RouterInputs["externalGatewayInfo"]>;
type InterfaceInput = NonNullable<RouterInputs["interfaces"]>[number];

/** Equal for the same route in different notations. */
function routeKey({ destination, nexthop }: RouterRouteOutput): string {
  return `${parseNetwork(destination)?.canonical ?? destination} ${canonicalIp(nexthop)}`;
}

/** Equal for all entries of one subnet. */
function subnetKey({ subnetId }: { subnetId: string }): string {
  return subnetId.toLowerCase();
}

export const routes = new UnorderedList<RouterRouteOutput>(routeKey, { mayReturn: true });

/** The platform has one entry for each address of the router in a subnet. */
export const subnets = new UnorderedList<{ subnetId: string }, InterfaceInput, RouterInterfaceOutput>(
  subnetKey,
  {
    same: ({ ipAddress: declared }, { ipAddress: actual }) =>
      declared === undefined || actual === undefined || canonicalIp(declared) === canonicalIp(actual),
  },
);

export const properties = propertiesOf<RouterInputs, RouterState>(RouterInputs, {
  projectId: { kind: "replaces" },
  regionId: { kind: "replaces" },
  routerId: { kind: "adopts", same: sameId },
  externalGatewayInfo: {
    default: null,
    nestedDefaults: { enableSnat: true },
    same: sameGateway,
    declare: gatewayInput,
  },
  routes: { same: routes },
  interfaces: { same: subnets, declare: interfaceInputs },
});

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
