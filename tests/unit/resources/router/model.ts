import fc from "fast-check";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { RouterRecord, Simulator } from "../../../../simulator/src";
import { expectModel } from "../../../model/expect-model";
import { faultsOf, LAGGING_READS, MAYBE_PROCESSED, NOT_PROCESSED } from "../../../model/faults";
import {
  byId,
  type Drift,
  documentedOnly,
  type Fields,
  type PlatformObject,
  type ResourceSpec,
} from "../../../model/resource-spec";
import type { ResourceState } from "../../../support/in-process-resource";
import { LAB, NETWORK, NO_ROUTER, OFFICE, OTHER_NETWORK } from "../../../support/platform";
import { gatewayIn, portOf, type RouterValues, valuesOf } from "./setup";

type Routes = NonNullable<RouterValues["routes"]>;

/** A route through none of the subnets. */
const OTHER_ROUTE = { destination: "192.168.9.0/24", nexthop: "203.0.113.1" };

const ROUTE_OF_SUBNET: Record<string, Routes[number]> = {
  [OFFICE]: { destination: "192.168.7.0/24", nexthop: "10.0.1.13" },
  [LAB]: { destination: "192.168.8.0/24", nexthop: "10.0.2.13" },
};
const ROUTES = Object.values(ROUTE_OF_SUBNET);

/** The fields of inputs or outputs. Lists are sorted, because their order has no meaning. */
function fieldsOf(values: JsonObject): Fields {
  const {
    projectId,
    regionId,
    name,
    externalGatewayInfo: gateway,
    routes,
    interfaces,
  } = values as RouterValues;
  const { networkId = null, enableSnat } = gateway ?? {};
  return {
    region: `${projectId}/${regionId}`,
    ...(name !== undefined && { name }),
    ...(gateway !== undefined && {
      network: networkId,
      ...(enableSnat !== undefined && { snat: enableSnat }),
    }),
    ...(routes && { routes: routes.map(({ destination, nexthop }) => `${destination} ${nexthop}`).sort() }),
    ...(interfaces && { subnets: interfaces.map(({ subnetId }) => subnetId).sort() }),
    ...Object.fromEntries(
      (interfaces ?? []).flatMap(({ subnetId, ipAddress }) =>
        ipAddress === undefined ? [] : [[`address in ${subnetId}`, ipAddress]],
      ),
    ),
  };
}

const gateway = { networkId: fc.constantFrom(NETWORK, OTHER_NETWORK), enableSnat: fc.boolean() };
const interfaces = fc
  .tuple(fc.subarray([OFFICE, LAB]), fc.constantFrom(undefined, "10.0.1.20", "10.0.1.21"))
  .map(([subnets, ipAddress]) =>
    subnets.map((subnetId) => ({ subnetId, ...(subnetId === OFFICE && ipAddress && { ipAddress }) })),
  );

/** Random inputs that a managed and an adopted router have. */
const inputs = {
  name: fc.constantFrom("north", "south"),
  externalGatewayInfo: fc.option(fc.record(gateway, { requiredKeys: ["networkId"] })),
  interfaces,
  routes: fc.subarray(ROUTES),
};

/** Removes routes without the subnet of their next hop. */
function validCombination({ routes, ...rest }: JsonObject): JsonObject {
  if (routes === undefined) return rest;
  const subnets = (rest as RouterValues).interfaces ?? [];
  const leading = subnets.map(({ subnetId }) => ROUTE_OF_SUBNET[subnetId]?.nexthop);
  return { ...rest, routes: (routes as Routes).filter(({ nexthop }) => leading.includes(nexthop)) };
}

const change = (text: string, changed: Partial<RouterRecord>): Drift => ({
  text,
  apply: ({ routers }, id) => void routers.change(id, changed),
});

/** Drift of a router that continues to exist. */
const drifts: Drift[] = [
  change("rename the router", { name: "by-hand" }),
  change("remove the routes", { routes: [] }),
  change("add a route", { routes: [OTHER_ROUTE] }),
  change("remove the gateway", { external_gateway_info: null }),
  change("change the network of the gateway", { external_gateway_info: gatewayIn(OTHER_NETWORK) }),
  change("detach the subnets", { interfaces: [], routes: [] }),
];

/** The name of a router whose inputs have none. */
const DEFAULT_NAME = "edge-a3e6503";

const router = {
  handler,
  objects: ({ routers }: Simulator) =>
    routers.all().map((record) => ({ id: record.id, fields: fieldsOf(valuesOf(record)) })),
  remove: ({ routers }: Simulator, id: string) => routers.delete(id),
  validCombination,
  fieldsOfInputs: fieldsOf,
  fieldsOfOutputs: fieldsOf,
  isChangedByItem: (field: string) => /^(subnets|routes|address in .*)$/.test(field),
  objectOf: byId,
  matchKey: ({ region, name }: Fields) => `${region} ${name === DEFAULT_NAME ? undefined : name}`,
  resetFields: { network: null, snat: true, routes: [], subnets: [] },
  drifts,
  canBeKilled: true,
  faults: faultsOf(
    [...MAYBE_PROCESSED, ...NOT_PROCESSED, ...LAGGING_READS, "task-error"],
    ["GET", "POST", "PATCH", "DELETE"],
  ),
};

/** Whether a replaced router that is not deleted yet has the name. */
function isTaken(
  { ifExists, ...args }: JsonObject,
  objects: PlatformObject[],
  deletions: ResourceState[],
): boolean {
  const { name = DEFAULT_NAME, region } = fieldsOf(args);
  const left = objects.filter(({ id }) => deletions.some((each) => each.id === id));
  return ifExists !== "adopt" && left.some(({ fields }) => fields.name === name && fields.region === region);
}

const managed: ResourceSpec = {
  ...router,
  prepare: ({ routers }) => [routers.add({ projectId: 1, regionId: 2, name: "somebody-elses" }).id],
  args: fc
    .record(
      {
        projectId: fc.constant(1),
        regionId: fc.constantFrom(2, 2, 2, 3),
        ...inputs,
        ifExists: fc.constantFrom("fail", "adopt", "create"),
      },
      { requiredKeys: ["projectId", "regionId"] },
    )
    .map(validCombination),
  optional: ["name", "externalGatewayInfo", "interfaces", "routes", "ifExists"],
  cannotSucceed: isTaken,
  fieldsOfInputs: (args) => fieldsOf({ name: DEFAULT_NAME, ...args }),
  initialFields: { network: null, snat: true, routes: [], subnets: [] },
  drifts: [...drifts, { text: "delete the router", apply: ({ routers }, id) => routers.delete(id) }],
  knowsInputsOfKilledRun: true,
};

/** Whether an undeclared route leads through a subnet that the update detaches. */
function isInUse(args: JsonObject, objects: PlatformObject[]): boolean {
  const { routes, interfaces: declared } = args as RouterValues;
  if (routes !== undefined || declared === undefined) return false;
  const { fields = {} } = objects.find(({ id }) => id === args.routerId) ?? {};
  const remains = (subnet: string) => {
    const address = fields[`address in ${subnet}`];
    return declared.some(({ subnetId, ipAddress = address }) => subnetId === subnet && ipAddress === address);
  };
  return Object.entries(ROUTE_OF_SUBNET).some(
    ([subnet, { destination, nexthop }]) =>
      !remains(subnet) && (fields.routes as string[] | undefined)?.includes(`${destination} ${nexthop}`),
  );
}

const place = { projectId: fc.constant(1), regionId: fc.constant(2), routerId: fc.constant(NO_ROUTER) };
const adoptedArgs = <T extends Record<string, fc.Arbitrary<unknown>>>(optional: T) =>
  fc.record(
    { ...place, ...optional },
    { requiredKeys: Object.keys(place) as never },
  ) as fc.Arbitrary<JsonObject>;

const adopted: ResourceSpec = {
  ...router,
  prepare({ routers }) {
    const shared = {
      name: "shared",
      routes: [OTHER_ROUTE],
      interfaces: [portOf(OFFICE, "10.0.1.1"), portOf(LAB, "10.0.2.1")],
      external_gateway_info: gatewayIn(NETWORK),
    };
    routers.add({ projectId: 1, regionId: 2, id: NO_ROUTER, ...shared });
    return [routers.add({ projectId: 1, regionId: 2, name: "somebody-elses" }).id];
  },
  args: adoptedArgs(inputs).map(validCombination),
  optional: ["name", "externalGatewayInfo", "interfaces", "routes"],
  initialFields: { snat: true },
  adopted: true,
  cannotSucceed: isInUse,
  keptOnDelete: true,
};

const { name, routes } = inputs;
const adoptedUnread: ResourceSpec = {
  ...documentedOnly(adopted),
  args: adoptedArgs({ name, externalGatewayInfo: fc.option(fc.record(gateway)), routes }),
  optional: ["name", "externalGatewayInfo", "routes"],
};

export const models = {
  "A router is as declared": () => expectModel(managed),
  "An adopted router is as declared, and undeclared inputs are unchanged": () => expectModel(adopted),
  "An adopted router is as declared, and undeclared inputs are unchanged, if the deployment cannot read it":
    () => expectModel(adoptedUnread),
};
