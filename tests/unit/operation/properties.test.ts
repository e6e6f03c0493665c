import { expect, test } from "@jest/globals";
import { z } from "zod";
import {
  declaredPaths,
  difference,
  propertiesOf,
  stateToStore,
  uniquePaths,
} from "../../../sdk/src/operation/properties";
import { properties } from "../../../sdk/src/resources/router/inputs";
import type { JsonObject } from "../../../sdk/src/util/json";
import { LAB, NETWORK, NO_ROUTER, OFFICE, OTHER_NETWORK } from "../../support/platform";

// tests/unit/resources/router/plan.test.ts has the differences that an update sends.

const router = properties;

const V4 = { destination: "192.168.7.0/24", nexthop: "10.0.1.13" };
const V6 = { destination: "2001:db8::/32", nexthop: "fe80::1" };
const INTERFACES = [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }];

const declared: JsonObject = {
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
  routes: [V4, V6],
  interfaces: INTERFACES,
};

/** The state of a router that has converged. */
const state: JsonObject = {
  projectId: 1,
  regionId: 2,
  routerId: NO_ROUTER,
  name: "edge-router",
  status: "ACTIVE",
  region: "region-2",
  createdAt: "2026-01-01T00:00:00+0000",
  distributed: false,
  externalGatewayInfo: {
    networkId: NETWORK,
    enableSnat: false,
    externalFixedIps: [{ ipAddress: "203.0.113.10", subnetId: OTHER_NETWORK }],
  },
  routes: [V4, V6],
  interfaces: [
    { subnetId: OFFICE, ipAddress: "10.0.1.1", portId: NETWORK, networkId: NETWORK, macAddress: "x" },
    { subnetId: LAB, ipAddress: "10.0.2.7", portId: NETWORK, networkId: NETWORK, macAddress: "y" },
  ],
};

/** The difference between the state and these inputs. */
const against = (inputs: JsonObject, before = declared) =>
  difference(router, state, declaredPaths(before, router), inputs);

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(declared).filter(([name]) => !names.includes(name)));

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const none = { changed: [], replaces: [], change: {} };

test.each<[string, JsonObject]>([
  [
    "in the spelling of addresses",
    { routes: [V4, { destination: "2001:0DB8:0:0::/32", nexthop: "FE80::0:1" }] },
  ],
  ["in a route that is declared twice", { routes: [V4, V6, V4] }],
  ["in an address that was declared before", { interfaces: [{ subnetId: OFFICE }, { subnetId: LAB }] }],
  ["in inputs that only a creation uses", { ifExists: "create" }],
])("there is no difference %s", (_, change) => {
  expect(against({ ...declared, ...change })).toEqual(none);
});

test("there is no difference in a router that is adopted under its own id in upper case", () => {
  const adopted = { projectId: 1, regionId: 2, routerId: NO_ROUTER };
  expect(against({ ...adopted, routerId: NO_ROUTER.toUpperCase() }, adopted)).toEqual(none);
});

test.each<[string, JsonObject]>([
  ["projectId", { projectId: 3 }],
  ["regionId", { regionId: 3 }],
  ["routerId", { routerId: LAB }],
])("a change of %s replaces the router", (field, change) => {
  const expected = { changed: [field], replaces: [field], change: {} };
  expect(against({ ...declared, ...change })).toEqual(expected);
  expect(against({ ...declared, [field]: UNKNOWN })).toMatchObject({ replaces: [field] });
});

test.each<[string, JsonObject]>([
  ["name", { name: UNKNOWN }],
  ["externalGatewayInfo", { externalGatewayInfo: UNKNOWN }],
  ["externalGatewayInfo", { externalGatewayInfo: { networkId: UNKNOWN } }],
  ["routes", { routes: [UNKNOWN] }],
  ["routes", { routes: [{ destination: "10.0.0.0/8", nexthop: UNKNOWN }] }],
  ["interfaces", { interfaces: [{ subnetId: UNKNOWN }] }],
])("an unknown value is a difference in %s: %j", (field, change) => {
  expect(against({ ...declared, ...change })).toMatchObject({ changed: [field], replaces: [], change });
});

const drifted: JsonObject = {
  ...state,
  status: "DOWN",
  name: "by-hand",
  externalGatewayInfo: null,
  routes: [],
  interfaces: [],
};

/** The names of the properties whose recorded values are kept, though the platform has other values. */
function keptProperties(inputs: JsonObject, change: JsonObject = {}, live = drifted): string[] {
  const recorded = stateToStore(router, { live, recorded: state, inputs, change });
  for (const [name, value] of Object.entries(recorded))
    expect([live[name], state[name]]).toContainEqual(value);
  return Object.keys(recorded).filter((name) => recorded[name] !== live[name]);
}

const names = ["name", "externalGatewayInfo", "routes", "interfaces"];
const reordered = { ...drifted, routes: [V6, V4] };

test.each<[string, string[], JsonObject, { change?: JsonObject; live?: JsonObject }]>([
  ["without drift of declared values, which only a refresh records", names, declared, {}],
  [
    "for changed properties, also if they are not as declared",
    ["routes", "interfaces"],
    declared,
    { change: { name: "edge-router", externalGatewayInfo: null } },
  ],
  ["for undeclared ones", ["externalGatewayInfo", "interfaces"], without("name", "routes") as JsonObject, {}],
  ["for all properties of an adopted router", [], { projectId: 1, regionId: 2 }, {}],
  ["if they are as declared", ["name", "externalGatewayInfo", "interfaces"], declared, { live: reordered }],
])(
  "the recorded values after an update are those of the platform %s",
  (_, kept, inputs, { change, live }) => {
    expect(keptProperties(inputs, change, live)).toEqual(kept);
  },
);

test("after an update the recorded values of a list whose items are changed one by one include the changed items only", () => {
  const at = (...subnets: string[]) => subnets.map((subnetId) => ({ subnetId, ipAddress: "10.0.0.1" }));
  const recordedOf = (actual: string[], recorded: string[], wanted: string[]) => {
    const sources = { live: { interfaces: at(...actual) }, recorded: { interfaces: at(...recorded) } };
    const interfaces = wanted.map((subnetId) => ({ subnetId }));
    return stateToStore(router, { ...sources, inputs: { interfaces }, change: { interfaces } }).interfaces;
  };
  // Somebody else has attached C or detached A.
  expect(recordedOf(["A", "B", "C"], ["A"], ["A", "B"])).toEqual(at("A", "B"));
  expect(recordedOf(["B"], ["A"], ["A", "B"])).toEqual(at("B", "A"));
  // The run failed before it attached B, or before it detached B.
  expect(recordedOf(["A", "C"], ["A"], ["A", "B"])).toEqual(at("A"));
  expect(recordedOf(["A", "B", "C"], ["A", "B"], ["A"])).toEqual(at("A", "B"));
});

const some = propertiesOf<JsonObject, JsonObject>(
  z.strictObject({
    id: z.number(),
    name: z.string().optional(),
    size: z.number().optional(),
    gateway: z.strictObject({ mode: z.string().optional() }).nullish(),
    list: z.array(z.strictObject({ address: z.string().nullish() })).optional(),
    ifExists: z.string().optional(),
  }) as unknown as z.ZodType<JsonObject>,
  { id: { kind: "replaces" } },
);

test.each<[JsonObject, string[]]>([
  [{}, []],
  [{ id: 1, ifExists: "adopt" }, []],
  [{ size: 0, name: "x" }, ["name", "size"]],
  [{ gateway: null }, ["gateway"]],
  [{ gateway: { mode: "a" } }, ["gateway", "gateway.mode"]],
  [{ list: [] }, ["list"]],
  [{ list: [{}, { address: "a" }, {}, { address: null }] }, ["list", "list[1].address", "list[3].address"]],
  [{ gateway: "not known yet", list: "not known yet" }, ["gateway", "list"]],
])("the declared paths of %j are %j", (inputs, paths) => {
  expect(declaredPaths(inputs, some)).toEqual(paths);
});

test("the declared paths of two runs are merged, in one order", () => {
  expect(uniquePaths(["name", "gateway"], ["list", "name"])).toEqual(["gateway", "list", "name"]);
  expect(uniquePaths(undefined, [])).toEqual([]);
});
