import { expect, test } from "@jest/globals";
import { getRouters } from "../../../../sdk/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { setUp } from "../setup";

const PLACE = { projectId: 1, regionId: 2 };
const LIST = "GET /cloud/v1/routers/1/2";

test("returns all routers of the project in the region", async () => {
  const platform = await setUp();
  const ids = ["edge", "branch", "edge"].map((name) => platform.routers.add({ ...PLACE, name }).id);
  platform.routers.add({ projectId: 1, regionId: 3, name: "elsewhere" });
  const found = await getRouters(PLACE);
  expect(found).toMatchObject({ ...PLACE, routers: ids.map((routerId) => ({ ...PLACE, routerId })) });
  expect(requestsWithQuery(platform)).toEqual([`${LIST}?limit=1000&offset=0`]);
});

test("returns the routers with the name", async () => {
  const platform = await setUp();
  const [first, , third] = ["edge", "edge-2", "edge"].map(
    (name) => platform.routers.add({ ...PLACE, name }).id,
  );
  const { routers } = await getRouters({ ...PLACE, name: "edge" });
  expect(routers.map(({ routerId }) => routerId)).toEqual([first, third]);
});

test("returns an empty list if there is no router, or none has the name", async () => {
  const platform = await setUp();
  expect(await getRouters(PLACE)).toEqual({ ...PLACE, routers: [] });
  platform.routers.add({ ...PLACE, name: "edge" });
  expect(await getRouters({ ...PLACE, name: "branch" })).toEqual({ ...PLACE, routers: [] });
});

test("fails if the deployment cannot list routers", async () => {
  await setUp({ mode: "documented-only" });
  expect(await failureOf(getRouters(PLACE))).toMatchObject({ code: "routers-not-readable" });
});
