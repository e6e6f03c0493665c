import { describe, expect, test } from "@jest/globals";
import { handler as threshold } from "../../sdk/src/resources/quota-notification-threshold/handler";
import { handler as router } from "../../sdk/src/resources/router/handler";
import type { JsonObject } from "../../sdk/src/util/json";
import type { SimulatorOptions } from "../../simulator/src";
import { useCleanup } from "../support/handler-setup";
import { InProcessResource } from "../support/in-process-resource";
import { KEY, NO_ROUTER, OFFICE, startPlatform } from "../support/platform";
import { failureOf } from "../support/until";

// Sequences that failed once in the random tests.

const { closeLater: opened } = useCleanup();

async function start(handler: { type: string }, simulatorOptions: SimulatorOptions = {}) {
  const platform = opened(await startPlatform({ taskTime: 0, ...simulatorOptions }));
  const options = {
    baseUrl: platform.url,
    apiKey: KEY,
    settings: { maxRetries: "0" },
  };
  const resource = new InProcessResource(handler, options);
  /** A run that fails because of a fault. */
  const failingUp = async (fault: string, args: JsonObject) => {
    platform.faults.add(fault);
    await failureOf(resource.up(args));
    platform.faults.clear();
  };
  return { platform, resource, failingUp };
}

const PLACE = { projectId: 1, regionId: 2 };
const ROUTES = [{ destination: "192.168.7.0/24", nexthop: "10.0.1.13" }];

describe("a change whose reply was lost, and which the program reverts,", () => {
  test("of a router that cannot be read is reverted, also after a refresh", async () => {
    const { platform, resource, failingUp } = await start(router, { mode: "documented-only" });
    platform.routers.add({ ...PLACE, id: NO_ROUTER, name: "shared" });
    const args = { ...PLACE, routerId: NO_ROUTER, name: "one" };
    await resource.up(args);
    await failingUp("reset-after@PATCH", { ...args, name: "two" });
    await resource.refresh();
    await resource.up(args);
    expect(platform.routers.get(NO_ROUTER)).toMatchObject({ name: "one" });
  });

  test("of a threshold of another client stays in the state, so that destroy deletes it", async () => {
    const { platform, resource, failingUp } = await start(threshold);
    await resource.up({ clientId: 1, threshold: 60 });
    await failingUp("reset-after@PUT", { clientId: 2, threshold: 75 });
    await resource.up({ clientId: 1, threshold: 60 });
    expect(platform.quotas.thresholds()).toMatchObject([{ client_id: 1, threshold: 60 }]);
    await resource.destroy();
    expect(platform.quotas.thresholds()).toEqual([]);
  });
});

describe("a changed address of a subnet", () => {
  const at = (ipAddress: string) => [{ subnetId: OFFICE, ipAddress }];

  test("leaves the routes if the platform refuses to detach the subnet for another reason", async () => {
    const { platform, resource } = await start(router);
    const args = { ...PLACE, name: "edge-router", routes: ROUTES };
    await resource.up({ ...args, interfaces: at("10.0.1.20") });
    for (const message of ["The address is in use", "The route is in use"]) {
      platform.faults.add({
        fault: { kind: "status", code: 400, message },
        method: "POST",
        path: "/cloud/v1/routers/{project_id}/{region_id}/{router_id}/detach",
      });
      await failureOf(resource.up({ ...args, interfaces: at("10.0.1.21") }));
      platform.faults.clear();
      expect(platform.routers.all()).toMatchObject([{ routes: ROUTES }]);
    }
  });
});

describe("a router that a killed run created", () => {
  test.each([
    ["the killed run", [ROUTES]],
    ["a second killed run, too", [[], ROUTES]],
  ])("loses the inputs of %s that the program no longer declares", async (_, killed) => {
    const { platform, resource } = await start(router);
    const args = { ...PLACE, name: "edge-router" };
    for (const routes of killed) {
      await resource.up({ ...args, interfaces: [{ subnetId: OFFICE }], routes });
      resource.state = undefined;
    }
    await resource.up(args);
    expect(platform.routers.all()).toMatchObject([{ interfaces: [], routes: [] }]);
  });
});

test("a failed read of what a killed run has created elsewhere does not put it into the state", async () => {
  const { platform, resource, failingUp } = await start(router);
  await resource.up({ projectId: 1, regionId: 2, name: "edge" });
  resource.state = undefined;
  await failingUp("reset-after@GET", { projectId: 1, regionId: 3, name: "edge" });
  expect(resource.state).toBeUndefined();
  await resource.up({ projectId: 1, regionId: 3, name: "edge" });
  expect(platform.routers.all()).toMatchObject([{ region_id: 2 }, { region_id: 3 }]);
});

test("an object with a pending deletion is not deleted if another resource uses it again", async () => {
  const { platform, resource, failingUp } = await start(threshold);
  await resource.up({ clientId: 1, threshold: 60 });
  await failingUp("status:code=503@DELETE", { clientId: 2, threshold: 60 });
  await failingUp("reset-after@PUT", { clientId: 1, threshold: 60 });
  await resource.up({ clientId: 1, threshold: 60 });
  expect(platform.quotas.thresholds()).toMatchObject([{ client_id: 1, threshold: 60 }]);
});
