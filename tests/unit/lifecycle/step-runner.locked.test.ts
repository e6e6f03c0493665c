import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../../sdk/src/util/json";
import { changes, KEY, NETWORK, OFFICE } from "../../support/platform";
import { failureOf, until } from "../../support/until";
import { args, startCreated, untilTaskExists } from "../resources/router/setup";

const GATEWAY = { external_gateway_info: { type: "manual", network_id: NETWORK } };

/** A router that somebody else changes at this time. */
async function lockedRouter(theirs: object = GATEWAY, inputs: JsonObject = args) {
  const started = await startCreated(inputs);
  const { platform, router } = started;
  await fetch(`${platform.url}/cloud/v2/routers/1/2/${router.state?.id}`, {
    method: "PATCH",
    headers: { authorization: `apikey ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify(theirs),
  });
  platform.clearRequests();
  const [{ id: holder } = { id: "" }] = platform.tasks.pending();
  /** Lets the task end once this operation has polled it. */
  const release = async () => {
    await until(() => platform.count({ path: `/v1/tasks/${holder}` }) > 0);
    platform.tasks.finish(holder);
  };
  return { ...started, holder, release };
}

test("a router that a task of somebody else locks is changed as soon as that task has ended", async () => {
  const { platform, router, holder, release } = await lockedRouter();
  const change = router.up({ ...args, name: "renamed" });
  await release();
  const { ends } = await untilTaskExists(platform, change);
  platform.tasks.finish();
  await ends;
  expect(changes(platform)).toHaveLength(1);
  expect(router.outputs).toMatchObject({ name: "renamed", externalGatewayInfo: { networkId: NETWORK } });
  expect(router.engine.lines.map((line) => line.text).join("\n")).toContain(
    `waiting for another change: RUNNING, task ${holder}`,
  );
});

test("a list that somebody else changes at this time is sent with what they have added", async () => {
  const route = (number: number) => ({ destination: `192.168.${number}.0/24`, nexthop: "10.0.1.13" });
  const [own, added, theirs] = [route(1), route(2), route(3)] as const;
  const subnet = { interfaces: [{ subnetId: OFFICE }] };
  const both = { routes: [own, theirs] };
  const { platform, router, release } = await lockedRouter(both, { ...args, ...subnet, routes: [own] });
  const change = router.up({ ...args, ...subnet, routes: [own, added] });
  await release();
  const { ends } = await untilTaskExists(platform, change);
  platform.tasks.finish();
  await ends;
  expect(platform.routers.all()).toMatchObject([{ routes: [own, theirs, added] }]);
  expect(changes(platform)).toHaveLength(1);
});

test("a router that a task of somebody else locks is deleted as soon as that task has ended", async () => {
  const { platform, router, release } = await lockedRouter();
  const destroyed = router.destroy();
  await release();
  const { ends } = await untilTaskExists(platform, destroyed);
  platform.tasks.finish();
  await ends;
  expect(platform.routers.all()).toEqual([]);
});

test("the error of a change names the task that locks the router until the timeout, and the state contains no task", async () => {
  const { platform, router, holder } = await lockedRouter();
  const before = structuredClone(router.state);
  const error = await failureOf(router.up({ ...args, name: "renamed" }, { update: "30s" }));
  expect(error.message).toContain("the timeout of 30s has passed");
  expect(error.message).toContain(holder);
  expect(router.state?.outputs).toEqual(before?.outputs);
  expect(platform.routers.all()).toMatchObject([{ name: "edge-router" }]);
});

test("a router that a task of somebody else locks is adopted by its name only after that task", async () => {
  const { platform, another, release } = await lockedRouter();
  const other = another("other");
  const adoption = other.up({ ...args, ifExists: "adopt" });
  await release();
  expect(await adoption).toBe("create");
  expect(other.outputs).toMatchObject({ externalGatewayInfo: { networkId: NETWORK } });
  expect(platform.count({ method: "POST" })).toBe(0);
});
