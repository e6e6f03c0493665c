import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { RouterRecord } from "../../../../simulator/src";
import { faultsOf, LATE, UNSURE, WITHOUT_EFFECT } from "../../../model/faults";
import { byId, type Drift, type Facts, type Subject, type Thing } from "../../../model/subject";
import { LAB, NETWORK, OFFICE, OTHER_NETWORK } from "../../../support/platform";

type Route = { destination: string; nexthop: string };

/** A route that leads through none of the subnets. */
export const ELSEWHERE = { destination: "192.168.9.0/24", nexthop: "203.0.113.1" };

const THROUGH: Record<string, Route> = {
  [OFFICE]: { destination: "192.168.7.0/24", nexthop: "10.0.1.13" },
  [LAB]: { destination: "192.168.8.0/24", nexthop: "10.0.2.13" },
};

type Interface = { subnetId: string; ipAddress?: string };
type Gateway = { networkId: string; enableSnat?: boolean } | null;

interface Described {
  projectId: number;
  regionId: number;
  name?: string;
  externalGatewayInfo?: Gateway;
  routes?: Route[];
  interfaces?: Interface[];
}

/** Field by field what arguments or outputs tell; lists have no order. */
export function factsOf(described: JsonObject): Facts {
  const { projectId, regionId, name, externalGatewayInfo, routes, interfaces } =
    described as unknown as Described;
  return {
    region: `${projectId}/${regionId}`,
    ...(name !== undefined && { name }),
    ...(externalGatewayInfo !== undefined && gatewayFacts(externalGatewayInfo)),
    ...(routes && { routes: routes.map(({ destination, nexthop }) => `${destination} ${nexthop}`).sort() }),
    ...(interfaces && {
      subnets: interfaces.map(({ subnetId }) => subnetId).sort(),
      ...addresses(interfaces),
    }),
  };
}

function gatewayFacts(gateway: Gateway): Facts {
  const { networkId = null, enableSnat } = gateway ?? {};
  return { network: networkId, ...(enableSnat !== undefined && { snat: enableSnat }) };
}

function addresses(interfaces: Interface[]): Facts {
  const known = interfaces.filter(({ ipAddress }) => ipAddress !== undefined);
  return Object.fromEntries(
    known.map(({ subnetId, ipAddress }) => [`address in ${subnetId}`, ipAddress as string]),
  );
}

function recordFacts(record: RouterRecord): Facts {
  const { external_gateway_info: gateway, interfaces } = record;
  return factsOf({
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

export const ROUTES = Object.values(THROUGH);

/** What may be declared of any router. */
export const fields = {
  name: fc.constantFrom("north", "south"),
  externalGatewayInfo: gateways,
  interfaces,
  routes: fc.subarray(ROUTES),
};

/** A route needs a subnet that it leads through. */
export function fitting({ routes, ...rest }: JsonObject): JsonObject {
  if (routes === undefined) return rest;
  const subnets = ((rest.interfaces ?? []) as unknown as Interface[]).map(({ subnetId }) => subnetId);
  const leading = subnets.map((subnet) => THROUGH[subnet]?.nexthop);
  return { ...rest, routes: (routes as Route[]).filter(({ nexthop }) => leading.includes(nexthop)) };
}

/** Whether a route that nobody declares leads through a subnet that is to come off, if only to be put on again. */
export function isInUse({ routerId, routes, interfaces }: JsonObject, things: Thing[]): boolean {
  if (routes !== undefined || interfaces === undefined) return false;
  const { routes: leading = [], ...facts } = things.find(({ id }) => id === routerId)?.facts ?? {};
  const stays = (subnet: string) =>
    (interfaces as unknown as Interface[]).some(
      ({ subnetId, ipAddress = facts[`address in ${subnet}`] }) =>
        subnetId === subnet && ipAddress === facts[`address in ${subnet}`],
    );
  return Object.entries(THROUGH).some(
    ([subnet, { nexthop }]) =>
      !stays(subnet) && (leading as string[]).some((route) => route.endsWith(` ${nexthop}`)),
  );
}

const change = (
  text: string,
  changed: Parameters<Parameters<Drift["apply"]>[0]["routers"]["change"]>[1],
) => ({
  text,
  apply: ({ routers }: Parameters<Drift["apply"]>[0], id: string) => void routers.change(id, changed),
});

/** What does not take the router itself away. */
export const drifts: Drift[] = [
  change("renames it", { name: "by-hand" }),
  change("takes the routes off", { routes: [] }),
  change("adds a route", { routes: [ELSEWHERE] }),
  change("takes the gateway off", { external_gateway_info: null }),
  change("moves the gateway", {
    external_gateway_info: { network_id: OTHER_NETWORK, enable_snat: false, external_fixed_ips: [] },
  }),
  change("takes the subnets off", { interfaces: [], routes: [] }),
];

export const router: Pick<
  Subject,
  "handler" | "things" | "remove" | "declared" | "known" | "inParts" | "own" | "identity" | "reset" | "faults"
> = {
  handler,
  things: ({ routers }) => routers.all().map((record) => ({ id: record.id, facts: recordFacts(record) })),
  remove: ({ routers }, id) => routers.delete(id),
  declared: factsOf,
  known: factsOf,
  inParts: (field) => field === "subnets" || field === "routes" || field.startsWith("address in "),
  own: byId,
  identity: ({ region }) => String(region),
  reset: { network: null, snat: true, routes: [], subnets: [] },
  faults: faultsOf([...UNSURE, ...WITHOUT_EFFECT, ...LATE, "task-error"], ["GET", "POST", "PATCH", "DELETE"]),
};
