import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { RouterRecord } from "../../../../simulator/src";
import { faultsOf, LAGGING_READS, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import {
  byId,
  type Drift,
  type Fields,
  type PlatformObject,
  type ResourceSpec,
} from "../../../model/resource-spec";
import { LAB, NETWORK, OFFICE, OTHER_NETWORK } from "../../../support/platform";

type Route = { destination: string; nexthop: string };

/** A route through none of the subnets. */
export const OTHER_ROUTE = { destination: "192.168.9.0/24", nexthop: "203.0.113.1" };

const ROUTE_OF_SUBNET: Record<string, Route> = {
  [OFFICE]: { destination: "192.168.7.0/24", nexthop: "10.0.1.13" },
  [LAB]: { destination: "192.168.8.0/24", nexthop: "10.0.2.13" },
};

type Interface = { subnetId: string; ipAddress?: string };
type Gateway = { networkId: string; enableSnat?: boolean } | null;

/** The inputs or outputs of a router. */
interface RouterValues {
  projectId: number;
  regionId: number;
  name?: string;
  externalGatewayInfo?: Gateway;
  routes?: Route[];
  interfaces?: Interface[];
}

/** The fields of arguments or outputs. Lists are sorted, because their order has no meaning. */
export function fieldsOf(values: JsonObject): Fields {
  const { projectId, regionId, name, externalGatewayInfo, routes, interfaces } =
    values as unknown as RouterValues;
  return {
    region: `${projectId}/${regionId}`,
    ...(name !== undefined && { name }),
    ...(externalGatewayInfo !== undefined && fieldsOfGateway(externalGatewayInfo)),
    ...(routes && { routes: routes.map(({ destination, nexthop }) => `${destination} ${nexthop}`).sort() }),
    ...(interfaces && {
      subnets: interfaces.map(({ subnetId }) => subnetId).sort(),
      ...addresses(interfaces),
    }),
  };
}

function fieldsOfGateway(gateway: Gateway): Fields {
  const { networkId = null, enableSnat } = gateway ?? {};
  return { network: networkId, ...(enableSnat !== undefined && { snat: enableSnat }) };
}

function addresses(interfaces: Interface[]): Fields {
  const known = interfaces.filter(({ ipAddress }) => ipAddress !== undefined);
  return Object.fromEntries(
    known.map(({ subnetId, ipAddress }) => [`address in ${subnetId}`, ipAddress as string]),
  );
}

function fieldsOfRecord(record: RouterRecord): Fields {
  const { external_gateway_info: gateway, interfaces } = record;
  return fieldsOf({
    projectId: record.project_id,
    regionId: record.region_id,
    name: record.name,
    externalGatewayInfo: gateway && { networkId: gateway.network_id, enableSnat: gateway.enable_snat },
    routes: record.routes.map((route) => ({ ...route })),
    interfaces: interfaces.flatMap(({ ip_assignments }) =>
      ip_assignments.map(({ subnet_id, ip_address }) => ({ subnetId: subnet_id, ipAddress: ip_address })),
    ),
  });
}

const gateway = { networkId: fc.constantFrom(NETWORK, OTHER_NETWORK), enableSnat: fc.boolean() };
const gateways = fc.option(fc.record(gateway, { requiredKeys: ["networkId"] }));
export const wholeGateways = fc.option(fc.record(gateway));

const interfaces = fc
  .tuple(fc.subarray([OFFICE, LAB]), fc.constantFrom(undefined, "10.0.1.20", "10.0.1.21"))
  .map(([subnets, address]) =>
    subnets.map((subnetId) => ({
      subnetId,
      ...(subnetId === OFFICE && address !== undefined && { ipAddress: address }),
    })),
  );

export const ROUTES = Object.values(ROUTE_OF_SUBNET);

/** Random inputs that a managed and an adopted router have. */
export const arbitraryInputs = {
  name: fc.constantFrom("north", "south"),
  externalGatewayInfo: gateways,
  interfaces,
  routes: fc.subarray(ROUTES),
};

/** Removes routes without the subnet of their next hop. */
export function validCombination({ routes, ...rest }: JsonObject): JsonObject {
  if (routes === undefined) return rest;
  const subnets = ((rest.interfaces ?? []) as unknown as Interface[]).map(({ subnetId }) => subnetId);
  const leading = subnets.map((subnet) => ROUTE_OF_SUBNET[subnet]?.nexthop);
  return { ...rest, routes: (routes as Route[]).filter(({ nexthop }) => leading.includes(nexthop)) };
}

/** Whether an undeclared route leads through a subnet that the update detaches. */
export function isInUse({ routerId, routes, interfaces }: JsonObject, objects: PlatformObject[]): boolean {
  if (routes !== undefined || interfaces === undefined) return false;
  const { routes: leading = [], ...fields } = objects.find(({ id }) => id === routerId)?.fields ?? {};
  const remains = (subnet: string) =>
    (interfaces as unknown as Interface[]).some(
      ({ subnetId, ipAddress = fields[`address in ${subnet}`] }) =>
        subnetId === subnet && ipAddress === fields[`address in ${subnet}`],
    );
  return Object.entries(ROUTE_OF_SUBNET).some(
    ([subnet, { nexthop }]) =>
      !remains(subnet) && (leading as string[]).some((route) => route.endsWith(` ${nexthop}`)),
  );
}

const change = (
  text: string,
  changed: Parameters<Parameters<Drift["apply"]>[0]["routers"]["change"]>[1],
) => ({
  text,
  apply: ({ routers }: Parameters<Drift["apply"]>[0], id: string) => void routers.change(id, changed),
});

/** Drift of a router that continues to exist. */
export const drifts: Drift[] = [
  change("rename the router", { name: "by-hand" }),
  change("remove the routes", { routes: [] }),
  change("add a route", { routes: [OTHER_ROUTE] }),
  change("remove the gateway", { external_gateway_info: null }),
  change("change the network of the gateway", {
    external_gateway_info: { network_id: OTHER_NETWORK, enable_snat: false, external_fixed_ips: [] },
  }),
  change("detach the subnets", { interfaces: [], routes: [] }),
];

/** The name of a router whose inputs have none. */
const DEFAULT_NAME = /^edge-[0-9a-f]{7}$/;

export const router: Pick<
  ResourceSpec,
  | "handler"
  | "objects"
  | "remove"
  | "fieldsOfInputs"
  | "fieldsOfOutputs"
  | "isChangedByItem"
  | "objectOf"
  | "matchKey"
  | "resetFields"
  | "faults"
> = {
  handler,
  objects: ({ routers }) =>
    routers.all().map((record) => ({ id: record.id, fields: fieldsOfRecord(record) })),
  remove: ({ routers }, id) => routers.delete(id),
  fieldsOfInputs: fieldsOf,
  fieldsOfOutputs: fieldsOf,
  isChangedByItem: (field) => field === "subnets" || field === "routes" || field.startsWith("address in "),
  objectOf: byId,
  matchKey: ({ region, name }) => `${region} ${DEFAULT_NAME.test(String(name)) ? undefined : name}`,
  resetFields: { network: null, snat: true, routes: [], subnets: [] },
  faults: faultsOf(
    [...MAYBE_PROCESSED, ...NOT_PROCESSED, ...LAGGING_READS, "task-error"],
    ["GET", "POST", "PATCH", "DELETE"],
  ),
};
