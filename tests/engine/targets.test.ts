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

const TYPES = "urn:pulumi:dev::demo::pulumi-nodejs:dynamic/cloudplatform";
const leader = `${TYPES}:Router::leader`;
const other = `${TYPES}:Router::other`;
const early = `${TYPES}:QuotaNotificationThreshold::early`;

const names = () =>
  platform.routers
    .all()
    .map(({ name }) => name)
    .sort();
const idOf = (name: string) => platform.routers.all().find((router) => router.name === name)?.id;
const threshold = () => platform.quotas.threshold(42)?.threshold;

/** The requests for anything but tasks. */
const requested = () =>
  platform.requests
    .filter(({ path }) => !path.includes("/tasks"))
    .map(({ method, path }) => `${method} ${path}`);

test("up --target creates the targeted resources, and the next up the rest", async () => {
  declare("leader", "other", 70);
  await stack.up("--target", leader, "--target", early);
  expect([names(), threshold()]).toEqual([["leader"], 70]);
  expect(await stack.resources()).toHaveLength(1);
  expect(counts(await stack.up())).toEqual({ created: 2, unchanged: 3 });
  expect(names()).toEqual(["after-leader", "leader", "other"]);
});

test("up --target changes the targeted router, and neither requests nor changes the others", async () => {
  declare("leader-2", "other-2", 75);
  expect(counts(await stack.up("--target", leader))).toEqual({ updated: 1, unchanged: 4 });
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "leader-2" }]]);
  for (const call of requested()) expect(call).toMatch(new RegExp(`/${idOf("leader-2")}$`));
  const inState = (await stack.resources()).map(({ outputs }) => outputs.name).sort();
  expect(inState).toEqual(["after-leader", "leader-2", "other"]);
});

test("--target-dependents also changes the dependents of the target", async () => {
  await stack.up("--target", leader, "--target-dependents");
  expect(changes(platform)).toEqual([["PATCH /cloud/v2/routers/1/2/{id}", { name: "after-leader-2" }]]);
});

test("--exclude changes everything but the excluded resources, and --exclude-dependents not their dependents either", async () => {
  declare("leader-3", "other-3", 75);
  const up = await stack.up("--exclude", leader, "--exclude-dependents");
  expect(counts(up)).toEqual({ updated: 2, unchanged: 3 });
  expect([names(), threshold()]).toEqual([["after-leader-2", "leader-2", "other-3"], 75]);
});

test("refresh --target reads the targeted resource only", async () => {
  const id = idOf("other-3") ?? "";
  platform.routers.change(id, { name: "hotfix" });
  expect(counts(await stack.refresh("--target", other))).toMatchObject({ updated: 1 });
  expect(requested()).toEqual([`GET /cloud/v1/routers/1/2/${id}`]);
});

test("destroy --target rejects a resource with dependents, and --target-dependents deletes those first", async () => {
  const { output } = await failing(stack.destroy("--target", leader));
  expect(output).toContain("Router::follower' will be destroyed but was not specified in --target");
  const ids = ["after-leader-2", "leader-2"].map(idOf);
  await stack.destroy("--target", leader, "--target-dependents");
  const deleted = platform.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
  expect(deleted).toEqual(ids.map((id) => `/cloud/v1/routers/1/2/${id}`));
  expect([names(), threshold()]).toEqual([["hotfix"], 75]);
});
