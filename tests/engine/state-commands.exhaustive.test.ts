import { describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY } from "../support/platform";

// Resources get another name, another Provider or another stack: by commands that change the state, or by the program alone. Pulumi
// then creates the new resource first and deletes the old one after it. The objects at the platform remain the same.

const options = [{ apiKeys: [KEY, ADMIN_KEY] }, { secrets: { "demo:key": ADMIN_KEY } }] as const;

interface Form {
  suffix?: string;
  provider?: string;
  threshold?: number;
}

/** One of every resource that can be read. */
const programOf = (router: string, { suffix = "", provider, threshold = 70 }: Form = {}) => `
const other = new cloudplatform.Provider("other", { apiKey: new pulumi.Config().requireSecret("key") });
const options = ${provider ? `{ provider: ${provider} }` : "{}"};
${router}
new cloudplatform.QuotaNotificationThreshold("threshold${suffix}", { clientId: 42, threshold: ${threshold} }, options);
const requestedLimits = { globalLimits: { projectCountLimit: 10 } };
new cloudplatform.QuotaLimitRequest("request${suffix}", { description: "Load test", requestedLimits }, options);
new cloudplatform.EdgeGroupMembership("member${suffix}", { groupId: 17, clientId: 42 }, options);
const settings = { resellerId: 8, email: pulumi.secret("ops@example.com"), notificationType: "failed_login", ifExists: "adopt" } as const;
new cloudplatform.ResellerNotificationSettings("settings${suffix}", settings, options);`;

function useObjects() {
  const { platform, stack } = useDeployment(...options);
  const objects = () => ({
    routers: platform.routers.all(),
    thresholds: platform.quotas.thresholds(),
    requests: platform.quotas.requests().map(({ id }) => id),
    members: platform.edgeGroups.members(17),
    settings: platform.resellers.all().map(({ id }) => id),
  });
  return { platform, stack, objects };
}

describe("pulumi state", () => {
  const { platform, stack, objects } = useObjects();
  /** The name of the router is derived from that of the resource. */
  const program = (router: string, form?: Form) =>
    programOf(`new cloudplatform.Router("${router}", { projectId: 1, regionId: 2 });`, form);
  const urn = (stackName: string, type: string, name: string) =>
    `urn:pulumi:${stackName}::demo::pulumi-nodejs:dynamic/cloudplatform:${type}::${name}`;
  let created: ReturnType<typeof objects>;

  async function expectNoChanges(stackName: string): Promise<void> {
    await stack.pulumi("preview", "--expect-no-changes", "--stack", stackName);
    await stack.pulumi("refresh", "--preview-only", "--expect-no-changes", "--stack", stackName);
    expect(changes(platform)).toEqual([]);
    expect(objects()).toEqual(created);
  }

  test("rename: with the same change of the program there is no change, and a derived name remains", async () => {
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

  test("move: resources of another stack have no change in both stacks, and are updated and deleted there", async () => {
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
    stack.program(program("core", { threshold: 75 }));
    await stack.up();
    expect(changes(platform)).toEqual([
      ["PUT /cloud/v2/client_quotas/42/notification_threshold", { threshold: 75 }],
    ]);
    await stack.destroy();
    expect(Object.values(objects()).flat()).toEqual([]);
  });
});
