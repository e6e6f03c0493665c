import { expect, test } from "@jest/globals";
import type { Simulator } from "../../../../simulator/src";
import { LAB, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { args, isList, isRead, portOf, ROUTE, setUpCreated, setUpFaulty } from "./setup";

// What stands in the way of a request is removed for a moment, and put back, also what others have added.

const ROUTER = "/cloud/v1/routers/{project_id}/{region_id}/{router_id}";
const [attach, detach] = [`POST ${ROUTER}/attach`, `POST ${ROUTER}/detach`];

const OTHERS = { destination: "192.168.8.0/24", nexthop: "10.0.1.14" };
const NEW = { destination: "192.168.9.0/24", nexthop: "10.0.1.15" };

const at = (ipAddress: string, routes = [ROUTE]) => ({
  ...args,
  interfaces: [{ subnetId: OFFICE, ipAddress }],
  routes,
});

/** The addresses and the routes of the router. */
const routerOf = ({ routers }: Simulator) =>
  routers.all().map(({ interfaces, routes }) => ({
    addresses: interfaces.flatMap(({ ip_assignments }) => ip_assignments.map(({ ip_address }) => ip_address)),
    routes,
  }));

const IN_LAB = { destination: "192.168.8.0/24", nexthop: "10.0.2.14" };
const declared = { ...args, interfaces: [{ subnetId: OFFICE }], routes: [ROUTE] };

/** A router whose program declares no lists. Others have added a route and a subnet. */
async function withListsOfOthers() {
  const created = await setUpCreated(args);
  const { platform, router, id } = created;
  platform.routers.change(id, { routes: [IN_LAB], interfaces: [portOf(LAB, "10.0.2.5")] });
  await router.refresh();
  return created;
}

/** The router has the items of others, and these. */
function expectBeside({ routers }: Simulator, subnets: string[], routes: object[]): void {
  const [router] = routers.all();
  expect(router?.interfaces.map(({ ip_assignments: [one] }) => one?.subnet_id)).toEqual([LAB, ...subnets]);
  expect(router?.routes).toEqual([IN_LAB, ...routes]);
}

test("a program that declares lists for the first time leaves what others have added, also after a refresh", async () => {
  const { platform, router } = await withListsOfOthers();
  expect(await router.up(declared)).toBe("update");
  expectBeside(platform, [OFFICE], [ROUTE]);
  expect(router.outputs).toMatchObject({ routes: [ROUTE], interfaces: [{ subnetId: OFFICE }] });
  expect(await router.up(declared)).toBe("same");
  await router.up(args);
  expectBeside(platform, [], []);
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

/** A deletion that needs a router without routes and subnets, and whose second detach is refused. */
async function refusedHalfWay(...faults: string[]) {
  const { platform, router } = await setUpCreated(attached, { deleteWithSubnets: false });
  for (const fault of [`status:code=403,message="Not the laboratory."@${detach}#2`, ...faults])
    platform.faults.add(fault);
  const { message } = await failureOf(router.destroy());
  return { platform, router, message };
}

test("the error names all that a deletion which was refused half-way could not put back", async () => {
  const { platform, message } = await refusedHalfWay(`status:code=403,message="Not now."@${attach}`);
  expect(routerOf(platform)).toEqual([{ addresses: ["10.0.2.5"], routes: [] }]);
  expect(message).toMatch(
    new RegExp(
      `some could not be put back \\(the route to ${ROUTE.destination} via ${ROUTE.nexthop}, the subnet ${OFFICE}: .*Not now\\..*\\): .*Not the laboratory\\.`,
      "s",
    ),
  );
  expect(message).toContain("[router-attachments-removed]");
});

// Some platforms add a route to each router, and add it again if it is removed.

const LOCAL = { destination: "169.254.169.254/32", nexthop: "10.0.1.2" };

/** A platform that adds a route to each router. */
async function setUpAdding() {
  const { platform, router } = await setUpFaulty((request) => {
    const [record] = platform.routers.all();
    if (record === undefined || !(isRead(request) || isList(request))) return undefined;
    const body = { ...record, routes: [...record.routes, LOCAL] };
    return { body: isList(request) ? { count: 1, results: [body] } : body };
  });
  return { platform, router };
}

test("a route that the platform adds by itself prevents neither a creation nor a change, with or without a refresh", async () => {
  const { platform, router } = await setUpAdding();
  const since = router.clock.now();
  await router.up(at("10.0.1.5"));
  expect(await router.up(at("10.0.1.5"))).toBe("same");
  expect(await router.up(at("10.0.1.5", [ROUTE, NEW]))).toBe("update");
  expect(await router.up(at("10.0.1.5", [ROUTE, NEW]))).toBe("same");
  expect(router.outputs.routes).toEqual([ROUTE, NEW]);
  await router.refresh();
  await router.up(at("10.0.1.5", [NEW]));
  expect(router.outputs.routes).toEqual([NEW]);
  expect(platform.routers.all()).toMatchObject([{ routes: [NEW] }]);
  expect(await router.up(at("10.0.1.5", [NEW]))).toBe("same");
  // Nothing has waited for a route to disappear.
  expect(router.clock.now() - since).toBeLessThan(10_000);
});
