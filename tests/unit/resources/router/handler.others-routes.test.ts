import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import type { InProcessResource } from "../../../support/in-process-resource";
import { LAB, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { args, isList, isRead, portOf, ROUTE, setUpCreated, setUpFaulty } from "./setup";

// What others have added to a router stays, also where it is in the way.

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
  const { message } = await failureOf(router.up({ ...args, interfaces: [] }));
  expect(message).not.toContain("Wait until that has ended");
  expect(message).toMatch(
    /^subnet \S+ cannot be detached, perhaps because of the route to 192\.168\.8\.0\/24 via 10\.0\.1\.14: .*409.*declare them and the subnet for one `pulumi up`/s,
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

const moved = (ipAddress: string, routes: JsonObject[] = [ROUTE]) => ({
  ...args,
  interfaces: [{ subnetId: OFFICE, ipAddress }],
  routes,
});

test("a subnet that a declared route needs is not moved, and the error says how to do it in two updates", async () => {
  const { platform, router } = await setUpCreated(moved("10.0.1.5"));
  await expect(router.up(moved("10.0.1.6"))).rejects.toThrow(
    /because of the route to 192\.168\.7\.0\/24 .*those of the program in one `pulumi up`, and declare them again in the one that moves the subnet/s,
  );
  // The subnets are read, and once more to see what the refusal means.
  expect(platform.requests.map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
  expect(platform.routers.all()).toMatchObject([{ routes: [ROUTE], interfaces: [{}] }]);
  await router.up(moved("10.0.1.5", []));
  await router.up(moved("10.0.1.6"));
  expect(platform.routers.all()).toMatchObject([
    { routes: [ROUTE], interfaces: [{ ip_assignments: [{ ip_address: "10.0.1.6" }] }] },
  ]);
});

test.each([
  ["an update", (router: InProcessResource) => router.up(args)],
  ["a deletion", (router: InProcessResource) => router.destroy()],
])("a subnet that others have detached just before does not fail %s", async (_, operation) => {
  let others = () => {};
  const { platform, router } = await setUpFaulty(({ path }) => void (path.endsWith("/detach") && others()), {
    deleteWithSubnets: false,
  });
  await router.up({ ...args, interfaces: attached.interfaces });
  const [id = ""] = platform.routers.all().map((one) => one.id);
  others = () => void platform.routers.change(id, { interfaces: [] });
  await operation(router);
  expect(platform.routers.all().flatMap(({ interfaces }) => interfaces)).toEqual([]);
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

test("what a lagging replica or a task of others has in the way of a subnet is waited for", async () => {
  const { platform, router } = await setUpCreated(moved("10.0.1.5"));
  const reason = `Subnet ${OFFICE} is used by the route to 192.168.7.0/24`;
  platform.faults.add(`status:code=409,message="${reason}"@POST ${ROUTER}/detach#1`);
  await router.up({ ...args, interfaces: [], routes: [] });
  expect(platform.routers.all()).toMatchObject([{ routes: [], interfaces: [] }]);
});

test("routes that an update has removed prevent no detachment, also if a lagging replica still shows them", async () => {
  let lag: "none" | "begins" | "ended" = "none";
  const { platform, router } = await setUpFaulty((request) => {
    if (request.path.endsWith("/detach") && lag === "none") {
      lag = "begins";
      const message = `Subnet ${OFFICE} is used by the route to 192.168.7.0/24`;
      return { status: 409, body: { exception_class: "Conflict", message, request_id: "r" } };
    }
    if (lag !== "begins" || !isRead(request)) return undefined;
    lag = "ended";
    return { body: { ...platform.routers.all()[0], routes: [ROUTE] } };
  });
  await router.up(declared);
  await router.up({ ...args, interfaces: [], routes: [] });
  expect(lag).toBe("ended");
  expect(platform.routers.all()).toMatchObject([{ routes: [], interfaces: [] }]);
});

test("a router leaves its address to the next hop of a new route", async () => {
  const DETOUR = { destination: "192.168.9.0/24", nexthop: "10.0.1.5" };
  const { platform, router } = await setUpFaulty(({ method, body }) => {
    const own = platform.routers
      .all()
      .flatMap(({ interfaces }) => interfaces.flatMap((one) => one.ip_assignments))
      .map(({ ip_address }) => ip_address);
    const isOwn = own.some((address) => body.includes(`"nexthop":"${address}"`));
    return method === "PATCH" && isOwn
      ? { status: 400, body: { message: "the nexthop is used by router" } }
      : undefined;
  });
  await router.up(moved("10.0.1.5", []));
  await router.up(moved("10.0.1.254", [DETOUR]));
  expect(platform.routers.all()).toMatchObject([
    { interfaces: [{ ip_assignments: [{ ip_address: "10.0.1.254" }] }], routes: [DETOUR] },
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
