import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { planned, plannedCreation, plannedRemoval, type Situation } from "../../../support/plan";

// The steps that lead from a router to the declared one. No request is sent.

const PLACE = { projectId: 1, regionId: 2 };
const ROUTE = { destination: "192.168.7.0/24", nexthop: "10.0.1.13" };
const OTHER_ROUTE = { destination: "192.168.8.0/24", nexthop: "10.0.1.14" };
const GATEWAY = { networkId: "net", enableSnat: false, externalFixedIps: [] };

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

const PATCH = "PATCH /cloud/v2/routers/1/2/r1";
const ROUTER = "/cloud/v1/routers/1/2/r1";
const attach = (subnet: string, address = "") =>
  `attaching subnet ${subnet} | POST ${ROUTER}/attach {"subnet_id":"${subnet}"${address && `,"ip_address":"${address}"`}} | touches interfaces`;
const detach = (subnet: string, clears = "", address = "") =>
  `detaching subnet ${subnet} | POST ${ROUTER}/detach {"subnet_id":"${subnet}"} | touches interfaces${clears && ` | clears ${clears}`}` +
  ` | undo POST ${ROUTER}/attach {"subnet_id":"${subnet}"${address && `,"ip_address":"${address}"`}}`;
const update = (names: string, body: string) =>
  `updating ${names} | ${PATCH} ${body} | touches ${names} | task update_router`;

type Row = [title: string, situation: Situation, steps: string[]];

function testPlans(rows: Row[]): void {
  test.each(rows)("%s", async (_, situation, steps) => {
    expect(await planned(handler, situation)).toEqual(steps);
  });
}

describe("the plan of an update sends", () => {
  testPlans([
    ["nothing if nothing differs", { recorded: router(), declared: inputs() }, []],
    [
      "only what differs from the state",
      { recorded: router({ routes: [ROUTE] }), declared: inputs({ name: "renamed", routes: [ROUTE] }) },
      [update("name", '{"name":"renamed"}')],
    ],
    [
      "what differs from the state also if a read, which may be old, shows it already",
      { recorded: router(), live: router({ name: "renamed" }), declared: inputs({ name: "renamed" }) },
      [update("name", '{"name":"renamed"}')],
    ],
    [
      "nothing for drift: only a refresh shows it",
      { recorded: router(), live: router({ name: "hotfix" }), declared: inputs() },
      [],
    ],
    [
      "what an unfinished operation has touched, if the platform does not have it",
      { recorded: router(), live: router({ name: "half" }), declared: inputs(), touched: ["name"] },
      [update("name", '{"name":"edge"}')],
    ],
    [
      "nothing that an unfinished operation has touched if the platform has it",
      { recorded: router({ name: "old" }), live: router(), declared: inputs(), touched: ["name"] },
      [],
    ],
    [
      "the same for a router that cannot be read, compared with the state",
      { recorded: router(), live: "unreadable", declared: inputs({ name: "renamed" }) },
      [update("name", '{"name":"renamed"}')],
    ],
    [
      "to a router that cannot be read, what an unfinished operation has touched",
      { recorded: router(), live: "unreadable", declared: inputs(), touched: ["name"] },
      [update("name", '{"name":"edge"}')],
    ],
    [
      "an error if the router is gone",
      { recorded: router(), live: "gone", declared: inputs({ name: "renamed" }) },
      ["throws router-not-found"],
    ],
    [
      "no undeclared input, whatever the platform has",
      { recorded: router(), live: router({ ...on("office"), routes: [ROUTE] }), declared: inputs() },
      [],
    ],
  ]);
});

describe("the plan of subnets", () => {
  testPlans([
    [
      "attaches before the update, and detaches after it",
      {
        recorded: router(on("office")),
        declared: inputs({ ...on("lab"), routes: [ROUTE] }),
      },
      [attach("lab"), update("routes", `{"routes":[${JSON.stringify(ROUTE)}]}`), detach("office")],
    ],
    [
      "detaches a moved subnet before it attaches it with its other address",
      { recorded: router(at("office", "10.0.1.20")), declared: inputs(at("office", "10.0.1.21")) },
      [detach("office", "", "10.0.1.20"), attach("office", "10.0.1.21")],
    ],
    [
      "removes declared routes if they prevent that a moved subnet is detached, and the update sets them again",
      {
        recorded: router({ ...at("office", "10.0.1.20"), routes: [ROUTE] }),
        before: { routes: [ROUTE] },
        declared: inputs({ ...at("office", "10.0.1.21"), routes: [ROUTE] }),
      },
      [
        detach(
          "office",
          `(updating routes | ${PATCH} {"routes":[]} | touches routes | task update_router | undo ${PATCH} {"routes":[${JSON.stringify(ROUTE)}]})`,
          "10.0.1.20",
        ),
        attach("office", "10.0.1.21"),
      ],
    ],
    [
      "leaves the address that the platform has chosen",
      { recorded: router(at("office", "10.0.1.20")), declared: inputs(on("office")) },
      [],
    ],
    [
      "leaves subnets that others have attached",
      {
        recorded: router(on("office")),
        live: router(on("office", "of-somebody-else")),
        declared: inputs(on("office", "lab")),
      },
      [attach("lab")],
    ],
    [
      "does not detach a subnet that others have detached",
      {
        recorded: router(on("office", "lab")),
        live: router(on("office")),
        declared: inputs(on("office")),
      },
      [],
    ],
    [
      "attaches no subnet that others have attached as declared",
      { recorded: router(), live: router(on("office")), declared: inputs(on("office")) },
      [],
    ],
    [
      "detaches all if the input is removed from the program",
      {
        recorded: router(on("office", "lab")),
        before: on("office", "lab"),
        declared: inputs(),
      },
      [detach("office"), detach("lab")],
    ],
    [
      "compares with the platform after an unfinished operation",
      {
        recorded: router(on("office")),
        live: router(on("office", "lab")),
        declared: inputs(on("lab")),
        touched: ["interfaces"],
      },
      [detach("office")],
    ],
  ]);
});

describe("the plan of a gateway", () => {
  const gateway = (externalGatewayInfo: JsonObject | null) => ({ externalGatewayInfo });
  const sent = (body: string) => [update("externalGatewayInfo", `{"external_gateway_info":${body}}`)];

  testPlans([
    [
      "sends it whole, with the setting of the platform that is not declared",
      {
        recorded: router(gateway(GATEWAY)),
        declared: inputs(gateway({ networkId: "other" })),
      },
      sent('{"type":"manual","network_id":"other","enable_snat":false}'),
    ],
    [
      "sends it whole, with the network of the platform",
      {
        recorded: router(gateway(GATEWAY)),
        declared: inputs(gateway({ type: "default", enableSnat: true })),
      },
      sent('{"type":"manual","network_id":"net","enable_snat":true}'),
    ],
    [
      "sends only the network to a router that has none",
      { recorded: router(), declared: inputs(gateway({ networkId: "net" })) },
      sent('{"type":"manual","network_id":"net"}'),
    ],
    [
      "resets source NAT if it is removed from the program",
      {
        recorded: router(gateway(GATEWAY)),
        before: gateway({ networkId: "net", enableSnat: false }),
        declared: inputs(gateway({ networkId: "net" })),
      },
      sent('{"type":"manual","network_id":"net","enable_snat":true}'),
    ],
    [
      "removes it for null",
      { recorded: router(gateway(GATEWAY)), declared: inputs(gateway(null)) },
      sent("null"),
    ],
    [
      "removes it if the input is removed from the program",
      {
        recorded: router(gateway(GATEWAY)),
        before: gateway({ networkId: "net" }),
        declared: inputs(),
      },
      sent("null"),
    ],
    [
      "leaves a default gateway",
      {
        recorded: router(gateway(GATEWAY)),
        before: gateway({ type: "default" }),
        declared: inputs(gateway({ type: "default" })),
      },
      [],
    ],
    [
      "is an error for a default gateway that is gone: only a creation lets the platform choose the network",
      { recorded: router(), declared: inputs(gateway({ type: "default" })) },
      ["throws router-gateway-missing"],
    ],
  ]);
});

describe("the plan of routes", () => {
  const routes = (...all: JsonObject[]) => ({ routes: all });

  testPlans([
    [
      "leaves them in another order",
      { recorded: router(routes(ROUTE, OTHER_ROUTE)), declared: inputs(routes(OTHER_ROUTE, ROUTE)) },
      [],
    ],
    [
      "sends all of them",
      { recorded: router(routes(ROUTE)), declared: inputs(routes(ROUTE, OTHER_ROUTE)) },
      [update("routes", `{"routes":[${JSON.stringify(ROUTE)},${JSON.stringify(OTHER_ROUTE)}]}`)],
    ],
    [
      "removes all if the input is removed from the program",
      { recorded: router(routes(ROUTE)), before: routes(ROUTE), declared: inputs() },
      [update("routes", '{"routes":[]}')],
    ],
  ]);
});

describe("the plan of a creation", () => {
  test("sends routes and subnets whose addresses the platform chooses", async () => {
    expect(await plannedCreation(handler, inputs({ ...on("office"), routes: [ROUTE] }))).toBe(
      `POST /cloud/v1/routers/1/2 {"name":"edge","interfaces":[{"type":"subnet","subnet_id":"office"}],"routes":[${JSON.stringify(ROUTE)}]} | task create_router`,
    );
  });

  test("leaves a subnet with an address, and the routes that may need it, to the update that follows", async () => {
    const { interfaces } = at("office", "10.0.1.20");
    const all = { interfaces: [...interfaces, { subnetId: "lab" }], routes: [ROUTE] };
    expect(await plannedCreation(handler, inputs(all))).toBe(
      'POST /cloud/v1/routers/1/2 {"name":"edge","interfaces":[{"type":"subnet","subnet_id":"lab"}]} | task create_router',
    );
  });

  test("uses the router that the inputs name", async () => {
    expect(await plannedCreation(handler, { ...PLACE, routerId: "r1" })).toBe("uses r1");
  });
});

describe("the plan of a deletion", () => {
  test("removes the routes and then the subnets if the platform refuses it because of them, and can undo both", async () => {
    const state = router({ ...on("office", "lab"), routes: [ROUTE] });
    const route = JSON.stringify(ROUTE);
    expect(await plannedRemoval(handler, state)).toEqual([
      `DELETE ${ROUTER} | task delete_router | removes the object | clears ` +
        [
          `(the route to 192.168.7.0/24 via 10.0.1.13: updating routes | ${PATCH} {"routes":[]} | touches routes | task update_router | undo ${PATCH} {"routes":[${route}]})`,
          `(the subnet office: ${detach("office")})`,
          `(the subnet lab: ${detach("lab")})`,
        ].join(" and "),
    ]);
  });

  test("clears nothing of a router without subnets and routes", async () => {
    expect(await plannedRemoval(handler, router())).toEqual([
      `DELETE ${ROUTER} | task delete_router | removes the object | clears nothing`,
    ]);
  });
});
