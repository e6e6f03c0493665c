import { expect, test } from "@jest/globals";
import { getRouter } from "../../../../sdk/src";
import type { Simulator } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { NETWORK, NO_ROUTER, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const PLACE = { projectId: 1, regionId: 2 };
const LIST = "GET /cloud/v1/routers/1/2";
const listed = (name: string) => `${LIST}?name=${name}&limit=1000&offset=0`;

const add = (platform: Simulator, name: string) => platform.routers.add({ ...PLACE, name }).id;

test("getRouter returns all outputs of a Router", async () => {
  const route = { destination: "192.168.1.0/24", nexthop: "10.0.1.9" };
  await setUpScripted(() => ({
    body: {
      id: NO_ROUTER,
      name: "edge",
      status: "ACTIVE",
      region: "Luxembourg",
      created_at: "2026-01-31T12:00:00+0000",
      updated_at: "2026-01-31T12:00:00+0000",
      distributed: false,
      routes: [route],
      interfaces: [
        {
          port_id: "p",
          network_id: "n",
          mac_address: "m",
          ip_assignments: [{ subnet_id: OFFICE, ip_address: "10.0.1.1" }],
        },
      ],
      external_gateway_info: {
        network_id: NETWORK,
        enable_snat: true,
        external_fixed_ips: [{ subnet_id: OFFICE, ip_address: "203.0.113.7" }],
      },
      task_id: null,
    },
  }));
  expect(await getRouter({ ...PLACE, routerId: NO_ROUTER })).toEqual({
    ...PLACE,
    routerId: NO_ROUTER,
    name: "edge",
    status: "ACTIVE",
    region: "Luxembourg",
    createdAt: "2026-01-31T12:00:00+0000",
    distributed: false,
    routes: [route],
    interfaces: [{ subnetId: OFFICE, ipAddress: "10.0.1.1", portId: "p", networkId: "n", macAddress: "m" }],
    externalGatewayInfo: {
      networkId: NETWORK,
      enableSnat: true,
      externalFixedIps: [{ subnetId: OFFICE, ipAddress: "203.0.113.7" }],
    },
  });
});

test("getRouter finds a router with one request by its id, or by its name although others have similar names", async () => {
  const platform = await setUp();
  add(platform, "edge-2");
  const routerId = add(platform, "edge");
  expect(await getRouter({ ...PLACE, routerId })).toMatchObject({ routerId, name: "edge" });
  expect(await getRouter({ ...PLACE, name: "edge" })).toMatchObject({ routerId, name: "edge" });
  expect(requestsWithQuery(platform)).toEqual([`${LIST}/${routerId}`, listed("edge")]);
});

const failure = (args: { name: string } | { routerId: string }) =>
  failureOf(getRouter({ ...PLACE, ...args }));

test("the error names ten existing routers at most if no router has the name", async () => {
  const platform = await setUp();
  expect((await failure({ name: "edge" })).message).toBe(
    'getRouter: there is no router named "edge" in project 1, region 2; routers found there: none ' +
      "[no-router-with-name]. Check name, projectId and regionId.",
  );
  for (let index = 1; index <= 12; index++) add(platform, `edge-${index}`);
  expect((await failure({ name: "edge" })).message).toMatch(
    /: "edge-1", .*"edge-10" and 2 more \[no-router-with-name\]/,
  );
});

test("the error names the ids if several routers have the name", async () => {
  const platform = await setUp();
  const ids = [add(platform, "edge"), add(platform, "edge")];
  expect(await failure({ name: "edge" })).toMatchObject({
    code: "several-routers-with-name",
    message: `getRouter: there are 2 routers named "edge" in project 1, region 2: ${ids.join(", ")} [several-routers-with-name]. Set routerId to one of these ids.`,
  });
});
