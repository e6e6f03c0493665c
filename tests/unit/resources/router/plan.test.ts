import { describe, expect, test } from "@jest/globals";
import { says } from "../../../../sdk/src/lifecycle/refusal";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { planned, plannedCreation, plannedRemoval, type Situation } from "../../../support/plan";
import { platformError } from "../../../support/platform-error";

// The steps that lead from a router to the declared one. No request is sent.

const PLACE = { projectId: 1, regionId: 2 };
const ROUTE = { destination: "192.168.7.0/24", nexthop: "10.0.1.13" };
const OTHER_ROUTE = { destination: "192.168.8.0/24", nexthop: "10.0.1.14" };
const THEIR_ROUTE = { destination: "192.168.9.0/24", nexthop: "10.0.1.15" };

const router = (more: JsonObject = {}): JsonObject => ({
  ...PLACE,
  routerId: "r1",
  name: "edge",
  routes: [],
  interfaces: [],
  externalGatewayInfo: null,
  ...more,
});
const inputs = (more: JsonObject = {}): JsonObject => ({ ...PLACE, name: "edge", ...more });
const on = (...subnetIds: string[]) => ({ interfaces: subnetIds.map((subnetId) => ({ subnetId })) });
const at = (subnetId: string, ipAddress: string) => ({ interfaces: [{ subnetId, ipAddress }] });
const via = (...routes: JsonObject[]) => ({ routes });
const gateway = (externalGatewayInfo: JsonObject | null) => ({ externalGatewayInfo });

/** An update from the recorded values to the declared ones. */
const change = (recorded: JsonObject, declared: JsonObject, more: Partial<Situation> = {}): Situation => ({
  recorded: router(recorded),
  declared: inputs(declared),
  ...more,
});

const PATCH = "PATCH /cloud/v2/routers/1/2/r1";
const ROUTER = "/cloud/v1/routers/1/2/r1";
const attachRequest = (subnet: string, address = "") =>
  `POST ${ROUTER}/attach {"subnet_id":"${subnet}"${address && `,"ip_address":"${address}"`}}`;
const attach = (subnet: string, address = "") =>
  `attaching subnet ${subnet} | ${attachRequest(subnet, address)} | touches interfaces`;
const detach = (subnet: string, address = "", clears = "") =>
  `detaching subnet ${subnet} | POST ${ROUTER}/detach {"subnet_id":"${subnet}"} | touches interfaces` +
  `${clears && ` | clears (${clears})`} | undo ${attachRequest(subnet, address)}`;
const update = (names: string, body: string) =>
  `updating ${names} | ${PATCH} ${body} | touches ${names} | task update_router`;
const rename = (name: string) => update("name", `{"name":"${name}"}`);
const setGateway = (body: string) => update("externalGatewayInfo", `{"external_gateway_info":${body}}`);
const setRoutes = (...routes: JsonObject[]) => update("routes", JSON.stringify({ routes }));
/** Removes the routes, and sets these ones again if that did not help. */
const clearRoutes = (...routes: JsonObject[]) =>
  `${setRoutes()} | undo ${PATCH} ${JSON.stringify({ routes })}`;

function testPlans(rows: Array<[title: string, situation: Situation, steps: string[]]>): void {
  test.each(rows)("%s", async (_, situation, steps) => {
    expect(await planned(handler, situation)).toEqual(steps);
  });
}

describe("the plan of an update sends", () => {
  const renamed = { name: "renamed" };

  testPlans([
    ["nothing if nothing differs", change({}, {}), []],
    [
      "only what differs from the state",
      change(via(ROUTE), { ...renamed, ...via(ROUTE) }),
      [rename("renamed")],
    ],
    [
      "name, gateway and routes in one request",
      change({ ...gateway({ networkId: "net" }), ...via(ROUTE) }, { ...renamed, ...gateway(null), ...via() }),
      [
        update(
          "name, routes, externalGatewayInfo",
          '{"name":"renamed","routes":[],"external_gateway_info":null}',
        ),
      ],
    ],
    [
      "what differs from the state also if a read, which may be old, shows it already",
      change({}, renamed, { live: router(renamed) }),
      [rename("renamed")],
    ],
    ["nothing for drift: only a refresh shows it", change({}, {}, { live: router({ name: "hotfix" }) }), []],
    [
      "what an unfinished operation has touched, if the platform does not have it",
      change({}, {}, { live: router({ name: "half" }), touched: ["name"] }),
      [rename("edge")],
    ],
    [
      "nothing that an unfinished operation has touched if the platform has it",
      change({ name: "old" }, {}, { live: router(), touched: ["name"] }),
      [],
    ],
    [
      "the same for a router that cannot be read, compared with the state",
      change({}, renamed, { live: "unreadable" }),
      [rename("renamed")],
    ],
    [
      "to a router that cannot be read, what an unfinished operation has touched",
      change({}, {}, { live: "unreadable", touched: ["name"] }),
      [rename("edge")],
    ],
    ["an error if the router is gone", change({}, renamed, { live: "gone" }), ["throws router-not-found"]],
    [
      "no undeclared input, whatever the platform has",
      change({}, {}, { live: router({ ...on("office"), ...via(ROUTE) }) }),
      [],
    ],
  ]);
});

describe("the plan of subnets", () => {
  testPlans([
    [
      "attaches before the update, and detaches after it",
      change(on("office"), { ...on("lab"), ...via(ROUTE) }),
      [attach("lab"), setRoutes(ROUTE), detach("office")],
    ],
    [
      "detaches a moved subnet before it attaches it with its other address",
      change(at("office", "10.0.1.20"), at("office", "10.0.1.21")),
      [detach("office", "10.0.1.20"), attach("office", "10.0.1.21")],
    ],
    [
      "removes declared routes if they prevent that a moved subnet is detached, and the update sets them again",
      change(
        { ...at("office", "10.0.1.20"), ...via(ROUTE) },
        { ...at("office", "10.0.1.21"), ...via(ROUTE) },
        { before: via(ROUTE) },
      ),
      [detach("office", "10.0.1.20", clearRoutes(ROUTE)), attach("office", "10.0.1.21")],
    ],
    [
      "leaves routes that the program does not declare, also if they prevent that a moved subnet is detached",
      change({ ...at("office", "10.0.1.20"), ...via(ROUTE) }, at("office", "10.0.1.21")),
      [detach("office", "10.0.1.20"), attach("office", "10.0.1.21")],
    ],
    ["leaves the address that the platform has chosen", change(at("office", "10.0.1.20"), on("office")), []],
    ["leaves a subnet whose id is declared in upper case", change(on("office"), on("OFFICE")), []],
    [
      "leaves subnets that others have attached",
      change(on("office"), on("office", "lab"), { live: router(on("office", "of-somebody-else")) }),
      [attach("lab")],
    ],
    [
      "leaves subnets detached that others have detached, while another one is attached",
      change(on("office"), on("office", "lab"), { live: router(on("of-somebody-else")) }),
      [attach("lab")],
    ],
    [
      "does not detach a subnet that others have detached",
      change(on("office", "lab"), on("office"), { live: router(on("office")) }),
      [],
    ],
    [
      "attaches no subnet that others have attached as declared",
      change({}, on("office"), { live: router(on("office")) }),
      [],
    ],
    [
      "detaches all if the input is removed from the program",
      change(on("office", "lab"), {}, { before: on("office", "lab") }),
      [detach("office"), detach("lab")],
    ],
    ["detaches all for an empty list", change(on("office", "lab"), on()), [detach("office"), detach("lab")]],
    [
      "compares with the platform after an unfinished operation, also what others have attached and detached",
      change(on("office"), on("office", "lab"), {
        live: router(on("lab", "of-somebody-else")),
        touched: ["interfaces"],
      }),
      [attach("office"), detach("of-somebody-else")],
    ],
  ]);
});

describe("the plan of a gateway", () => {
  const GATEWAY = { networkId: "net", enableSnat: false, externalFixedIps: [] };
  const standing = gateway(GATEWAY);

  testPlans([
    [
      "sends it whole, with the live source NAT, which is not declared",
      change(gateway({ ...GATEWAY, enableSnat: true }), gateway({ networkId: "other" }), {
        live: router(standing),
      }),
      [setGateway('{"type":"manual","network_id":"other","enable_snat":false}')],
    ],
    [
      "sends it whole, with the network that the platform has chosen",
      change(standing, gateway({ type: "default", enableSnat: true })),
      [setGateway('{"type":"manual","network_id":"net","enable_snat":true}')],
    ],
    [
      "sends only the network to a router that has none",
      change({}, gateway({ networkId: "net" })),
      [setGateway('{"type":"manual","network_id":"net"}')],
    ],
    [
      "sends only the network to a router that cannot be read",
      {
        recorded: { ...PLACE, routerId: "r1" },
        live: "unreadable",
        declared: inputs(gateway({ networkId: "net" })),
      },
      [
        update(
          "name, externalGatewayInfo",
          '{"name":"edge","external_gateway_info":{"type":"manual","network_id":"net"}}',
        ),
      ],
    ],
    [
      "resets source NAT if it is removed from the program",
      change(standing, gateway({ networkId: "net" }), {
        before: gateway({ networkId: "net", enableSnat: false }),
      }),
      [setGateway('{"type":"manual","network_id":"net","enable_snat":true}')],
    ],
    [
      "leaves a network whose id is declared in upper case",
      change(standing, gateway({ networkId: "NET" })),
      [],
    ],
    ["removes it for null", change(standing, gateway(null)), [setGateway("null")]],
    [
      "removes it if the input is removed from the program",
      change(standing, {}, { before: gateway({ networkId: "net" }) }),
      [setGateway("null")],
    ],
    ["leaves a default gateway", change(standing, gateway({ type: "default" })), []],
    [
      "is an error for a default gateway that is gone: only a creation lets the platform choose the network",
      change({}, gateway({ type: "default" })),
      ["throws router-gateway-missing"],
    ],
  ]);
});

describe("the plan of routes", () => {
  const theirs = { live: router(via(ROUTE, THEIR_ROUTE)) };

  testPlans([
    ["leaves them in another order", change(via(ROUTE, OTHER_ROUTE), via(OTHER_ROUTE, ROUTE)), []],
    ["sends all of them", change(via(ROUTE), via(ROUTE, OTHER_ROUTE)), [setRoutes(ROUTE, OTHER_ROUTE)]],
    [
      "sends those that others have added as well",
      change(via(ROUTE), via(ROUTE, OTHER_ROUTE), theirs),
      [setRoutes(ROUTE, THEIR_ROUTE, OTHER_ROUTE)],
    ],
    [
      "leaves only those that others have added for an empty list",
      change(via(ROUTE), via(), theirs),
      [setRoutes(THEIR_ROUTE)],
    ],
    [
      "removes all if the input is removed from the program",
      change(via(ROUTE), {}, { before: via(ROUTE) }),
      [setRoutes()],
    ],
  ]);
});

describe("the plan of a creation", () => {
  const ROUTERS = "POST /cloud/v1/routers/1/2";

  test.each<[string, JsonObject, body: string]>([
    [
      "sends routes and subnets whose addresses the platform chooses",
      { ...on("office"), ...via(ROUTE) },
      `"interfaces":[{"type":"subnet","subnet_id":"office"}],"routes":[${JSON.stringify(ROUTE)}]`,
    ],
    [
      "leaves a subnet with an address, and the routes that may need it, to the update that follows",
      { interfaces: [{ subnetId: "office", ipAddress: "10.0.1.20" }, { subnetId: "lab" }], ...via(ROUTE) },
      '"interfaces":[{"type":"subnet","subnet_id":"lab"}]',
    ],
    [
      "lets the platform choose the network of a default gateway",
      gateway({ type: "default" }),
      '"external_gateway_info":{"type":"default"}',
    ],
  ])("%s", async (_, more, body) => {
    expect(await plannedCreation(handler, inputs(more))).toBe(
      `${ROUTERS} {"name":"edge",${body}} | task create_router`,
    );
  });

  test("sends no gateway for null", async () => {
    const step = await plannedCreation(handler, inputs(gateway(null)));
    expect(step).toBe(`${ROUTERS} {"name":"edge"} | task create_router`);
  });

  test("uses the router that the inputs name", async () => {
    expect(await plannedCreation(handler, { ...PLACE, routerId: "r1" })).toBe("uses r1");
  });
});

describe("the plan of a deletion", () => {
  const DELETE = `DELETE ${ROUTER} | task delete_router | removes the object`;

  test("removes the routes and then the subnets if the platform refuses it because of them, and can undo both", async () => {
    const clears = [
      `(the route to 192.168.7.0/24 via 10.0.1.13: ${clearRoutes(ROUTE)})`,
      `(the subnet office: ${detach("office")})`,
      `(the subnet lab: ${detach("lab")})`,
    ];
    expect(await plannedRemoval(handler, router({ ...on("office", "lab"), ...via(ROUTE) }))).toEqual([
      `${DELETE} | clears ${clears.join(" and ")}`,
    ]);
  });

  test("clears nothing of a router without subnets and routes", async () => {
    expect(await plannedRemoval(handler, router())).toEqual([`${DELETE} | clears nothing`]);
  });

  test.each([
    "The router's ports have floating IPs.",
    "The quota of subnets is checked.",
    "Router is locked by a port update",
  ])("clears nothing because of a word in another sentence: %s", (reason) => {
    const [step] = handler.removal?.(router() as never) ?? [];
    const sentences = (step as { clearing: { says: RegExp } }).clearing.says;
    expect(says(platformError({ status: 400, reason }), sentences)).toBe(false);
  });
});
