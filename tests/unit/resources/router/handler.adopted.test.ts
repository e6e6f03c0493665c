import { describe, expect, test } from "@jest/globals";
import { changes, NETWORK, NO_ROUTER, OFFICE, OTHER_NETWORK } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { args as created, PATCH, PLACE, ROUTE, setUp, setUpCreated } from "./setup";

/** A router that somebody created, with a value for each input. */
async function startWithRouter() {
  const started = await setUp();
  const { platform } = started;
  const { id } = platform.routers.add({
    ...PLACE,
    name: "shared",
    external_gateway_info: { network_id: NETWORK, enable_snat: false, external_fixed_ips: [] },
    interfaces: [
      {
        port_id: OTHER_NETWORK,
        network_id: OTHER_NETWORK,
        mac_address: "fa:16:3e:00:00:01",
        ip_assignments: [{ subnet_id: OFFICE, ip_address: "10.0.1.1" }],
      },
    ],
    routes: [ROUTE],
  });
  return { ...started, id, args: { ...PLACE, routerId: id } };
}

describe("an existing router", () => {
  test("is adopted without a change if no other input is declared: it is read, and nothing is sent", async () => {
    const { platform, router, id, args } = await startWithRouter();
    expect(await router.up(args)).toBe("create");
    expect(changes(platform)).toEqual([]);
    expect(router.state?.id).toBe(id);
    expect(router.outputs).toEqual({
      ...PLACE,
      routerId: id,
      name: "shared",
      status: "ACTIVE",
      region: "region-2",
      createdAt: expect.any(String),
      distributed: false,
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false, externalFixedIps: [] },
      interfaces: [
        {
          subnetId: OFFICE,
          ipAddress: "10.0.1.1",
          portId: OTHER_NETWORK,
          networkId: OTHER_NETWORK,
          macAddress: "fa:16:3e:00:00:01",
        },
      ],
      routes: [ROUTE],
    });
  });

  test("gets no PATCH if all declared values are the same, in any spelling", async () => {
    const { platform, router, args } = await startWithRouter();
    await router.up({
      ...args,
      routerId: args.routerId.toUpperCase(),
      name: "shared",
      externalGatewayInfo: { networkId: NETWORK.toUpperCase() },
      interfaces: [{ subnetId: OFFICE.toUpperCase(), ipAddress: "10.0.1.1" }],
      routes: [ROUTE],
    });
    expect(changes(platform)).toEqual([]);
  });

  test("gets one PATCH with only the declared values that differ", async () => {
    const { platform, router, args } = await startWithRouter();
    await router.up({ ...args, name: "shared", routes: [] });
    expect(changes(platform)).toEqual([[PATCH, { routes: [] }]]);
    expect(router.outputs).toMatchObject({
      name: "shared",
      routes: [],
      externalGatewayInfo: { networkId: NETWORK, enableSnat: false },
    });
  });

  test("that does not exist is an error that says what to check", async () => {
    const { router } = await setUp();
    const error = await failureOf(router.up({ ...PLACE, routerId: NO_ROUTER }));
    expect(error.message).toContain(`there is no router ${NO_ROUTER} in project 1, region 2`);
    expect(error.message).toContain("routerId, projectId and regionId");
    expect(router.state).toBeUndefined();
  });

  test("whose routerId changes is released, and another router is adopted", async () => {
    const { platform, router, id, args } = await startWithRouter();
    const other = platform.routers.add({ ...PLACE, name: "other" });
    await router.up(args);
    expect(await router.up({ ...PLACE, routerId: other.id })).toBe("replace");
    expect(router.state?.id).toBe(other.id);
    expect(platform.routers.get(id)).toBeDefined();
    expect(changes(platform)).toEqual([]);
  });

  test("that the stack created becomes adopted if its own id is declared, and then remains on deletion", async () => {
    const { platform, router, id } = await setUpCreated(created);
    expect(await router.up({ ...created, routerId: id })).toBe("update");
    expect(changes(platform)).toEqual([]);
    await router.destroy();
    expect(changes(platform)).toEqual([]);
    expect(platform.routers.get(id)).toBeDefined();
  });
});
