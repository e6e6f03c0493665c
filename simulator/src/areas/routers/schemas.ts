import { z } from "zod";
import { parseAddress, parseNetwork } from "../../core/network";
import { cidr, integerText, ipAddress, limitText, offsetText, uuid } from "../../core/schemas";

const name = z
  .string()
  .regex(
    /^[a-zA-Z0-9][a-zA-Z 0-9._-]{1,61}[a-zA-Z0-9._]$/,
    "Must have 3 to 63 characters, letters, digits, spaces, dots, underscores and hyphens, " +
      "with a letter or digit first and no space or hyphen last.",
  );

const route = z.strictObject({ destination: cidr, nexthop: ipAddress }).refine(isOfOneFamily, {
  message: "Must be of the same IP version as the destination.",
  path: ["nexthop"],
});

const routes = z.array(route);
const enableSnat = z.boolean().default(true);

const manualGateway = z.strictObject({
  type: z.literal("manual"),
  network_id: uuid,
  enable_snat: enableSnat,
});
const defaultGateway = z.strictObject({ type: z.literal("default"), enable_snat: enableSnat });

const createInterface = z.strictObject({ subnet_id: uuid, type: z.literal("subnet").optional() });
const interfaces = z
  .array(createInterface)
  .refine(haveDistinctSubnets, "Must not hold the same subnet twice.")
  .default([]);

export const collectionPath = z.strictObject({ project_id: integerText, region_id: integerText });
export const routerPath = collectionPath.extend({ router_id: uuid });
export const listQuery = z.strictObject({
  limit: limitText(1000),
  offset: offsetText,
  name: z.string().optional(),
});

export const createBody = z.strictObject({
  name,
  external_gateway_info: z
    .discriminatedUnion("type", [manualGateway, defaultGateway])
    .nullable()
    .default(null),
  interfaces,
  routes: routes.default([]),
});

/** An update keeps the type it has: only "manual" may be said, and enable_snat falls back to true. */
export const updateBody = z.strictObject({
  name: name.optional(),
  external_gateway_info: manualGateway
    .extend({ type: z.literal("manual").optional() })
    .nullable()
    .optional(),
  routes: routes.optional(),
});

export const subnetBody = z.strictObject({ subnet_id: uuid, ip_address: ipAddress.optional() });

export type CreateBody = z.infer<typeof createBody>;
export type UpdateBody = z.infer<typeof updateBody>;
export type SubnetBody = z.infer<typeof subnetBody>;

function isOfOneFamily(candidate: { destination: string; nexthop: string }): boolean {
  const network = parseNetwork(candidate.destination);
  const address = parseAddress(candidate.nexthop);
  // What cannot be read at all has been reported already.
  return network === undefined || address === undefined || network.base.kind() === address.kind();
}

function haveDistinctSubnets(items: readonly { subnet_id: string }[]): boolean {
  return new Set(items.map((item) => item.subnet_id)).size === items.length;
}
