import { expect, test } from "@jest/globals";
import { getRouter } from "../../../../sdk/src";
import { handler } from "../../../../sdk/src/resources/router/handler";
import type { Simulator } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { InProcessResource } from "../../../support/in-process-resource";
import { KEY, NETWORK, NO_ROUTER, OFFICE } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { gatewayIn, PLACE, portOf, ROUTE } from "../../resources/router/setup";
import { setUp } from "../setup";

const LIST = "GET /cloud/v1/routers/1/2";
const listed = (name: string) => `${LIST}?name=${name}&limit=1000&offset=0`;

const add = (platform: Simulator, name: string) => platform.routers.add({ ...PLACE, name }).id;

test("getRouter returns all outputs of a Router", async () => {
  const platform = await setUp();
  const { id: routerId } = platform.routers.add({
    ...PLACE,
    external_gateway_info: gatewayIn(NETWORK, true),
    interfaces: [portOf(OFFICE, "10.0.1.1")],
    routes: [ROUTE],
  });
  const router = new InProcessResource(handler, { baseUrl: platform.url, apiKey: KEY });
  expect(await getRouter({ ...PLACE, routerId })).toEqual(await router.get(routerId, PLACE));
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

test("the error names the id of a missing router, and what to check", async () => {
  await setUp();
  expect((await failure({ routerId: NO_ROUTER })).message).toBe(
    `getRouter: there is no router ${NO_ROUTER} in project 1, region 2 [no-router-with-id]. Check routerId, projectId and regionId.`,
  );
});

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
