import { expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import {
  planned,
  plannedCreation,
  plannedRemoval,
  type Situation,
  settledRemoval,
} from "../../../support/plan";

// The steps that lead from a router to the declared one. No request is sent.

const PLACE = { projectId: 1, regionId: 2 };
const route = (part: number) => ({ destination: `192.168.${part}.0/24`, nexthop: "10.0.1.13" });
const [ROUTE, SECOND, THEIRS] = [route(7), route(8), route(9)];
const OTHER_HOP = { ...ROUTE, nexthop: "10.0.1.14" };

const router = (more: JsonObject = {}): JsonObject => ({
  ...PLACE,
  routerId: "r1",
  name: "old",
  routes: [],
  interfaces: [],
  externalGatewayInfo: null,
  ...more,
});
const inputs = (more: JsonObject = {}): JsonObject => ({ ...PLACE, name: "old", ...more });
const RENAMED = { name: "new" };
const on = (...subnetIds: string[]) => ({ interfaces: subnetIds.map((subnetId) => ({ subnetId })) });
const at = (subnetId: string, ipAddress: string) => ({ interfaces: [{ subnetId, ipAddress }] });
const via = (...routes: JsonObject[]) => ({ routes });
const gateway = (networkId: string, enableSnat?: boolean) => ({
  externalGatewayInfo: { networkId, ...(enableSnat !== undefined && { enableSnat }) },
});
const NO_GATEWAY = { externalGatewayInfo: null };
const DEFAULT_GATEWAY = { externalGatewayInfo: { type: "default" } };

/** An update from the recorded values to the declared ones. */
const change = (recorded: JsonObject, declared: JsonObject, more: Partial<Situation> = {}): Situation => ({
  recorded: router(recorded),
  declared: inputs(declared),
  ...more,
});
/** The platform has other values than the state. */
const live = (values: JsonObject) => ({ live: router(values) });
const touched = (name: string, values: JsonObject) => ({ ...live(values), touched: [name] });

const PATCH = "PATCH /cloud/v2/routers/1/2/r1";
const ROUTER = "/cloud/v1/routers/1/2/r1";
const ATTACH = (subnet_id: string, ip_address?: string) =>
  `POST ${ROUTER}/attach ${JSON.stringify({ subnet_id, ip_address })}`;
const attach = (subnet: string, address?: string) =>
  `attaching subnet ${subnet} | ${ATTACH(subnet, address)} | touches interfaces`;
const detach = (subnet: string) =>
  `detaching subnet ${subnet} | POST ${ROUTER}/detach {"subnet_id":"${subnet}"} | touches interfaces`;
const update = (names: string, body: object) =>
  `updating ${names} | ${PATCH} ${JSON.stringify(body)} | touches ${names}`;
const rename = (name: string) => update("name", { name });
const gatewayBody = (network_id: string, enable_snat?: boolean) => ({
  external_gateway_info: { type: "manual", network_id, enable_snat },
});
const setGateway = (...[network, snat]: Parameters<typeof gatewayBody>) =>
  update("externalGatewayInfo", gatewayBody(network, snat));
const removeGateway = update("externalGatewayInfo", { external_gateway_info: null });
const setRoutes = (...routes: JsonObject[]) => update("routes", { routes });

function testPlans(
  subject: string,
  rows: Array<[title: string, situation: Situation, steps: string[]]>,
): void {
  test.each(rows)(`${subject} %s`, async (_, situation, steps) => {
    expect(await planned(handler, situation)).toEqual(steps);
  });
}

testPlans("the plan of an update sends", [
  ["nothing if nothing differs", change({}, {}), []],
  ["only what differs", change(via(ROUTE), { ...RENAMED, ...via(ROUTE) }), [rename("new")]],
  [
    "name, gateway and routes in one request",
    change({ ...gateway("net"), ...via(ROUTE) }, { ...RENAMED, ...NO_GATEWAY, ...via() }),
    [update("name, routes, externalGatewayInfo", { name: "new", routes: [], external_gateway_info: null })],
  ],
  ["also what a read, which may be old, shows already", change({}, RENAMED, live(RENAMED)), [rename("new")]],
  ["nothing for drift, which only a refresh shows", change({}, {}, live(RENAMED)), []],
  ["no undeclared input", change({}, {}, live({ ...on("a"), ...via(ROUTE) })), []],
  ["what an unfinished operation touched", change({}, {}, touched("name", RENAMED)), [rename("old")]],
  ["nothing that was touched and is as declared", change({}, RENAMED, touched("name", RENAMED)), []],
  ["the same to an unreadable router", change({}, RENAMED, { live: "unreadable" }), [rename("new")]],
  [
    "what was touched to an unreadable router",
    change({}, {}, { live: "unreadable", touched: ["name"] }),
    [rename("old")],
  ],
  ["an error if the router is gone", change({}, RENAMED, { live: "gone" }), ["throws router-not-found"]],
]);

const [before, after] = ["10.0.1.20", "10.0.1.21"];

testPlans("the plan of subnets", [
  [
    "attaches before the update, and detaches after it",
    change(on("a"), { ...on("b"), ...via(ROUTE) }),
    [attach("b"), setRoutes(ROUTE), detach("a")],
  ],
  [
    "detaches a moved one before it attaches it again",
    change(at("a", before), at("a", after)),
    [detach("a"), attach("a", after)],
  ],
  [
    "moves one before the update, so that new routes may need it",
    change(at("a", before), { ...at("a", after), ...via(ROUTE) }),
    [detach("a"), attach("a", after), setRoutes(ROUTE)],
  ],
  [
    "removes no routes for a moved one",
    change({ ...at("a", before), ...via(ROUTE) }, { ...at("a", after), ...via(ROUTE) }),
    [detach("a"), attach("a", after)],
  ],
  ["leaves the address that the platform has chosen", change(at("a", before), on("a")), []],
  ["leaves one whose id is declared in upper case", change(on("a"), on("A")), []],
  ["leaves those of others attached", change(on("a"), on("a", "b"), live(on("a", "x"))), [attach("b")]],
  ["leaves those detached that others detached", change(on("a"), on("a", "b"), live(on("x"))), [attach("b")]],
  ["detaches none that others detached", change(on("a", "b"), on("a"), live(on("a"))), []],
  ["attaches none that others attached", change({}, on("a"), live(on("a"))), []],
  ["detaches all for an empty list", change(on("a", "b"), on()), [detach("a"), detach("b")]],
  ["detaches all if not declared any more", change(on("a"), {}, { before: on("a") }), [detach("a")]],
  [
    "after an unfinished operation compares those that it may have left with the platform",
    change(on("a", "c"), on("a", "b"), touched("interfaces", on("b", "c", "x"))),
    [attach("a"), detach("c")],
  ],
  ["leaves those attached while none was declared", change(on("x"), on("a"), { before: {} }), [attach("a")]],
]);

testPlans("the plan of a gateway", [
  [
    "sends it whole, with the live source NAT, which is not declared",
    change(gateway("net", true), gateway("other"), live(gateway("net", false))),
    [setGateway("other", false)],
  ],
  [
    "sends it whole, with the network that the platform has chosen",
    change(gateway("net", false), { externalGatewayInfo: { type: "default", enableSnat: true } }),
    [setGateway("net", true)],
  ],
  ["sends only the network to a router that has none", change({}, gateway("net")), [setGateway("net")]],
  [
    "sends only the network to a router that cannot be read",
    {
      recorded: { ...PLACE, routerId: "r1" },
      live: "unreadable",
      declared: { ...PLACE, ...gateway("net") },
    },
    [setGateway("net")],
  ],
  [
    "turns source NAT on if that is not declared any more",
    change(gateway("net", false), gateway("net"), { before: gateway("net", false) }),
    [setGateway("net", true)],
  ],
  ["leaves a network whose id is declared in upper case", change(gateway("net", true), gateway("NET")), []],
  ["removes it for null", change(gateway("net"), NO_GATEWAY), [removeGateway]],
  ["removes it if declared no more", change(gateway("n"), {}, { before: gateway("n") }), [removeGateway]],
  ["leaves a default one", change(gateway("n"), DEFAULT_GATEWAY, { before: DEFAULT_GATEWAY }), []],
  [
    "is an error for a default one that is gone: only a creation lets the platform choose the network",
    change({}, DEFAULT_GATEWAY),
    ["throws router-gateway-missing"],
  ],
]);

const both = live(via(ROUTE, THEIRS));

testPlans("the plan of routes", [
  ["leaves them in another order", change(via(ROUTE, SECOND), via(SECOND, ROUTE)), []],
  ["sends all of them", change(via(ROUTE), via(ROUTE, SECOND)), [setRoutes(ROUTE, SECOND)]],
  ["sends one with another next hop", change(via(ROUTE), via(OTHER_HOP)), [setRoutes(OTHER_HOP)]],
  [
    "sends those that others have added as well",
    change(via(ROUTE), via(ROUTE, SECOND), both),
    [setRoutes(ROUTE, THEIRS, SECOND)],
  ],
  ["leaves those of others for an empty list", change(via(ROUTE), via(), both), [setRoutes(THEIRS)]],
  ["removes all if not declared any more", change(via(ROUTE), {}, { before: via(ROUTE) }), [setRoutes()]],
  [
    "leaves those that were there when none was declared",
    change(via(THEIRS), via(ROUTE), { before: {} }),
    [setRoutes(THEIRS, ROUTE)],
  ],
  ["leaves them for an empty list", change(via(THEIRS), via(), { before: {} }), []],
]);

test.each<[string, inputs: JsonObject, body: object]>([
  [
    "sends routes and subnets whose addresses the platform chooses",
    { ...on("a"), ...via(ROUTE) },
    { interfaces: [{ type: "subnet", subnet_id: "a" }], routes: [ROUTE] },
  ],
  [
    "leaves a subnet with an address, and the routes that may need it, to the update that follows",
    { interfaces: [{ subnetId: "a", ipAddress: "10.0.1.20" }, { subnetId: "b" }], ...via(ROUTE) },
    { interfaces: [{ type: "subnet", subnet_id: "b" }] },
  ],
  [
    "lets the platform choose the network of a default gateway",
    DEFAULT_GATEWAY,
    { external_gateway_info: { type: "default" } },
  ],
  ["sends a gateway of type manual", gateway("net", false), gatewayBody("net", false)],
  ["sends no gateway for null", NO_GATEWAY, {}],
])("the plan of a creation %s", async (_, more, body) => {
  const json = JSON.stringify({ name: "old", ...body });
  expect(await plannedCreation(handler, inputs(more))).toBe(`POST /cloud/v1/routers/1/2 ${json}`);
});

test("the plan of a creation uses the router that the inputs name", async () => {
  expect(await plannedCreation(handler, { ...PLACE, routerId: "r1" })).toBe("uses r1");
});

const DELETE = `DELETE ${ROUTER} | removes the object`;

test("the plan of a deletion removes the routes and then the subnets if the platform refuses it because of them", async () => {
  const removed = `removing the route to 192.168.7.0/24 via 10.0.1.13 | ${PATCH} {"routes":[]} | touches routes`;
  const instead = [removed, detach("a"), detach("b"), `DELETE ${ROUTER}`].map((line) => `(${line})`);
  expect(await plannedRemoval(handler, router({ ...on("a", "b"), ...via(ROUTE) }))).toEqual([
    `${DELETE} | if refused: ${instead.join(" ")}`,
  ]);
  expect(await plannedRemoval(handler, router())).toEqual([DELETE]);
});

test.each([404, 405, 501])("a deletion that gets %i fails, also if the router cannot be read", (status) => {
  for (const seen of [router(), "unreadable"] as const)
    expect(settledRemoval(handler, router(), { status }, seen)).toBe("throws router-deletion-unsupported");
});

test.each([
  "The router's ports have floating IPs.",
  "The quota of subnets is checked.",
  "Router is locked by a port update",
])("a deletion clears nothing because of a word in another sentence: %s", (reason) => {
  expect(settledRemoval(handler, router(), { status: 400, reason }, router())).toBe("fails");
});
