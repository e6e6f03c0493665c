import { expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// With --continue-on-error a failure stops only the resources that depend on the failed one. The state contains what
// was done, and the next run does the rest.

const { platform, stack } = useDeployment({}, { ownProcess: true });

const QUOTA = "Quota limit for router_count exceeded by 1";
const FAILING_REGION = 3;

/** Every request in the region of `failing` fails. `dependent` needs the id of `failing`. */
function declare({ name, threshold }: { name: string; threshold: number }): void {
  stack.program(`
const place = { projectId: 1, regionId: 2 };
const failing = new cloudplatform.Router("failing", { projectId: 1, regionId: ${FAILING_REGION}, name: "${name}" });
new cloudplatform.Router("dependent", { ...place, name: pulumi.interpolate\`after-\${failing.name}\` });
new cloudplatform.Router("independent", { ...place, name: "independent" });
new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 42 }, { dependsOn: failing });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: ${threshold} });`);
}

function failTasks(method: string): void {
  const fault = { kind: "task-error", message: QUOTA } as const;
  platform.faults.add({ fault, method, path: new RegExp(`/routers/1/${FAILING_REGION}`) });
}

const names = () =>
  platform.routers
    .all()
    .map(({ name }) => name)
    .sort();

async function expectStateToMatchThePlatform(): Promise<void> {
  const inState = (await stack.resources()).map(({ id, outputs }) => [id, outputs.name]);
  const existing = platform.routers.all().map(({ id, name }) => [id, name]);
  expect(inState.sort()).toEqual(existing.sort());
}

test("up creates everything that does not depend on the failed resource, and exits with an error", async () => {
  failTasks("POST");
  declare({ name: "failing", threshold: 70 });
  const up = await failing(stack.up("--continue-on-error"));
  expect(up.output).toContain(QUOTA);
  expect(names()).toEqual(["independent"]);
  expect(platform.quotas.threshold(42)?.threshold).toBe(70);
  expect(platform.edgeGroups.members(17)).toEqual([]);
  await expectStateToMatchThePlatform();
});

test("the next up creates the failed resource and its dependents, and nothing twice", async () => {
  platform.faults.clear();
  expect(counts(await stack.up())).toEqual({ created: 3, unchanged: 3 });
  expect(names()).toEqual(["after-failing", "failing", "independent"]);
  expect(platform.edgeGroups.members(17)).toEqual(["42"]);
  await expectStateToMatchThePlatform();
});

test("a failed update leaves its resource unchanged, and the others are updated", async () => {
  failTasks("PATCH");
  declare({ name: "renamed", threshold: 75 });
  const up = await failing(stack.up("--continue-on-error"));
  expect(up.output).toContain(QUOTA);
  expect(names()).toEqual(["after-failing", "failing", "independent"]);
  expect(platform.quotas.threshold(42)?.threshold).toBe(75);
  await expectStateToMatchThePlatform();
});

test("the next up repeats the failed update, and then updates its dependents", async () => {
  platform.faults.clear();
  await stack.up();
  expect(changes(platform)).toEqual([
    ["PATCH /cloud/v2/routers/1/3/{id}", { name: "renamed" }],
    ["PATCH /cloud/v2/routers/1/2/{id}", { name: "after-renamed" }],
  ]);
  await stack.up("--expect-no-changes");
});

test("destroy deletes everything but the resource whose deletion fails", async () => {
  failTasks("DELETE");
  const destroy = await failing(stack.destroy("--continue-on-error"));
  expect(destroy.output).toContain(QUOTA);
  expect(names()).toEqual(["renamed"]);
  expect(platform.quotas.thresholds()).toEqual([]);
  expect(platform.edgeGroups.members(17)).toEqual([]);
  await expectStateToMatchThePlatform();
});

test("the next destroy deletes the rest", async () => {
  platform.faults.clear();
  await stack.destroy();
  expect(changes(platform)).toEqual([["DELETE /cloud/v1/routers/1/3/{id}"]]);
  expect(names()).toEqual([]);
  expect(await stack.resources()).toEqual([]);
});
