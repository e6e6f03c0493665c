import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { LAB, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { args, isList, isRead, portOf, ROUTE, setUpCreated, setUpFaulty } from "./setup";

// What others have added stays, also where the own routes are removed for a moment.

const ROUTER = "/cloud/v1/routers/{project_id}/{region_id}/{router_id}";

const OTHERS = { destination: "192.168.8.0/24", nexthop: "10.0.1.14" };
const NEW = { destination: "192.168.9.0/24", nexthop: "10.0.1.15" };

const IN_LAB = { destination: "192.168.8.0/24", nexthop: "10.0.2.14" };
const declared = { ...args, interfaces: [{ subnetId: OFFICE }], routes: [ROUTE] };

test("a program that declares lists for the first time leaves what others have added, also after a refresh", async () => {
  const { platform, router, id } = await setUpCreated(args);
  platform.routers.change(id, { routes: [IN_LAB], interfaces: [portOf(LAB, "10.0.2.5")] });
  await router.refresh();
  /** The router has the items of others, and these. */
  const expectBeside = (subnets: string[], routes: object[]) => {
    const { interfaces = [], ...record } = platform.routers.get(id) ?? {};
    expect(interfaces.map(({ ip_assignments: [one] }) => one?.subnet_id)).toEqual([LAB, ...subnets]);
    expect(record).toMatchObject({ routes: [IN_LAB, ...routes] });
  };
  expect(await router.up(declared)).toBe("update");
  expectBeside([OFFICE], [ROUTE]);
  expect(router.outputs).toMatchObject({ routes: [ROUTE], interfaces: [{ subnetId: OFFICE }] });
  expect(await router.up(declared)).toBe("same");
  await router.up(args);
  expectBeside([], []);
});

const attached = {
  ...args,
  interfaces: [
    { subnetId: OFFICE, ipAddress: "10.0.1.5" },
    { subnetId: LAB, ipAddress: "10.0.2.5" },
  ],
  routes: [ROUTE],
};

test("a subnet that undeclared routes need stays attached, and the error names the routes and how to remove them", async () => {
  const subnet = { ...args, interfaces: [{ subnetId: OFFICE }] };
  const { platform, router, id } = await setUpCreated(subnet);
  platform.routers.change(id, { routes: [OTHERS] });
  await expect(router.up({ ...args, interfaces: [] })).rejects.toThrow(
    /^subnet \S+ cannot be detached, and the program does not declare the route to 192\.168\.8\.0\/24 via 10\.0\.1\.14: .*409.*declare them and the subnet for one `pulumi up`/s,
  );
  expect(platform.routers.all()).toMatchObject([{ routes: [OTHERS], interfaces: [{}] }]);
});

test("a deletion that is refused half-way says that parts of the router may be gone", async () => {
  const { platform, router } = await setUpCreated(attached, { deleteWithSubnets: false });
  platform.faults.add(`status:code=403,message="Not the laboratory."@POST ${ROUTER}/detach#2`);
  const { message } = await failureOf(router.destroy());
  expect(platform.routers.all()).toMatchObject([
    { interfaces: [{ ip_assignments: [{ ip_address: "10.0.2.5" }] }], routes: [] },
  ]);
  expect(message).toMatch(
    /detach was answered 403: Not the laboratory\..*deleted parts of it: run `pulumi up --refresh`/s,
  );
  await router.destroy();
  expect(platform.routers.all()).toEqual([]);
});

const moved = (ipAddress: string) => ({ ...declared, interfaces: [{ subnetId: OFFICE, ipAddress }] });

test("the routes that a moved subnet needs are removed for a moment, and those of others stay", async () => {
  const { platform, router, id } = await setUpCreated(moved("10.0.1.5"));
  platform.routers.change(id, {
    routes: [ROUTE, IN_LAB],
    interfaces: [portOf(OFFICE, "10.0.1.5"), portOf(LAB, "10.0.2.5")],
  });
  await router.up(moved("10.0.1.6"));
  const patches = platform.requests.filter(({ method }) => method === "PATCH").map(({ body }) => body);
  expect(patches).toMatchObject([{ routes: [IN_LAB] }, { routes: [IN_LAB, ROUTE] }]);
  expect(platform.routers.get(id)).toMatchObject({ routes: [IN_LAB, ROUTE] });
  expect(await router.up(moved("10.0.1.6"))).toBe("same");
});

test("routes that were removed for a moved subnet in vain are set again, and the error names the cause", async () => {
  const { platform, router, id } = await setUpCreated(moved("10.0.1.5"));
  platform.faults.add(`status:code=403,message="Not now."@POST ${ROUTER}/detach#2`);
  await expect(router.up(moved("10.0.1.6"))).rejects.toThrow("detach was answered 403: Not now.");
  expect(platform.routers.get(id)).toMatchObject({ routes: [ROUTE] });
  platform.routers.change(id, { routes: [ROUTE, OTHERS] });
  for (const _ of [1, 2])
    await expect(router.up(moved("10.0.1.6"))).rejects.toThrow(
      /does not declare the route to 192\.168\.8\.0\/24/,
    );
  expect(platform.routers.get(id)?.routes).toEqual(expect.arrayContaining([ROUTE, OTHERS]));
  platform.routers.change(id, { routes: [ROUTE] });
  expect(await router.up(moved("10.0.1.6"))).toBe("update");
  expect(platform.routers.get(id)).toMatchObject({
    routes: [ROUTE],
    interfaces: [{ ip_assignments: [{ ip_address: "10.0.1.6" }] }],
  });
});

test.each(["PATCH", `POST ${ROUTER}/detach`])(
  "a refused deletion goes on after a %s whose reply has no body",
  async (request) => {
    const { platform, router } = await setUpCreated(attached, { deleteWithSubnets: false });
    platform.faults.add(`empty@${request}`);
    await router.destroy();
    expect(platform.routers.all()).toEqual([]);
  },
);

/** A next hop that has the address which the router leaves. */
const DETOUR = { destination: "192.168.9.0/24", nexthop: "10.0.1.5" };

test("a lock while the routes of a moved subnet are removed does not make them those of others", async () => {
  const { platform, router, id } = await setUpCreated(moved("10.0.1.5"));
  platform.faults.add('status:code=409,message="Router is locked"@PATCH#1');
  await router.up({ ...moved("10.0.1.6"), routes: [DETOUR] });
  expect(platform.routers.get(id)).toMatchObject({ routes: [DETOUR] });
});

test("a subnet that is missing does not wait for one whose move is refused", async () => {
  const at = (office: string, lab: string) => ({
    ...args,
    interfaces: [
      { subnetId: OFFICE, ipAddress: office },
      { subnetId: LAB, ipAddress: lab },
    ],
    routes: [ROUTE],
  });
  const { platform, router, id } = await setUpCreated(at("10.0.1.5", "10.0.2.5"));
  platform.routers.change(id, { routes: [ROUTE, IN_LAB] });
  await failureOf(router.up(at("10.0.1.7", "10.0.2.7")));
  await failureOf(router.up(at("10.0.1.7", "10.0.2.7")));
  expect(platform.routers.get(id)?.routes).toEqual(expect.arrayContaining([ROUTE, IN_LAB]));
  expect(platform.routers.get(id)?.interfaces).toHaveLength(2);
});

test("what a lagging replica or a task of others has in the way of a subnet is waited for", async () => {
  const { platform, router } = await setUpCreated(moved("10.0.1.5"));
  const reason = `Subnet ${OFFICE} is used by the route to 192.168.7.0/24`;
  platform.faults.add(`status:code=409,message="${reason}"@POST ${ROUTER}/detach#1`);
  await router.up({ ...args, interfaces: [], routes: [] });
  expect(platform.routers.all()).toMatchObject([{ routes: [], interfaces: [] }]);
});

test.each<[cause: string, status: number, message: string, isDown: boolean]>([
  ["a lasting conflict", 409, "The port is in use by a load balancer", false],
  ["a refusal after which nothing can be read", 403, "Not now.", true],
])(
  "the routes that were removed for a moved subnet are set again after %s",
  async (_, status, message, isDown) => {
    let isRefused = false;
    const { platform, router } = await setUpFaulty((request) => {
      const hasRoutes = platform.routers.all().some(({ routes }) => routes.length > 0);
      if (request.path.endsWith("/detach") && !hasRoutes) {
        isRefused = true;
        return { status, body: { exception_class: "Refused", message, request_id: "r" } };
      }
      return isDown && isRefused && isRead(request) ? { status: 503, body: { message: "down" } } : undefined;
    });
    await router.up(moved("10.0.1.5"));
    await expect(router.up(moved("10.0.1.6"))).rejects.toThrow(message);
    expect(platform.routers.all()).toMatchObject([{ routes: [ROUTE] }]);
  },
);

test.each([
  [[], [DETOUR]],
  [[ROUTE], [ROUTE, DETOUR]],
])("a router leaves its address to the next hop of a new route: %j to %j", async (before, after) => {
  const { platform, router } = await setUpFaulty(({ method, body }) => {
    const own = platform.routers
      .all()
      .flatMap(({ interfaces }) =>
        interfaces.flatMap((one) => one.ip_assignments.map((each) => each.ip_address)),
      );
    const isOwn = own.some((address) => body.includes(`"nexthop":"${address}"`));
    return method === "PATCH" && isOwn
      ? { status: 400, body: { message: "the nexthop is used by router" } }
      : undefined;
  });
  const via = (ipAddress: string, routes: object[]) => ({ ...moved(ipAddress), routes }) as JsonObject;
  await router.up(via("10.0.1.5", before));
  await router.up(via("10.0.1.254", after));
  expect(platform.routers.all()).toMatchObject([
    { interfaces: [{ ip_assignments: [{ ip_address: "10.0.1.254" }] }], routes: after },
  ]);
});

// Some platforms add a route to each router, and add it again if it is removed.

const LOCAL = { destination: "169.254.169.254/32", nexthop: "10.0.1.2" };

test("a route that the platform adds by itself prevents neither a creation nor a change, with or without a refresh", async () => {
  const { platform, router } = await setUpFaulty((request) => {
    const [record] = platform.routers.all();
    if (record === undefined || !(isRead(request) || isList(request))) return undefined;
    const body = { ...record, routes: [...record.routes, LOCAL] };
    return { body: isList(request) ? { count: 1, results: [body] } : body };
  });
  const since = router.clock.now();
  const via = (...routes: object[]) =>
    router.up({ ...args, interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.5" }], routes } as JsonObject);
  await via(ROUTE);
  expect(await via(ROUTE)).toBe("same");
  expect(await via(ROUTE, NEW)).toBe("update");
  expect(await via(ROUTE, NEW)).toBe("same");
  expect(router.outputs.routes).toEqual([ROUTE, NEW]);
  await router.refresh();
  await via(NEW);
  expect(router.outputs.routes).toEqual([NEW]);
  expect(platform.routers.all()).toMatchObject([{ routes: [NEW] }]);
  expect(await via(NEW)).toBe("same");
  // Nothing has waited for a route to disappear.
  expect(router.clock.now() - since).toBeLessThan(10_000);
});
