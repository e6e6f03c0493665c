import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { logLines } from "../../../support/handler-setup";
import { type Change, changes, LAB, NETWORK, OFFICE, OTHER_NETWORK } from "../../../support/platform";
import { failureOf, until } from "../../../support/until";
import {
  ATTACH,
  args as base,
  DELETE,
  DETACH,
  PATCH,
  PLACE,
  POST,
  ROUTE,
  setUp,
  setUpCreated,
  setUpFaulty,
} from "./setup";

describe("a new router", () => {
  test("is named beside another one that somebody else created with its name at the same moment", async () => {
    let other = "";
    const { platform, router } = await setUpFaulty(({ method, path }) => {
      if (method === "POST" && path.endsWith("/routers/1/2")) other = platform.routers.add(base).id;
      return undefined;
    });
    await router.up(base);
    expect(router.state?.id).not.toBe(other);
    expect(logLines(router)).toEqual([
      expect.stringContaining(
        `warning: router ${router.state?.id} was created, and an equal one at the same time: ${other} [created-twice]`,
      ),
    ]);
  });

  test("with a name that the package has made unique is not searched again", async () => {
    const { platform, router } = await setUp();
    await router.up(PLACE);
    expect(platform.count({ method: "GET", path: "/cloud/v1/routers/1/2" })).toBe(1);
  });

  test("is searched by its name, created with one POST, awaited and read, and a second one is searched", async () => {
    const { platform, router } = await setUp();
    expect(await router.up(base)).toBe("create");
    expect(changes(platform)).toEqual([[POST, { name: "edge-router" }]]);
    const [setUpCreated] = platform.routers.all();
    expect(platform.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /cloud/v1/routers/1/2",
      POST,
      "GET /cloud/v1/tasks",
      `GET /cloud/v1/routers/1/2/${setUpCreated?.id}`,
      "GET /cloud/v1/routers/1/2",
    ]);
    expect(platform.requests[0]?.query).toMatchObject({ name: "edge-router" });
    expect(router.state?.id).toBe(setUpCreated?.id);
    expect(router.outputs).toEqual({
      ...PLACE,
      routerId: setUpCreated?.id,
      name: "edge-router",
      status: "ACTIVE",
      region: "region-2",
      createdAt: setUpCreated?.created_at,
      distributed: false,
      routes: [],
      interfaces: [],
      externalGatewayInfo: null,
    });
  });

  test("is created with all declared inputs, under the names of the API", async () => {
    const { platform, router } = await setUp();
    await router.up({
      ...base,
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
      interfaces: [{ subnetId: OFFICE }],
      routes: [ROUTE],
    });
    expect(changes(platform)).toEqual([
      [
        POST,
        {
          name: "edge-router",
          external_gateway_info: { type: "manual", network_id: NETWORK, enable_snat: false },
          interfaces: [{ subnet_id: OFFICE, type: "subnet" }],
          routes: [ROUTE],
        },
      ],
    ]);
  });

  test("gets the default external network of the region if the gateway's type is default", async () => {
    const { platform, router } = await setUp();
    await router.up({ ...base, externalGatewayInfo: { type: "default" } });
    expect(changes(platform)).toEqual([
      [POST, { name: "edge-router", external_gateway_info: { type: "default" } }],
    ]);
    expect(router.outputs.externalGatewayInfo).toMatchObject({
      networkId: expect.any(String),
      enableSnat: true,
      externalFixedIps: [expect.objectContaining({ ipAddress: expect.any(String) })],
    });
  });

  test("has no gateway if null is declared, which is not sent", async () => {
    const { platform, router } = await setUp();
    await router.up({ ...base, externalGatewayInfo: null });
    expect(changes(platform)).toEqual([[POST, { name: "edge-router" }]]);
    expect(router.outputs.externalGatewayInfo).toBeNull();
    expect(await router.up({ ...base, externalGatewayInfo: null })).toBe("same");
  });

  test("gets a fixed address in a subnet by attaching it, and its routes afterwards", async () => {
    const { platform, router } = await setUp();
    await router.up({
      ...base,
      interfaces: [{ subnetId: OFFICE }, { subnetId: LAB, ipAddress: "10.0.2.7" }],
      routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }],
    });
    expect(changes(platform)).toEqual([
      [POST, { name: "edge-router", interfaces: [{ subnet_id: OFFICE, type: "subnet" }] }],
      [ATTACH, { subnet_id: LAB, ip_address: "10.0.2.7" }],
      [PATCH, { routes: [{ destination: "192.168.7.0/24", nexthop: "10.0.2.13" }] }],
    ]);
    expect(router.outputs.interfaces).toMatchObject([
      { subnetId: OFFICE, ipAddress: "10.0.1.1", portId: expect.any(String) },
      { subnetId: LAB, ipAddress: "10.0.2.7", portId: expect.any(String) },
    ]);
  });
});

describe("a default name", () => {
  const pattern = /^[a-zA-Z0-9][a-zA-Z 0-9._-]{1,61}[a-zA-Z0-9._]$/;

  test("is derived from the resource's name, and is the same in every run", async () => {
    const { router, another } = await setUp();
    await router.up(PLACE);
    expect(router.outputs.name).toMatch(/^edge-[0-9a-f]{7}$/);
    expect(await router.up(PLACE)).toBe("same");
    const { inputs } = await another("edge").check(PLACE);
    expect(inputs.name).toBe(router.outputs.name);
  });

  test("differs between resources", async () => {
    const { another } = await setUp();
    const names = await Promise.all(
      ["edge", "edge2", "edge!", "edge?"].map(async (name) => (await another(name).check(PLACE)).inputs.name),
    );
    expect(new Set(names).size).toBe(4);
  });

  test.each([
    "a",
    "-",
    "--- ---",
    "über-größe",
    "日本語",
    "with spaces and / slashes: all of it",
    "_underscore",
    "trailing-",
    "\u{1F600}",
    "x".repeat(500),
    `${"-".repeat(80)}x`,
  ])("matches the platform's pattern for any resource name: %s", async (name) => {
    const { another } = await setUp();
    const { inputs, failures } = await another(name).check(PLACE);
    expect(failures).toEqual([]);
    expect(inputs.name).toMatch(pattern);
  });

  test("is kept when the resource is renamed or moved in the program", async () => {
    const { platform, router, another } = await setUp();
    await router.up(PLACE);
    const before = router.outputs.name;
    const renamed = another("border");
    renamed.state = router.state;
    expect(await renamed.up(PLACE)).toBe("same");
    await renamed.up({ ...PLACE, routes: [] });
    expect(renamed.outputs.name).toBe(before);
    expect(platform.routers.all()).toMatchObject([{ name: before }]);
  });
});

describe("a change", () => {
  async function start(args: object) {
    const started = await setUpCreated({ ...base, ...args });
    const change = async (next: object) => {
      const step = await started.router.up({ ...base, ...next });
      return step === "update" ? changes(started.platform) : step;
    };
    return { ...started, change };
  }

  test("of the gateway's network keeps source NAT if that is not declared", async () => {
    const { change, platform, router, id } = await start({ externalGatewayInfo: { networkId: NETWORK } });
    platform.routers.change(id, {
      external_gateway_info: { network_id: NETWORK, enable_snat: false, external_fixed_ips: [] },
    });
    expect(await change({ externalGatewayInfo: { networkId: OTHER_NETWORK } })).toEqual([
      [PATCH, { external_gateway_info: { type: "manual", network_id: OTHER_NETWORK, enable_snat: false } }],
    ]);
    expect(router.outputs.externalGatewayInfo).toMatchObject({
      networkId: OTHER_NETWORK,
      enableSnat: false,
    });
  });

  test("of source NAT on a gateway whose network the platform chose sends that network", async () => {
    const { change, router } = await start({ externalGatewayInfo: { type: "default" } });
    const { networkId } = router.outputs.externalGatewayInfo as { networkId: string };
    expect(await change({ externalGatewayInfo: { type: "default", enableSnat: false } })).toEqual([
      [PATCH, { external_gateway_info: { type: "manual", network_id: networkId, enable_snat: false } }],
    ]);
  });

  test("from no gateway to type default is rejected with one sentence, because the platform chooses a network only at creation", async () => {
    const { change, platform } = await start({ externalGatewayInfo: null });
    const error = await failureOf(change({ externalGatewayInfo: { type: "default" } }));
    expect(error.message).toContain("externalGatewayInfo");
    expect(error.message).toContain(
      "only when it creates a router [router-gateway-missing]. Declare networkId.",
    );
    expect(changes(platform)).toEqual([]);
  });

  const [one, two, three] = [
    { destination: "192.168.1.0/24", nexthop: "10.0.1.11" },
    { destination: "192.168.2.0/24", nexthop: "10.0.1.12" },
    { destination: "2001:db8::/32", nexthop: "fe80::1" },
  ];

  const gateway = { externalGatewayInfo: { networkId: NETWORK } };
  const inNetwork = (routes: object[]) => ({ interfaces: [{ subnetId: NETWORK }], routes });
  const office = (ipAddress: string) => ({ interfaces: [{ subnetId: OFFICE, ipAddress }] });
  const via = (nexthop: string) => [{ destination: "192.168.7.0/24", nexthop }];

  test.each<[string, before: object, after: object, requests: Change[]]>([
    ["of the name sends the name", {}, { name: "edge" }, [[PATCH, { name: "edge" }]]],
    [
      "of source NAT sends the gateway as a whole",
      gateway,
      { externalGatewayInfo: { networkId: NETWORK, enableSnat: false } },
      [[PATCH, { external_gateway_info: { type: "manual", network_id: NETWORK, enable_snat: false } }]],
    ],
    [
      "of the gateway to null removes it",
      gateway,
      { externalGatewayInfo: null },
      [[PATCH, { external_gateway_info: null }]],
    ],
    [
      "of one route sends all of them",
      inNetwork([one, two]),
      inNetwork([one, three]),
      [[PATCH, { routes: [one, three] }]],
    ],
    [
      "of several inputs sends one PATCH",
      { ...gateway, routes: [] },
      { name: "other", externalGatewayInfo: null, routes: [] },
      [[PATCH, { name: "other", external_gateway_info: null }]],
    ],
    [
      "of subnets attaches first, then updates the routes, and detaches last",
      { interfaces: [{ subnetId: OFFICE }], routes: via("10.0.1.13") },
      { interfaces: [{ subnetId: LAB }], routes: via("10.0.2.13") },
      [
        [ATTACH, { subnet_id: LAB }],
        [PATCH, { routes: via("10.0.2.13") }],
        [DETACH, { subnet_id: OFFICE }],
      ],
    ],
    [
      "of the address in a subnet detaches the subnet and attaches it again",
      office("10.0.1.5"),
      office("10.0.1.6"),
      [
        [DETACH, { subnet_id: OFFICE }],
        [ATTACH, { subnet_id: OFFICE, ip_address: "10.0.1.6" }],
      ],
    ],
    [
      "to an empty list of interfaces detaches all subnets",
      { interfaces: [{ subnetId: OFFICE }, { subnetId: LAB }] },
      { interfaces: [] },
      [
        [DETACH, { subnet_id: OFFICE }],
        [DETACH, { subnet_id: LAB }],
      ],
    ],
    [
      "that removes the routes and the subnets has an order that the platform accepts",
      { interfaces: [{ subnetId: OFFICE }], routes: via("10.0.1.13") },
      {},
      [
        [PATCH, { routes: [] }],
        [DETACH, { subnet_id: OFFICE }],
      ],
    ],
  ])("%s", async (_, before, after, requests) => {
    const { change, router } = await start(before);
    expect(await change(after)).toEqual(requests);
    expect(router.outputs).toMatchObject(after);
    expect(await change(after)).toBe("same");
  });
});

describe("subnets that somebody else has attached or detached", () => {
  const withOffice = { ...base, interfaces: [{ subnetId: OFFICE }] };
  const withBoth = { ...base, interfaces: [{ subnetId: OFFICE }, { subnetId: LAB }] };

  /** A router with one declared subnet, and another one that somebody else has attached. */
  async function startDrifted() {
    const { router, platform, id } = await setUpCreated(withOffice);
    const [port] = platform.routers.get(id)?.interfaces ?? [];
    if (!port) throw new Error("The router has no interface.");
    const foreign = { ...port, ip_assignments: [{ subnet_id: NETWORK, ip_address: "10.9.9.1" }] };
    platform.routers.change(id, { interfaces: [foreign] });
    const subnets = () =>
      platform.routers.get(id)?.interfaces.flatMap((item) => item.ip_assignments.map((ip) => ip.subnet_id));
    return { router, platform, subnets };
  }

  test("remain while another one is attached, until a refresh shows them", async () => {
    const { router, platform, subnets } = await startDrifted();
    await router.up(withBoth);
    expect(changes(platform)).toEqual([[ATTACH, { subnet_id: LAB }]]);
    expect(await router.up(withBoth)).toBe("same");
    expect(subnets()).toEqual([NETWORK, LAB]);
    await router.refresh();
    await router.up(withBoth);
    expect(subnets()?.sort()).toEqual([OFFICE, LAB].sort());
  });

  test("are replaced by the declared ones if the run that attaches another one fails, as the next one compares all that it touched", async () => {
    const { router, platform, subnets } = await startDrifted();
    platform.faults.add("status:code=400@PATCH");
    await failureOf(router.up({ ...withBoth, name: "other" }));
    platform.faults.clear();
    platform.clearRequests();
    await router.up({ ...withBoth, name: "other" });
    expect(changes(platform)).toEqual([
      [ATTACH, { subnet_id: OFFICE }],
      [PATCH, { name: "other" }],
      [DETACH, { subnet_id: NETWORK }],
    ]);
    expect(subnets()?.sort()).toEqual([OFFICE, LAB].sort());
  });

  test("do not prevent a declared one from being detached after a failed run", async () => {
    const { router, platform } = await setUpCreated(withBoth);
    platform.faults.add("status:code=400@POST");
    await failureOf(router.up(withOffice));
    platform.faults.clear();
    platform.clearRequests();
    await router.up(withOffice);
    expect(changes(platform)).toEqual([[DETACH, { subnet_id: LAB }]]);
  });
});

type Route = typeof ROUTE;

describe("routes that somebody else has added", () => {
  const [own, theirs, third] = ["192.168.7.0/24", "192.168.8.0/24", "192.168.9.0/24"].map((destination) => ({
    destination,
    nexthop: "10.0.1.13",
  })) as [Route, Route, Route];
  const withRoutes = (...routes: Route[]) => ({ ...base, interfaces: [{ subnetId: OFFICE }], routes });

  async function startDrifted() {
    const { router, platform, id } = await setUpCreated(withRoutes(own));
    platform.routers.change(id, { routes: [own, theirs] });
    const routes = () => platform.routers.get(id)?.routes;
    return { router, platform, routes };
  }

  test("stay while the program adds a route, and one of its own is removed", async () => {
    const { router, platform, routes } = await startDrifted();
    await router.up(withRoutes(own, third));
    expect(changes(platform)).toEqual([[PATCH, { routes: [own, theirs, third] }]]);
    await router.up(withRoutes(third));
    expect(routes()).toEqual(expect.arrayContaining([theirs, third]));
    expect(routes()).toHaveLength(2);
    expect(await router.up(withRoutes(third))).toBe("same");
  });

  test("are removed once a refresh has shown them", async () => {
    const { router, routes } = await startDrifted();
    await router.refresh();
    expect(router.outputs.routes).toEqual([own, theirs]);
    await router.up(withRoutes(own));
    expect(routes()).toEqual([own]);
  });

  test("stay also when all declared routes are removed", async () => {
    const { router, routes } = await startDrifted();
    await router.up(withRoutes());
    expect(routes()).toEqual([theirs]);
  });
});

test("a change is sent also if a read that is a few seconds old shows it already", async () => {
  const { router, platform, id } = await setUpCreated({
    ...base,
    externalGatewayInfo: { networkId: NETWORK },
  });
  platform.routers.change(id, { external_gateway_info: null });
  await router.up({ ...base, externalGatewayInfo: null });
  expect(changes(platform)).toEqual([[PATCH, { external_gateway_info: null }]]);
});

describe("a replacement with --replace", () => {
  test("of a router with ifExists adopt keeps the same router", async () => {
    const args = { ...base, ifExists: "adopt" };
    const { router, platform, id } = await setUpCreated(args);
    await router.replaceBy(args);
    expect(changes(platform)).toEqual([]);
    expect(router.state?.id).toBe(id);
    expect(platform.routers.get(id)).toBeDefined();
  });

  test.each([2, 3])(
    "of a router with ifExists create, after run %d, creates a new one, and deletes the first",
    async (runs) => {
      const { router, platform } = await setUp();
      const args = { ...base, ifExists: "create" };
      for (let run = 0; run < runs; run++) await router.up(args);
      const id = router.state?.id as string;
      await router.replaceBy(args);
      expect(platform.routers.all()).toMatchObject([{ id: router.state?.id }]);
      expect(router.state?.id).not.toBe(id);
    },
  );

  test("of a router with ifExists fail is an error, and the router remains", async () => {
    const { router, platform } = await setUp();
    await router.up(base);
    await router.up(base);
    const before = structuredClone(router.state);
    expect((await failureOf(router.replaceBy(base))).message).toContain("already");
    expect(router.state).toEqual(before);
    expect(platform.routers.all()).toHaveLength(1);
  });
});

describe("a deletion", () => {
  test("uses the timeout that was declared last", async () => {
    const { router, platform } = await setUp({ taskTime: "manual" });
    const creating = router.up(base, { delete: "1h" });
    await until(() => platform.tasks.pending().length > 0);
    platform.tasks.finish();
    await creating;
    platform.clearRequests();
    expect(await router.up(base, { delete: "45s" })).toBe("update");
    expect(changes(platform)).toEqual([]);
    const error = await failureOf(router.destroy());
    expect(error.message).toContain("the timeout of 45s has passed");
  });

  test("removes routes and subnets first if the platform requires that", async () => {
    const { router, platform } = await setUpCreated(
      { ...base, interfaces: [{ subnetId: OFFICE }], routes: [ROUTE] },
      { deleteWithSubnets: false },
    );
    await router.destroy();
    expect(changes(platform)).toEqual([
      [DELETE],
      [PATCH, { routes: [] }],
      [DETACH, { subnet_id: OFFICE }],
      [DELETE],
    ]);
    expect(platform.routers.all()).toEqual([]);
  });
});

describe("a refresh after others have changed the router", () => {
  const gatewayIn = (network_id: string) => ({ network_id, enable_snat: false, external_fixed_ips: [] });

  test.each<[what: string, declared: JsonObject, drift: object, shown: JsonObject, sent: object]>([
    ["the name", {}, { name: "renamed" }, { name: "renamed" }, { name: "edge-router" }],
    ["the routes", { routes: [] }, { routes: [ROUTE] }, { routes: [ROUTE] }, { routes: [] }],
    [
      "the gateway",
      { externalGatewayInfo: { networkId: NETWORK, enableSnat: true } },
      { external_gateway_info: gatewayIn(OTHER_NETWORK) },
      { externalGatewayInfo: { networkId: OTHER_NETWORK, enableSnat: false } },
      { external_gateway_info: { type: "manual", network_id: NETWORK, enable_snat: true } },
    ],
    [
      "the gateway, which they have removed",
      { externalGatewayInfo: { networkId: NETWORK } },
      { external_gateway_info: null },
      { externalGatewayInfo: null },
      { external_gateway_info: { type: "manual", network_id: NETWORK } },
    ],
    [
      "the gateway, which is declared as null",
      { externalGatewayInfo: null },
      { external_gateway_info: gatewayIn(NETWORK) },
      { externalGatewayInfo: { networkId: NETWORK } },
      { external_gateway_info: null },
    ],
  ])("returns the live value of %s, and the next run repairs it", async (_, declared, drift, shown, sent) => {
    const args = { ...base, ...declared };
    const { router, platform, id } = await setUpCreated(args);
    platform.routers.change(id, drift);
    await router.refresh();
    expect(router.inputs).toEqual({ ...args, ...shown });
    expect(await router.up(args)).toBe("update");
    expect(changes(platform)).toEqual([[PATCH, sent]]);
  });
});
