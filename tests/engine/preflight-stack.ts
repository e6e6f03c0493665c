import type { Simulator } from "../../simulator/src";
import { client } from "../../simulator/testing/client";
import { eventually } from "../support/command";
import { KEY, LAB, NETWORK, OFFICE } from "../support/platform";
import type { Stack } from "../support/stack";

// A stack whose preview has a step for each finding of `pulumi-cloudplatform preflight`.

const SHARED = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";
const TAKEN = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e22";
const OLD = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e23";
const NOWHERE = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e25";

const ROUTE = { destination: "10.0.9.0/24", nexthop: "10.0.1.9" };
const OTHER_ROUTE = { destination: "10.0.8.0/24", nexthop: "10.0.1.8" };

const WITH_REVOKED_KEY = `
const config = new pulumi.Config();
const partner = new cloudplatform.Provider("partner", { apiKey: config.requireSecret("partnerKey") });
`;

const BEFORE = `${WITH_REVOKED_KEY}
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("branch", {
  ...place,
  name: "branch-1",
  interfaces: [{ subnetId: "${OFFICE}" }],
  routes: [${JSON.stringify(ROUTE)}],
});
new cloudplatform.Router("busy", { ...place, name: "busy", routes: [] });
new cloudplatform.Router("gone", { ...place, name: "gone", routes: [] });
new cloudplatform.Router("lab", { ...place, name: "lab", interfaces: [{ subnetId: "${LAB}" }] });
new cloudplatform.Router("moved", { ...place, name: "moved" });
new cloudplatform.EdgeGroupMembership("former", { groupId: 7, clientId: 70 });
new cloudplatform.QuotaNotificationThreshold("alarm", { clientId: 5, threshold: 70 });
`;

const AFTER = `${WITH_REVOKED_KEY}
const place = { projectId: 1, regionId: 2 };
const branch = new cloudplatform.Router("branch", { ...place, name: "branch-2", interfaces: [{ subnetId: "${OFFICE}" }] });
new cloudplatform.Router("busy", { ...place, name: "busy-2", routes: [] });
new cloudplatform.Router("gone", { ...place, name: "gone-2", routes: [] });
new cloudplatform.Router("moved", { ...place, regionId: 3, name: "moved" });
new cloudplatform.QuotaNotificationThreshold("alarm", { clientId: 5, threshold: 75 });

new cloudplatform.Router("edge", { ...place, name: "edge" });
new cloudplatform.Router("fresh", { ...place, name: "fresh" });
new cloudplatform.Router("old", { ...place, name: "old", ifExists: "adopt", routes: [] });
new cloudplatform.Router("second", { ...place, name: "edge", ifExists: "create" });
new cloudplatform.Router("shared", { ...place, routerId: "${SHARED}", routes: [] });
new cloudplatform.Router("wrong", { ...place, routerId: "${NOWHERE}" });
new cloudplatform.Router("hidden", { ...place, name: config.requireSecret("routerName") });
new cloudplatform.QuotaLimitRequest("cpus", {
  description: "Load test",
  requestedLimits: { globalLimits: { projectCountLimit: 9 } },
});
new cloudplatform.QuotaLimitRequest("later", {
  description: branch.status.apply((status) => "For a router that is " + status),
  requestedLimits: { globalLimits: { projectCountLimit: 10 } },
});
new cloudplatform.ResellerNotificationSettings("logins", {
  resellerId: 3,
  email: "ops@example.com",
  notificationType: "failed_login",
  enabled: true,
  ifExists: "adopt",
});
new cloudplatform.EdgeGroupMembership("member", { groupId: 7, clientId: 71 });
new cloudplatform.QuotaNotificationThreshold("quota", { clientId: 6, threshold: 75 });
new cloudplatform.CertificateForceRetry("retry", { certId: 321 });
new cloudplatform.EdgeGroupMembership("partner", { groupId: 8, clientId: 80 }, { provider: partner });
`;

const PLACE = { projectId: 1, regionId: 2 };

/** Deploys the first program, lets others change objects, and writes the second program. */
export async function prepareEachFinding(platform: Simulator, stack: Stack): Promise<void> {
  const timer = setInterval(() => platform.tasks.finish(), 20);
  stack.program(BEFORE);
  try {
    await stack.up();
    await runOtherTasks(platform);
  } finally {
    clearInterval(timer);
  }
  const named = (name: string) => platform.routers.all().find((router) => router.name === name)?.id ?? "";
  platform.routers.change(named("branch-1"), { name: "renamed by hand", routes: [OTHER_ROUTE] });
  platform.routers.delete(named("gone"));
  const gateway = { type: "manual", network_id: NETWORK, enable_snat: true };
  const busy = `/cloud/v2/routers/1/2/${named("busy")}`;
  await client(platform.url)("PATCH", busy, { external_gateway_info: gateway }, { key: KEY });
  platform.edgeGroups.remove(7, 70);
  platform.quotas.setThreshold(5, 60);
  platform.routers.add({ ...PLACE, id: TAKEN, name: "edge" });
  platform.routers.add({ ...PLACE, id: OLD, name: "old", routes: [ROUTE] });
  platform.routers.add({ ...PLACE, id: SHARED, name: "shared", routes: [ROUTE] });
  platform.quotas.add({
    id: 1001,
    description: "Load test",
    requested_limits: { global_limits: { project_count_limit: 9 } },
  });
  platform.resellers.add({
    resellerId: 3,
    id: 31,
    email: "ops@example.com",
    notification_type: "failed_login",
    enabled: false,
  });
  platform.edgeGroups.add(7, 71);
  platform.quotas.setThreshold(6, 90);
  stack.program(AFTER);
}

/** Tasks of another region, from which the durations of their types are known. */
async function runOtherTasks(platform: Simulator): Promise<void> {
  const call = client(platform.url);
  const { id } = platform.routers.add({ projectId: 1, regionId: 9, name: "other" });
  await call("PATCH", `/cloud/v2/routers/1/9/${id}`, { name: "other-2" }, { key: KEY });
  await eventually(() => platform.tasks.pending().length === 0);
  await call("DELETE", `/cloud/v1/routers/1/9/${id}`, undefined, { key: KEY });
  await eventually(() => platform.tasks.pending().length === 0);
}
