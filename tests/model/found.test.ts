import { afterEach, describe, expect, test } from "@jest/globals";
import { handler as threshold } from "../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as settings } from "../../sdk/src/resources/reseller-notification-settings/handler";
import { handler as router } from "../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../sdk/src/util/json";
import type { SimulatorOptions } from "../../simulator/src";
import { openResources } from "../support/handler-setup";
import { InProcessResource, MemoryProgressStore } from "../support/in-process-resource";
import { changes, KEY, NO_ROUTER, OFFICE, startPlatform } from "../support/platform";
import { failureOf } from "../support/until";

// Sequences that the models have found to fail, once.

const { opened, closeAll } = openResources();

afterEach(closeAll);

async function start(handler: { type: string }, options: SimulatorOptions = {}) {
  const platform = opened(await startPlatform({ taskTime: 0, ...options }));
  const place = {
    baseUrl: platform.url,
    apiKey: KEY,
    settings: { maxRetries: "0" },
    progressStore: new MemoryProgressStore(),
  };
  const life = new InProcessResource(handler, place);
  /** A run in which something goes wrong. */
  const disturbed = async (fault: string, args: JsonObject) => {
    platform.faults.add(fault);
    await failureOf(life.up(args));
    platform.faults.clear();
  };
  return { platform, life, disturbed };
}

const PLACE = { projectId: 1, regionId: 2 };
const ROUTES = [{ destination: "192.168.7.0/24", nexthop: "10.0.1.13" }];

describe("a change whose reply was lost", () => {
  test("of a threshold is taken back where the program takes it back", async () => {
    const { platform, life, disturbed } = await start(threshold);
    await life.up({ clientId: 1, threshold: 60 });
    await disturbed("reset-after@PUT", { clientId: 1, threshold: 75 });
    await life.up({ clientId: 1, threshold: 60 });
    expect(platform.quotas.threshold(1)).toMatchObject({ threshold: 60 });
  });

  test("of notification settings is taken back where the program takes it back", async () => {
    const { platform, life, disturbed } = await start(settings);
    const args = { resellerId: 8, email: "ops@example.com", notificationType: "failed_login" };
    await life.up(args);
    await disturbed("reset-after@PUT", { ...args, email: "dev@example.com" });
    await life.up(args);
    expect(platform.resellers.all()).toMatchObject([{ email: "ops@example.com" }]);
  });

  test.each<[string, JsonObject]>([
    ["reset-after@PATCH", { name: "other-router" }],
    ["reset-after@POST", { interfaces: [{ subnetId: OFFICE }] }],
  ])("of a router is taken back where the program takes it back: %s", async (fault, change) => {
    const { platform, life, disturbed } = await start(router);
    const args = { ...PLACE, name: "edge-router", interfaces: [] };
    await life.up(args);
    await disturbed(fault, { ...args, ...change });
    await life.up(args);
    expect(platform.routers.all()).toMatchObject([{ name: "edge-router", interfaces: [] }]);
  });

  test("of a router that cannot be read is taken back as well, also after a refresh, which tells nothing", async () => {
    const { platform, life, disturbed } = await start(router, { mode: "documented-only" });
    platform.routers.add({ ...PLACE, id: NO_ROUTER, name: "shared" });
    const args = { ...PLACE, routerId: NO_ROUTER, name: "one" };
    await life.up(args);
    await disturbed("reset-after@PATCH", { ...args, name: "two" });
    await life.refresh();
    await life.up(args);
    expect(platform.routers.get(NO_ROUTER)).toMatchObject({ name: "one" });
  });

  test("of a threshold of another client is kept in the state, so that destroying takes it back", async () => {
    const { platform, life, disturbed } = await start(threshold);
    await life.up({ clientId: 1, threshold: 60 });
    await disturbed("reset-after@PUT", { clientId: 2, threshold: 75 });
    await life.up({ clientId: 1, threshold: 60 });
    expect(platform.quotas.thresholds()).toMatchObject([{ client_id: 1, threshold: 60 }]);
    await life.destroy();
    expect(platform.quotas.thresholds()).toEqual([]);
  });
});

describe("a subnet that is to have another address", () => {
  const at = (ipAddress: string) => [{ subnetId: OFFICE, ipAddress }];

  test("goes off and on although routes lead through it, which do so as well", async () => {
    const { platform, life } = await start(router);
    const args = { ...PLACE, name: "edge-router", routes: ROUTES };
    await life.up({ ...args, interfaces: at("10.0.1.20") });
    platform.clearRequests();
    await life.up({ ...args, interfaces: at("10.0.1.21") });
    expect(platform.routers.all()).toMatchObject([
      { routes: ROUTES, interfaces: [{ ip_assignments: [{ ip_address: "10.0.1.21" }] }] },
    ]);
    expect(
      changes(platform)
        .filter(([call]) => call.startsWith("PATCH"))
        .map(([, body]) => body),
    ).toEqual([{ routes: [] }, { routes: ROUTES }]);
  });

  test("stays, and so do its routes, where they are not what is in the way", async () => {
    const { platform, life } = await start(router);
    const args = { ...PLACE, name: "edge-router", routes: ROUTES };
    await life.up({ ...args, interfaces: at("10.0.1.20") });
    for (const message of ["The address is in use", "The route is in use"]) {
      platform.faults.add({
        fault: { kind: "status", code: 400, message },
        method: "POST",
        path: "/cloud/v1/routers/{project_id}/{region_id}/{router_id}/detach",
      });
      await failureOf(life.up({ ...args, interfaces: at("10.0.1.21") }));
      platform.faults.clear();
      expect(platform.routers.all()).toMatchObject([{ routes: ROUTES }]);
    }
  });

  test("stays where routes that nobody declares lead through it", async () => {
    const { platform, life } = await start(router);
    const { id } = platform.routers.add({ ...PLACE, name: "shared" });
    const other = { ...PLACE, routerId: id };
    await life.up({ ...other, interfaces: at("10.0.1.20") });
    platform.routers.change(id, { routes: ROUTES });
    expect((await failureOf(life.up({ ...other, interfaces: at("10.0.1.21") }))).message).toContain(
      "is used by the route to 192.168.7.0/24",
    );
    expect(platform.routers.get(id)).toMatchObject({ routes: ROUTES });
  });
});

describe("what a killed run has made", () => {
  test("has nothing of what was declared then and is not now", async () => {
    const { platform, life } = await start(router);
    const args = { ...PLACE, name: "edge-router" };
    await life.up({ ...args, interfaces: [{ subnetId: OFFICE }], routes: ROUTES });
    life.state = undefined;
    await life.up(args);
    expect(platform.routers.all()).toMatchObject([{ interfaces: [], routes: [] }]);
  });

  test("has nothing of what a second killed run has declared, either", async () => {
    const { platform, life } = await start(router);
    const args = { ...PLACE, name: "edge-router" };
    for (const routes of [[], ROUTES]) {
      await life.up({ ...args, interfaces: [{ subnetId: OFFICE }], routes });
      life.state = undefined;
    }
    await life.up(args);
    expect(platform.routers.all()).toMatchObject([{ interfaces: [], routes: [] }]);
  });
});

test("what waits for its deletion is not deleted when it is in use again", async () => {
  const { platform, life, disturbed } = await start(threshold);
  await life.up({ clientId: 1, threshold: 60 });
  await disturbed("status:code=503@DELETE", { clientId: 2, threshold: 60 });
  await disturbed("reset-after@PUT", { clientId: 1, threshold: 60 });
  await life.up({ clientId: 1, threshold: 60 });
  expect(platform.quotas.thresholds()).toMatchObject([{ client_id: 1, threshold: 60 }]);
});
