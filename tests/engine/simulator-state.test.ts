import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { type Deployment, endDeployment, startDeployment } from "../support/deployment";
import { startPlatform } from "../support/platform";
import { counts } from "../support/stack";
import { temporaryFolder } from "../support/temporary-folder";

// A simulator with a state file ends and starts again, between two runs of the real CLI.

const folder = temporaryFolder();
const stateFile = join(folder.path, "state.json");
let deployment: Deployment;
let restarted: Simulator | undefined;

beforeAll(async () => {
  deployment = await startDeployment({ stateFile });
  deployment.stack.program(`
new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge" });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
new cloudplatform.QuotaLimitRequest("more", { description: "More", requestedLimits: { globalLimits: { keypairCountLimit: 9 } } });
new cloudplatform.EdgeGroupMembership("member", { groupId: 17, clientId: 4711 });
new cloudplatform.ResellerNotificationSettings("mails", { resellerId: 12, email: "ops@example.com", notificationType: "failed_login" });`);
});

afterAll(async () => {
  await restarted?.close();
  await endDeployment(deployment);
  folder.remove();
});

test("refresh finds no difference, and up changes nothing", async () => {
  const { platform, stack } = deployment;
  expect(counts(await stack.up())).toEqual({ created: 6 });
  await platform.close();
  restarted = await startPlatform({ stateFile, port: Number(new URL(platform.url).port) });
  await stack.drift();
  expect(counts(await stack.up())).toEqual({ unchanged: 6 });
});
