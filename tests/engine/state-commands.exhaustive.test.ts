import { beforeAll, describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { counts } from "../support/stack";

// Users change a state by hand: they rename a resource, and move resources to another stack. The objects at the platform
// remain the same.

const { platform, stack } = useDeployment();

beforeAll(async () => {
  await stack.pulumi("stack", "init", "other", "--no-select", "--copy-config-from", "dev");
});

const urn = (stackName: string, type: string, name: string) =>
  `urn:pulumi:${stackName}::demo::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;

/** One of every resource that can be read. The name of the router is derived from `router`. */
const resources = (router: string) => `
  export const { routerId, name } = new cloudplatform.Router("${router}", { projectId: 1, regionId: 2 });
  const requestedLimits = { globalLimits: { projectCountLimit: 9 } };
  new cloudplatform.QuotaLimitRequest("more", { description: "Load test", requestedLimits });
  new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
  new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 42 });
  const email = pulumi.secret("ops@example.com");
  new cloudplatform.ResellerNotificationSettings("logins", { resellerId: 8, email, notificationType: "failed_login" });`;

/** All objects at the platform. */
const objects = () => ({
  routers: platform.routers.all(),
  requests: platform.quotas.requests(),
  thresholds: platform.quotas.thresholds(),
  members: platform.edgeGroups.members(17),
  settings: platform.resellers.all(),
});

let created: ReturnType<typeof objects>;

async function expectNoChanges(stackName: string): Promise<void> {
  await stack.pulumi("preview", "--expect-no-changes", "--stack", stackName);
  await stack.pulumi("refresh", "--preview-only", "--expect-no-changes", "--stack", stackName);
}

describe("pulumi state rename", () => {
  test("after the same change of the program the preview shows no change, and a derived name remains", async () => {
    stack.program(resources("edge"));
    await stack.up();
    created = objects();
    await stack.pulumi("state", "rename", urn("dev", "Router", "edge"), "core", "--yes");
    stack.program(resources("core"));
    await expectNoChanges("dev");
    expect(changes(platform).map(([call]) => call.split(" ")[0])).not.toContain("PATCH");
    expect(objects()).toEqual(created);
    expect((await stack.router()).urn).toBe(urn("dev", "Router", "core"));
    expect((await stack.router()).outputs.name).toMatch(/^edge-[0-9a-f]{7}$/);
  });
});

describe("pulumi state move", () => {
  const moved = [
    ["Router", "core"],
    ["QuotaLimitRequest", "more"],
    ["QuotaNotificationThreshold", "early"],
    ["EdgeGroupMembership", "partner"],
    ["ResellerNotificationSettings", "logins"],
  ] as const;

  test("moves resources to another stack, and neither stack has a change", async () => {
    const urns = moved.map(([type, name]) => urn("dev", type, name));
    await stack.pulumi("state", "move", "--source", "dev", "--dest", "other", "--yes", ...urns);
    stack.env.PULUMI_STACK = "other";
    await expectNoChanges("other");
    expect((await stack.router()).urn).toBe(urn("other", "Router", "core"));
    stack.env.PULUMI_STACK = "dev";
    stack.program("");
    await expectNoChanges("dev");
    expect(changes(platform)).toEqual([]);
    expect(objects()).toEqual(created);
  });

  test("the destination stack updates and outputs the moved resources", async () => {
    stack.program(resources("core").replace("threshold: 70", "threshold: 75"));
    const up = await stack.pulumi("up", "--yes", "--skip-preview", "--stack", "other");
    expect(counts(up)).toEqual({ updated: 1, unchanged: 5 });
    expect(changes(platform)).toEqual([
      ["PUT /cloud/v2/client_quotas/42/notification_threshold", { threshold: 75 }],
    ]);
  });

  test("destroy of the destination stack deletes everything", async () => {
    stack.env.PULUMI_STACK = "other";
    await stack.destroy();
    expect(Object.values(objects()).flat()).toEqual([]);
  });
});
