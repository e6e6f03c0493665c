import { describe, expect, test } from "@jest/globals";
import { changes, NETWORK, OFFICE, OTHER_NETWORK } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { PATCH, PLACE, ROUTE, setUp } from "./setup";

// A deployment with only the documented operations: PATCH of a router, and GET of a task.

async function startBare() {
  const started = await setUp({ mode: "documented-only" });
  const { id } = started.platform.routers.add({
    ...PLACE,
    name: "shared",
    external_gateway_info: { network_id: NETWORK, enable_snat: false, external_fixed_ips: [] },
  });
  return { ...started, id, args: { ...PLACE, routerId: id } };
}

describe("on a deployment with only the documented operations", () => {
  test("a router cannot be created: one sentence says so, and that an existing one can be adopted", async () => {
    const { router, platform } = await startBare();
    const error = await failureOf(router.up({ ...PLACE, name: "edge-router" }));
    expect(error.message).toContain("this deployment of the platform cannot create routers");
    expect(error.message).toContain(" [router-creation-unsupported]. ");
    expect(router.engine.logs.map(({ text }) => text)).toEqual([
      "this deployment of the platform cannot list routers, so duplicate names are not detected [router-list-unsupported]",
    ]);
    expect(error.message).toContain("POST /cloud/v1/routers/1/2 was answered 404");
    expect(error.message).toContain("routerId");
    expect(error.message.split("\n")).toHaveLength(1);
    expect(router.state).toBeUndefined();
    expect(platform.routers.all()).toHaveLength(1);
  });

  test("a router is adopted with the declared inputs: the task is awaited, and the values are recorded without a read", async () => {
    const { router, platform, id, args } = await startBare();
    await router.up({
      ...args,
      name: "renamed",
      externalGatewayInfo: { networkId: OTHER_NETWORK, enableSnat: true },
      routes: [ROUTE],
    });
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
    expect(router.state?.id).toBe(id);
    expect(router.outputs).toEqual({
      ...PLACE,
      routerId: id,
      name: "renamed",
      externalGatewayInfo: { networkId: OTHER_NETWORK, enableSnat: true },
      routes: [ROUTE],
    });
  });

  test("a gateway is sent without enable_snat if its value is unknown", async () => {
    const { router, platform, args } = await startBare();
    await router.up({ ...args, externalGatewayInfo: { networkId: OTHER_NETWORK } });
    expect(changes(platform)).toEqual([
      [PATCH, { external_gateway_info: { type: "manual", network_id: OTHER_NETWORK } }],
    ]);
  });

  test("a missing router is the platform's 404, and the error says what to do", async () => {
    const { router } = await startBare();
    const error = await failureOf(router.up({ ...PLACE, routerId: OFFICE, routes: [] }));
    expect(error.message).toContain(`PATCH /cloud/v2/routers/1/2/${OFFICE} was answered 404`);
    expect(error.message).toContain(`Router ${OFFICE} was not found`);
    expect(error.message).toContain("Check the ids");
  });
});
