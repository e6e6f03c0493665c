import { expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { getRouter, getRouters } from "../../../../sdk/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { NO_ROUTER } from "../../../support/platform";
import { setUp, setUpScripted } from "../setup";

const PLACE = { projectId: 1, regionId: 2 };

test("getRouters returns all routers of the project in the region, or those with the name", async () => {
  const platform = await setUp();
  expect(await getRouters(PLACE)).toEqual({ ...PLACE, routers: [] });
  const ids = ["edge", "edge-2", "edge"].map((name) => platform.routers.add({ ...PLACE, name }).id);
  platform.routers.add({ projectId: 1, regionId: 3, name: "elsewhere" });
  platform.clearRequests();
  const found = await getRouters(PLACE);
  expect(found).toMatchObject({ ...PLACE, routers: ids.map((routerId) => ({ ...PLACE, routerId })) });
  expect(requestsWithQuery(platform)).toEqual(["GET /cloud/v1/routers/1/2?limit=1000&offset=0"]);
  const { routers } = await getRouters({ ...PLACE, name: "edge" });
  expect(routers.map(({ routerId }) => routerId)).toEqual([ids[0], ids[2]]);
  expect(await getRouters({ ...PLACE, name: "branch" })).toEqual({ ...PLACE, routers: [] });
});

const whole = { id: NO_ROUTER, name: "edge", routes: [], interfaces: [], external_gateway_info: null };
const [odd, odder] = ["r-odd", "r-odder"];
const setUpRecords = async (...results: unknown[]) => {
  await setUpScripted(() => ({ body: { count: results.length, results } }));
  return jest.spyOn(pulumi.log, "warn").mockResolvedValue();
};

test("getRouters returns what can be read of a router, and one warning names the other fields", async () => {
  const warn = await setUpRecords(
    whole,
    { ...whole, id: odd, routes: "none", created_at: 7 },
    { ...whole, id: odder, name: ["edge"] },
  );
  const { routers } = await getRouters(PLACE);
  expect(routers.map(({ routerId, name }) => [routerId, name])).toEqual([
    [NO_ROUTER, "edge"],
    [odd, "edge"],
    [odder, undefined],
  ]);
  expect(warn.mock.calls).toEqual([
    [
      "getRouters: some routers of project 1, region 2 cannot be read whole, and the result lacks these fields: " +
        "r-odd (createdAt, routes); r-odder (name) [routers-not-whole]",
    ],
  ]);
});

test("getRouters leaves out routers without a valid id", async () => {
  await setUpRecords(whole, { ...whole, id: "two words" }, null);
  expect((await getRouters(PLACE)).routers).toHaveLength(1);
});

test("getRouter warns of a router that cannot be read whole, which has the name", async () => {
  const warn = await setUpRecords({ ...whole, id: "r-named", routes: "none" });
  expect(await getRouter({ ...PLACE, name: "edge" })).toMatchObject({ routerId: "r-named" });
  expect(String(warn.mock.calls[0])).toContain("getRouter: some routers");
});
