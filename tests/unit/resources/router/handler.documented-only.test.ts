import { expect, test } from "@jest/globals";
import { changes, OFFICE, OTHER_NETWORK } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { PATCH, PLACE, ROUTE, setUp } from "./setup";

// A deployment with only the documented operations: PATCH of a router, and GET of a task.

async function startBare() {
  const started = await setUp({ mode: "documented-only" });
  const { id } = started.platform.routers.add({ ...PLACE, name: "shared" });
  return { ...started, args: { ...PLACE, routerId: id } };
}

test("a router cannot be created: one sentence says so, and that an existing one can be adopted", async () => {
  const { router, platform } = await startBare();
  const { message } = await failureOf(router.up({ ...PLACE, name: "edge-router" }));
  expect(message).toMatch(
    /^this deployment of the platform cannot create routers \(POST \/cloud\/v1\/routers\/1\/2 was answered 404.* \[router-creation-unsupported\]\. .*routerId.*$/,
  );
  expect(router.engine.logs.map(({ text }) => text)).toEqual([
    "this deployment of the platform cannot list routers, so duplicate names are not detected [router-list-unsupported]",
  ]);
  expect(router.state).toBeUndefined();
  expect(platform.routers.all()).toHaveLength(1);
});

test("an adopted router gets one PATCH, whose task is awaited, and the declared values are recorded without a read", async () => {
  const { router, platform, args } = await startBare();
  const externalGatewayInfo = { networkId: OTHER_NETWORK, enableSnat: true };
  const declared = { ...args, name: "renamed", externalGatewayInfo, routes: [ROUTE] };
  await router.up(declared);
  expect(changes(platform)).toEqual([
    [
      PATCH,
      {
        name: "renamed",
        external_gateway_info: { type: "manual", network_id: OTHER_NETWORK, enable_snat: true },
        routes: [ROUTE],
      },
    ],
  ]);
  expect(platform.requests.some(({ path }) => path.startsWith("/v1/tasks/"))).toBe(true);
  expect(router.outputs).toEqual(declared);
});

test("an adopted router that does not exist is the platform's 404, and the error says what to do", async () => {
  const { router } = await startBare();
  const { message } = await failureOf(router.up({ ...PLACE, routerId: OFFICE, routes: [] }));
  expect(message).toContain(
    `PATCH /cloud/v2/routers/1/2/${OFFICE} was answered 404: Router ${OFFICE} was not found`,
  );
  expect(message).toContain("Check the ids");
});
