import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes, KEY, NETWORK } from "../support/platform";
import { counts } from "../support/stack";

// Update plans: a pipeline saves the plan of a preview, and `up` after the merge does only what the plan contains.
// pipelines.exhaustive.test.ts has a program that violates its plan. The CLI hides the option --plan unless PULUMI_EXPERIMENTAL is set.

const { platform, stack } = useDeployment({}, { env: { PULUMI_EXPERIMENTAL: "true" } });

const SECRET_NAME = "name-that-nobody-reads";

/** `follower` has an input that is unknown until `leader` exists. `derived` declares no name. */
function declare({ region = 2, gateway = false, threshold = 70 } = {}): void {
  const more = gateway ? `externalGatewayInfo: { networkId: "${NETWORK}" },` : "";
  stack.program(`
const place = { projectId: 1, regionId: ${region} };
const leader = new cloudplatform.Router("leader", { ...place, ${more} name: pulumi.secret("${SECRET_NAME}") });
new cloudplatform.Router("follower", { ...place, name: pulumi.interpolate\`after-\${leader.routerId}\` });
new cloudplatform.Router("derived", { projectId: 1, regionId: 2 });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: ${threshold} });`);
}

/** Saves the plan of a preview, and applies it. */
async function deployPlanned(planned: object, done: object): Promise<void> {
  expect(counts(await stack.preview("--save-plan", "plan.json"))).toEqual(planned);
  expect(changes(platform)).toEqual([]);
  expect(counts(await stack.up("--plan", "plan.json"))).toEqual(done);
}

test("up --plan creates the planned routers, with ids that the plan did not contain, and the plan contains no secret", async () => {
  declare();
  await deployPlanned({ "to create": 5 }, { created: 5 });
  const plan = readFileSync(join(stack.folder, "plan.json"), "utf8");
  expect(plan).toContain("Router::leader");
  for (const secret of [KEY, SECRET_NAME]) expect(plan).not.toContain(secret);
  const [leader] = platform.routers.all().filter(({ name }) => name === SECRET_NAME);
  expect(platform.routers.all().map(({ name }) => name)).toContain(`after-${leader?.id}`);
});

test("up --plan applies an update and a replacement as planned", async () => {
  declare({ region: 3, gateway: true, threshold: 75 });
  await deployPlanned(
    { "to replace": 2, "to update": 1, unchanged: 2 },
    { replaced: 2, updated: 1, unchanged: 2 },
  );
  expect(platform.quotas.threshold(42)?.threshold).toBe(75);
  expect(platform.routers.all().map(({ region_id }) => region_id)).toEqual([2, 3, 3]);
  await stack.up("--expect-no-changes");
});
