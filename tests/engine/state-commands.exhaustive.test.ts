import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";

// Resources get another name or another stack by commands that change the state. The objects at the platform remain the same.

const { platform, stack } = useDeployment();

const objects = () => ({
  routers: platform.routers.all(),
  thresholds: platform.quotas.thresholds(),
  requests: platform.quotas.requests().map(({ id }) => id),
  members: platform.edgeGroups.members(17),
  settings: platform.resellers.all().map(({ id }) => id),
});

/** One of every resource that can be read. The name of the router is derived from that of the resource. */
const program = (router: string, threshold = 70) => `
new cloudplatform.Router("${router}", { projectId: 1, regionId: 2 });
new cloudplatform.QuotaNotificationThreshold("threshold", { clientId: 42, threshold: ${threshold} });
const requestedLimits = { globalLimits: { projectCountLimit: 10 } };
new cloudplatform.QuotaLimitRequest("request", { description: "Load test", requestedLimits });
new cloudplatform.EdgeGroupMembership("member", { groupId: 17, clientId: 42 });
const settings = { resellerId: 8, email: pulumi.secret("ops@example.com"), notificationType: "failed_login", ifExists: "adopt" } as const;
new cloudplatform.ResellerNotificationSettings("settings", settings);`;

const urn = (stackName: string, type: string, name: string) =>
  `urn:pulumi:${stackName}::demo::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;
let created: ReturnType<typeof objects>;

async function expectNoChanges(stackName: string): Promise<void> {
  await stack.pulumi("preview", "--expect-no-changes", "--stack", stackName);
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes", "--stack", stackName);
  expect(changes(platform)).toEqual([]);
  expect(objects()).toEqual(created);
}

test("pulumi state rename: with the same change of the program there is no change, and a derived name remains", async () => {
  stack.program(program("edge"));
  await stack.up();
  created = objects();
  platform.clearRequests();
  await stack.pulumi("state", "rename", urn("dev", "Router", "edge"), "core", "--yes");
  stack.program(program("core"));
  await expectNoChanges("dev");
  expect((await stack.router()).urn).toBe(urn("dev", "Router", "core"));
  expect((await stack.router()).outputs.name).toMatch(/^edge-[0-9a-f]{7}$/);
});

test("pulumi state move: resources of another stack have no change in both stacks, and are updated and deleted there", async () => {
  await stack.pulumi("stack", "init", "other", "--no-select", "--copy-config-from", "dev");
  const resources: Array<[type: string, name: string]> = [
    ["Router", "core"],
    ["QuotaLimitRequest", "request"],
    ["QuotaNotificationThreshold", "threshold"],
    ["EdgeGroupMembership", "member"],
    ["ResellerNotificationSettings", "settings"],
  ];
  const urns = resources.map(([type, name]) => urn("dev", type, name));
  await stack.pulumi("state", "move", "--source", "dev", "--dest", "other", "--yes", ...urns);
  stack.program("");
  await stack.up();
  await expectNoChanges("dev");
  stack.env.PULUMI_STACK = "other";
  stack.program(program("core"));
  await stack.up();
  await expectNoChanges("other");
  stack.program(program("core", 75));
  await stack.up();
  expect(changes(platform)).toEqual([
    ["PUT /cloud/v2/client_quotas/42/notification_threshold", { threshold: 75 }],
  ]);
  await stack.destroy();
  expect(Object.values(objects()).flat()).toEqual([]);
});
