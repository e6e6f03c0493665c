import { z } from "zod";
import { parseAddress, parseNetwork } from "../core/network";
import { pageSchema } from "../core/page";
import {
  cidr,
  id,
  integerText,
  ipAddress,
  limitText,
  offsetText,
  optionalFields,
  uuid,
} from "../core/schemas";
import { contract } from "./operation";

const route = z.strictObject({ destination: cidr, nexthop: ipAddress }).readonly();
const fixedIp = z.strictObject({ ip_address: ipAddress, subnet_id: uuid }).readonly();

const externalGateway = z
  .strictObject({
    network_id: uuid,
    enable_snat: z.boolean(),
    external_fixed_ips: z.array(fixedIp).readonly(),
  })
  .readonly();

const routerInterface = z
  .strictObject({
    port_id: uuid,
    network_id: uuid,
    mac_address: z.string().nullable(),
    ip_assignments: z.array(fixedIp).readonly(),
  })
  .readonly();

export const routerRecord = z.strictObject({
  id: uuid,
  name: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  distributed: z.boolean(),
  project_id: id,
  region_id: id,
  region: z.string(),
  routes: z.array(route).readonly(),
  interfaces: z.array(routerInterface).readonly(),
  external_gateway_info: externalGateway.nullable(),
  /** The running task that holds a lock on the router. */
  task_id: uuid.nullable(),
  creator_task_id: uuid.nullable(),
});

const name = z
  .string()
  .regex(
    /^[a-zA-Z0-9][a-zA-Z 0-9._\\-]{1,61}[a-zA-Z0-9._]$/,
    "Must have 3 to 63 characters, letters, digits, spaces, dots, underscores, hyphens and backslashes, " +
      "with a letter or digit first and no space, hyphen or backslash last.",
  );

const routes = z.array(
  route.refine(isOfOneFamily, {
    message: "Must be of the same IP version as the destination.",
    path: ["nexthop"],
  }),
);
const enable_snat = z.boolean().default(true);
const manualGateway = z.strictObject({ type: z.literal("manual"), network_id: uuid, enable_snat });
const defaultGateway = z.strictObject({ type: z.literal("default"), enable_snat });

/** Routers store these inputs as they are, except for gateways and interfaces. */
export const createBody = z.strictObject({
  name,
  external_gateway_info: z
    .discriminatedUnion("type", [manualGateway, defaultGateway])
    .nullable()
    .default(null),
  interfaces: z
    .array(z.strictObject({ subnet_id: uuid, type: z.literal("subnet").optional() }))
    .refine(haveDistinctSubnets, "Must not hold the same subnet twice.")
    .default([]),
  routes: routes.default([]),
});

/** The type of a gateway does not change: only "manual" is accepted, and `enable_snat` falls back to true. */
export const updateBody = z.strictObject(
  optionalFields({
    name,
    external_gateway_info: manualGateway.extend({ type: z.literal("manual").optional() }).nullable(),
    routes,
  }),
);

const subnetBody = z.strictObject({ subnet_id: uuid, ip_address: ipAddress.optional() });
const listPath = z.strictObject({ project_id: integerText, region_id: integerText });
const routerPath = listPath.extend({ router_id: uuid });

/** The tasks that a request has started. */
const startedTasks = z.strictObject({ tasks: z.array(uuid) });

const list = "/cloud/v1/routers/{project_id}/{region_id}";
const member = `${list}/{router_id}` as const;
const returnsRouter = { params: routerPath, replies: { 200: routerRecord } };
const startsTasks = { 200: startedTasks };

export const routers = {
  /** Of all operations only the update has a second version, and only the update is documented. */
  update: contract("PATCH /cloud/v2/routers/{project_id}/{region_id}/{router_id}", {
    summary: "Change a router",
    documented: true,
    params: routerPath,
    body: updateBody,
    replies: { 200: z.union([startedTasks, routerRecord]) },
  }),
  create: contract(`POST ${list}`, {
    summary: "Create a router",
    params: listPath,
    body: createBody,
    replies: startsTasks,
  }),
  list: contract(`GET ${list}`, {
    summary: "List routers",
    params: listPath,
    query: z.strictObject({ limit: limitText(1000), offset: offsetText, name: z.string().optional() }),
    replies: { 200: pageSchema(routerRecord) },
  }),
  get: contract(`GET ${member}`, { summary: "Get a router", ...returnsRouter }),
  delete: contract(`DELETE ${member}`, {
    summary: "Delete a router",
    params: routerPath,
    replies: startsTasks,
  }),
  attach: contract(`POST ${member}/attach`, {
    summary: "Attach a subnet to a router",
    body: subnetBody,
    ...returnsRouter,
  }),
  detach: contract(`POST ${member}/detach`, {
    summary: "Detach a subnet from a router",
    body: subnetBody,
    ...returnsRouter,
  }),
};

export interface Route extends z.infer<typeof route> {}
export interface FixedIp extends z.infer<typeof fixedIp> {}
export interface ExternalGateway extends z.infer<typeof externalGateway> {}
export interface RouterInterface extends z.infer<typeof routerInterface> {}
export interface RouterRecord extends Readonly<z.infer<typeof routerRecord>> {}
export type RouterPath = z.infer<typeof routerPath>;
export type CreateBody = z.infer<typeof createBody>;
export type UpdateBody = z.infer<typeof updateBody>;
export type SubnetBody = z.infer<typeof subnetBody>;

function isOfOneFamily(candidate: { destination: string; nexthop: string }): boolean {
  const network = parseNetwork(candidate.destination);
  const address = parseAddress(candidate.nexthop);
  // Invalid values are already reported.
  return network === undefined || address === undefined || network.base.kind() === address.kind();
}

function haveDistinctSubnets(items: readonly { subnet_id: string }[]): boolean {
  return new Set(items.map((item) => item.subnet_id)).size === items.length;
}
