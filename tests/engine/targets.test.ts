import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// Runs for a part of the stack: --target, --target-dependents, --exclude and --exclude-dependents. Everything else
// remains unchanged, at the platform and in the state.

const { platform, stack } = useDeployment();

/** The name of `follower` contains the name of `leader`. */
function declare(leader: string, other: string, threshold: number): void {
  stack.program(`
const place = { projectId: 1, regionId: 2 };
const leader = new cloudplatform.Router("leader", { ...place, name: "${leader}" });
new cloudplatform.Router("follower", { ...place, name: pulumi.interpolate\`after-\${leader.name}\` });
new cloudplatform.Router("other", { ...place, name: "${other}" });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: ${threshold} });`);
}

const urn = (type: string, name: string) =>
  `urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;
const leader = urn("Router", "leader");
const other = urn("Router", "other");
const early = urn("QuotaNotificationThreshold", "early");

const names = () =>
  platform.routers
    .all()
    .map(({ name }) => name)
    .sort();

/** The changes, and the reads of anything but tasks. */
const requestsExceptTasks = () => platform.requests.filter(({ path }) => !path.includes("/tasks"));

test("up --target creates the targeted resources and nothing else", async () => {
  declare("leader", "other", 70);
  const up = await stack.up("--target", leader, "--target", early);
  expect(counts(up)).toMatchObject({ created: 3 });
  expect(names()).toEqual(["leader"]);
  expect(platform.quotas.threshold(42)?.threshold).toBe(70);
  expect(await stack.resources()).toHaveLength(1);
});

test("the next up creates the rest", async () => {
  expect(counts(await stack.up())).toEqual({ created: 2, unchanged: 3 });
  expect(names()).toEqual(["after-leader", "leader", "other"]);
});

test("up --target changes the targeted router, and neither requests nor changes the others", async () => {
  declare("leader-2", "other-2", 75);
  expect(counts(await stack.up("--target", leader))).toEqual({ updated: 1, unchanged: 4 });
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "leader-2" }]]);
  const [router] = platform.routers.all().filter(({ name }) => name === "leader-2");
  for (const { path } of requestsExceptTasks()) expect(path).toMatch(new RegExp(`/${router?.id}$`));
  const inState = (await stack.resources()).map(({ outputs }) => outputs.name).sort();
  expect(inState).toEqual(["after-leader", "leader-2", "other"]);
});

test("--target-dependents also changes the dependents of the target", async () => {
  expect(counts(await stack.up("--target", leader, "--target-dependents"))).toEqual({
    updated: 1,
    unchanged: 4,
  });
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "after-leader-2" }]]);
});

test("--exclude changes everything but the excluded resources, and --exclude-dependents does not change their dependents either", async () => {
  declare("leader-3", "other-3", 75);
  const up = await stack.up("--exclude", leader, "--exclude-dependents");
  expect(counts(up)).toEqual({ updated: 2, unchanged: 3 });
  expect(names()).toEqual(["after-leader-2", "leader-2", "other-3"]);
  expect(platform.quotas.threshold(42)?.threshold).toBe(75);
});

test("refresh --target reads the targeted resource only", async () => {
  platform.quotas.setThreshold(42, 90);
  const [router] = platform.routers.all().filter(({ name }) => name === "other-3");
  platform.routers.change(router?.id ?? "", { name: "hotfix" });
  expect(counts(await stack.refresh("--target", other))).toMatchObject({ updated: 1 });
  expect(requestsExceptTasks().map(({ method, path }) => `${method} ${path}`)).toEqual([
    `GET /cloud/v1/routers/1/2/${router?.id}`,
  ]);
  const [threshold] = await stack.resources("pulumi-nodejs:dynamic/cloudplatform:QuotaNotificationThreshold");
  expect(threshold?.outputs.threshold).toBe(75);
});

test("destroy --target deletes the targeted resource, and rejects one with dependents", async () => {
  await stack.destroy("--target", other);
  expect(changes(platform)).toEqual([["DELETE /cloud/v1/routers/1/2/{id}"]]);
  const destroy = await failing(stack.destroy("--target", leader));
  expect(destroy.output).toContain("Router::follower' will be destroyed but was not specified in --target");
  expect(names()).toEqual(["after-leader-2", "leader-2"]);
});

test("destroy --target-dependents deletes the dependents first", async () => {
  const ids = Object.fromEntries(platform.routers.all().map(({ id, name }) => [name, id]));
  await stack.destroy("--target", leader, "--target-dependents");
  const deleted = platform.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
  expect(deleted).toEqual([
    `/cloud/v1/routers/1/2/${ids["after-leader-2"]}`,
    `/cloud/v1/routers/1/2/${ids["leader-2"]}`,
  ]);
  expect(await stack.resources()).toEqual([]);
  expect(platform.quotas.threshold(42)?.threshold).toBe(90);
});
