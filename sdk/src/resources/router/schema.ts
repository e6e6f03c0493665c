import { z } from "zod";
import { ipFamily, parseNetwork } from "../../util/ip";
import { isObject } from "../../util/json";
import { id, record, uuid, whenList, whenObject } from "../../validation/schemas";

const family = (text: unknown) =>
  typeof text === "string" ? (parseNetwork(text)?.family ?? ipFamily(text)) : undefined;

const NAME = /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/;

const Route = record("a route: { destination, nexthop }", {
  destination: z
    .string({ error: `must be a network in CIDR notation, such as "10.0.3.0/24"` })
    .superRefine((text, context) => {
      const network = parseNetwork(text);
      if (!network) context.addIssue(`must be a network in CIDR notation, such as "10.0.3.0/24"`);
      else if (!network.exact)
        context.addIssue(`has bits set to the right of its prefix; the network is "${network.canonical}"`);
    }),
  nexthop: z
    .string({ error: `must be an IP address, such as "10.0.0.13"` })
    .refine((text) => ipFamily(text) !== undefined, {
      error: `must be an IP address, such as "10.0.0.13"`,
    }),
}).superRefine(({ destination, nexthop }, context) => {
  const [network, hop] = [family(destination), family(nexthop)];
  if (network === undefined || hop === undefined || network === hop) return;
  context.addIssue({
    code: "custom",
    path: ["nexthop"],
    message: `must be an IPv${network} address, as the route's destination is an IPv${network} network`,
  });
}, whenObject);

const Gateway = record("a gateway: { networkId, enableSnat }, or null for none", {
  type: z.enum(["manual", "default"], { error: `must be "manual" or "default"` }).optional(),
  networkId: uuid("network").optional(),
  enableSnat: z.boolean({ error: "must be true or false" }).optional(),
}).superRefine(({ type, networkId }, context) => {
  const say = (message: string) => context.addIssue({ code: "custom", path: ["networkId"], message });
  if (type === "default" && networkId !== undefined)
    say(`must be left out with type "default", where the platform picks the network`);
  if ((type === undefined || type === "manual") && networkId === undefined)
    say(
      "is required: the gateway is always given whole, with the UUID of the external network. To have no gateway, write `externalGatewayInfo: null`",
    );
}, whenObject);

const Interface = record("an interface: { subnetId, ipAddress }", {
  subnetId: uuid("subnet"),
  ipAddress: z
    .string({ error: `must be an IP address, such as "10.0.0.1"` })
    .refine((text) => ipFamily(text) !== undefined, { error: `must be an IP address, such as "10.0.0.1"` })
    .optional(),
});

/** What a user may declare of a router. */
export const RouterInputs = z
  .strictObject({
    projectId: id("project"),
    regionId: id("region"),
    routerId: uuid("router").optional(),
    name: z
      .string({ error: "must be a text" })
      .regex(NAME, {
        error:
          "must have 3 to 63 characters: letters, digits, spaces and . _ - only, a letter or digit first, and no space or - last",
      })
      .optional(),
    externalGatewayInfo: Gateway.nullish(),
    routes: z.array(Route, { error: "must be a list of routes; `[]` for none" }).optional(),
    interfaces: z
      .array(Interface, { error: "must be a list of interfaces; `[]` for none" })
      .superRefine((list: unknown[], context) => {
        const seen = list.map((item) => isObject(item) && String(item.subnetId).toLowerCase());
        seen.forEach((subnet, index) => {
          if (subnet !== false && seen.indexOf(subnet) < index)
            context.addIssue({
              code: "custom",
              path: [index, "subnetId"],
              message: "names a subnet that is in the list already",
            });
        });
      }, whenList)
      .optional(),
    ifExists: z
      .enum(["fail", "adopt", "create"], { error: `must be "fail", "adopt" or "create"` })
      .optional(),
  })
  .superRefine(({ routerId, externalGatewayInfo, ifExists, name }, context) => {
    const say = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (routerId !== undefined && externalGatewayInfo?.type === "default")
      say(
        ["externalGatewayInfo", "type"],
        `can be "default" only for a router that this resource creates; name the network in networkId`,
      );
    if (routerId !== undefined && ifExists !== undefined)
      say(["ifExists"], "has no meaning together with routerId, which names the router");
    if (routerId === undefined && name === undefined)
      say(["name"], "is required for a router that this resource creates");
  }, whenObject);

export type RouterInputs = z.infer<typeof RouterInputs>;
