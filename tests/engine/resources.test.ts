import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, type Change, changes, KEY, keysUsed, unauthorized } from "../support/platform";
import { counts, type StateResource } from "../support/stack";

// One stack with every resource except the router, from creation to deletion. Each test is the next action of its
// user, or of somebody outside of Pulumi. Two of the resources belong to another account.

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY] },
  { secrets: { "demo:resellerKey": ADMIN_KEY } },
);

/** Texts that must not be in a state or in an output. */
const EMAIL = "oncall@example.com";
const OTHER_EMAIL = "boss@example.com";
const TRIGGER = "record-of-the-domain";

beforeAll(() => {
  platform.certificates.add({ id: 321, state: "failed" });
});

afterEach(() => expect(unauthorized(platform)).toEqual([]));

const first = {
  threshold: 70,
  description: "Load test in March",
  regions: [
    { regionId: 76, cpuCountLimit: 200 },
    { regionId: 4, vmCountLimit: 40 },
  ],
  triggers: [TRIGGER] as string[] | undefined,
  groupId: 17,
  email: EMAIL,
  enabled: true as boolean | undefined,
};

/** Writes the program: the initial inputs with these changes. */
function declare(changes: Partial<typeof first> = {}): void {
  const { threshold, description, regions, triggers, groupId, email, enabled } = {
    ...first,
    ...changes,
  };
  const requestedLimits = { globalLimits: { projectCountLimit: 10 }, regionalLimits: regions };
  stack.program(`
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
const early = new cloudplatform.QuotaNotificationThreshold("early", ${JSON.stringify({ clientId: 42, threshold })});
const more = new cloudplatform.QuotaLimitRequest("more", ${JSON.stringify({ description, requestedLimits })});
const www = new cloudplatform.CertificateForceRetry("www", {
  certId: 321,
  triggers: ${triggers && `${JSON.stringify(triggers)}.map((trigger) => pulumi.secret(trigger))`},
});
const partner = new cloudplatform.EdgeGroupMembership("partner", { groupId: ${groupId}, clientId: 42 }, { provider: reseller });
const logins = new cloudplatform.ResellerNotificationSettings("logins", {
  ...${JSON.stringify({ resellerId: 8, notificationType: "failed_login", enabled })},
  email: pulumi.secret(${JSON.stringify(email)}),
}, { provider: reseller });
export const { threshold, lastSending } = early;
export const { requestId, status } = more;
export const { outcome, message } = www;
export const { groupId } = partner;
export const { notificationSettingsId, enabled } = logins;`);
}

/** The requested changes, sorted because resources are processed at the same time. */
function sentChanges(): Change[] {
  return changes(platform).sort(([one], [other]) => (one < other ? -1 : 1));
}

const THRESHOLD = "PUT /cloud/v2/client_quotas/42/notification_threshold";
const NEW_REQUEST = "POST /cloud/v2/limits_request";
const RETRY = "POST /cdn/sslData/321/force-retry";
const SETTINGS = "/iam/reselling/resellers/8/notification_settings";

const requestBody = (description: string) => ({
  description,
  requested_limits: {
    global_limits: { project_count_limit: 10 },
    regional_limits: [
      { region_id: 76, cpu_count_limit: 200 },
      { region_id: 4, vm_count_limit: 40 },
    ],
  },
});

const settingsBody = (email: string, enabled: boolean) => ({
  email,
  notification_type: "failed_login",
  enabled,
});

const requestId = () => String(platform.quotas.requests().at(-1)?.id);
const settingsId = () => Number(platform.resellers.all().at(-1)?.id);

/** The resources of an exported state, by name. */
function resourcesByName(state: string): Record<string, StateResource> {
  const { resources = [] } = JSON.parse(state).deployment as { resources?: StateResource[] };
  return Object.fromEntries(resources.map((resource) => [resource.urn.split("::").at(-1), resource]));
}

describe("five resources of two accounts, from creation to deletion", () => {
  test("a preview shows all of them without secrets, and sends no request", async () => {
    declare();
    const preview = await stack.preview("--diff");
    expect(counts(preview)).toEqual({ "to create": 7 });
    expect(preview.stdout).toMatch(/email\s*: \[secret\]/);
    expect(preview.output).not.toContain(EMAIL);
    expect(preview.output).not.toContain(TRIGGER);
    expect(platform.requests).toEqual([]);
  });

  test("up creates all of them once, with the key of each account", async () => {
    expect(counts(await stack.up())).toEqual({ created: 7 });
    expect(sentChanges()).toEqual([
      [RETRY],
      [NEW_REQUEST, requestBody("Load test in March")],
      ["POST /fastedge/v1/admin/groups/17/client/42"],
      [`POST ${SETTINGS}`, settingsBody(EMAIL, true)],
      [THRESHOLD, { threshold: 70 }],
    ]);
    expect(keysUsed(platform)).toEqual({ own: ["/cdn", "/cloud"], admin: ["/fastedge", "/iam"] });
    expect(await stack.outputs()).toEqual({
      threshold: 70,
      lastSending: null,
      requestId: Number(requestId()),
      status: "in progress",
      outcome: "started",
      message: "The issuing process has been started.",
      groupId: 17,
      notificationSettingsId: settingsId(),
      enabled: true,
    });
  });

  test("the state contains each object under its id, secrets encrypted, and no key", async () => {
    const state = await stack.export();
    const email = expect.objectContaining({ ciphertext: expect.any(String) });
    const triggers = email;
    expect(resourcesByName(state)).toMatchObject({
      early: { id: "42" },
      more: { id: requestId() },
      www: { id: "321", inputs: { triggers }, outputs: { triggers } },
      partner: { id: "17/42" },
      logins: { id: `8/${settingsId()}`, inputs: { email }, outputs: { email } },
    });
    for (const secret of [EMAIL, TRIGGER, KEY, ADMIN_KEY]) expect(state).not.toContain(secret);
  });

  const second = {
    threshold: 75,
    description: "Load test in April",
    triggers: ["another"],
    groupId: 18,
    email: OTHER_EMAIL,
    enabled: false,
  };

  test("a preview of changes shows updates and replacements", async () => {
    declare(second);
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/~ threshold\s*: 70 => 75/);
    expect(preview.stdout).toMatch(/~ email\s*: \[secret\] => \[secret\]/);
    expect(preview.stdout).toMatch(/~ enabled\s*: true => false/);
    expect(preview.stdout).toMatch(
      /\+-.*QuotaLimitRequest[\s\S]*~ description\s*: "Load test in March" => "Load test in April"/,
    );
    expect(preview.stdout).toMatch(/\+-.*EdgeGroupMembership[\s\S]*~ groupId\s*: 17 => 18/);
    expect(preview.stdout).toMatch(/\+-.*CertificateForceRetry/);
    expect(counts(preview)).toEqual({ "to update": 2, "to replace": 3, unchanged: 2 });
    expect(platform.requests).toEqual([]);
  });

  test("up applies each change with one request, and creates a replacement before it deletes the old object", async () => {
    const old = requestId();
    const up = await stack.up();
    expect(counts(up)).toEqual({ updated: 2, replaced: 3, unchanged: 2 });
    expect(sentChanges()).toEqual([
      [`DELETE /cloud/v2/limits_request/${old}`],
      ["DELETE /fastedge/v1/admin/groups/17/client/42"],
      [RETRY],
      [NEW_REQUEST, requestBody("Load test in April")],
      ["POST /fastedge/v1/admin/groups/18/client/42"],
      [THRESHOLD, { threshold: 75 }],
      [`PUT ${SETTINGS}/${settingsId()}`, settingsBody(OTHER_EMAIL, false)],
    ]);
    const order = changes(platform).map(([call]) => call.split(" ")[0]);
    expect(order.lastIndexOf("POST")).toBeLessThan(order.indexOf("DELETE"));
    expect(await stack.outputs()).toMatchObject({
      threshold: 75,
      requestId: Number(requestId()),
      // The first attempt is still in progress: no error, and no second attempt.
      outcome: "inProgress",
      groupId: 18,
      enabled: false,
    });
  });

  test("changes that the platform makes are not drift: a warning, a decision, an issuance", async () => {
    platform.quotas.mailSent(42, { lastSending: "2026-01-31T12:00:00Z" });
    platform.quotas.approve(requestId());
    platform.certificates.complete(321);
    await stack.drift();
    await stack.refresh();
    expect(resourcesByName(await stack.export())).toMatchObject({
      early: { outputs: { lastSending: "2026-01-31T12:00:00Z" } },
      more: { outputs: { status: "done" } },
      www: { outputs: { outcome: "inProgress" } },
    });
    expect(changes(platform)).toEqual([]);
  });

  const FOREIGN_EMAIL = "stranger@example.com";

  test("a drift check names each field that somebody changed, and changes nothing", async () => {
    platform.quotas.setThreshold(42, 95);
    platform.resellers.change(settingsId(), { email: FOREIGN_EMAIL, enabled: true });
    platform.edgeGroups.remove(18, 42);
    const drift = await failing(stack.drift());
    expect(drift.code).toBe(7);
    expect(drift.stdout).toMatch(/~ threshold\s*: 75 => 95/);
    expect(drift.stdout).toMatch(/~ email\s*: \[secret\] => \[secret\]/);
    expect(drift.stdout).toMatch(/~ enabled\s*: false => true/);
    expect(drift.stdout).toMatch(/- .*EdgeGroupMembership: \(delete\)/);
    expect(changes(platform)).toEqual([]);
  });

  test("after a refresh the preview shows what up will repair, and an address of somebody else is secret, too", async () => {
    expect(counts(await stack.refresh())).toEqual({ updated: 2, deleted: 1, unchanged: 4 });
    expect(await stack.export()).not.toContain(FOREIGN_EMAIL);
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/~ threshold\s*: 95 => 75/);
    expect(preview.stdout).toMatch(/~ enabled\s*: true => false/);
    expect(counts(preview)).toEqual({ "to update": 2, "to create": 1, unchanged: 4 });
    expect(changes(platform)).toEqual([]);
  });

  test("up repairs all drift, and changes nothing else", async () => {
    await stack.up();
    expect(sentChanges()).toEqual([
      ["POST /fastedge/v1/admin/groups/18/client/42"],
      [THRESHOLD, { threshold: 75 }],
      [`PUT ${SETTINGS}/${settingsId()}`, settingsBody(OTHER_EMAIL, false)],
    ]);
    await stack.drift();
  });

  test("destroy leaves only the decided request at the platform, and nothing in the state", async () => {
    const deleted = [`DELETE /cloud/v2/limits_request/${requestId()}`, `DELETE ${SETTINGS}/${settingsId()}`];
    expect(counts(await stack.destroy())).toEqual({ deleted: 7 });
    expect(sentChanges()).toEqual([
      ["DELETE /cloud/v2/client_quotas/42/notification_threshold"],
      [deleted[0]],
      ["DELETE /fastedge/v1/admin/groups/18/client/42"],
      [deleted[1]],
    ]);
    expect(platform.quotas.threshold(42)).toBeUndefined();
    expect(platform.quotas.requests()).toMatchObject([{ status: "done" }]);
    expect(platform.edgeGroups.groups()).toEqual([]);
    expect(platform.resellers.all()).toEqual([]);
    expect(resourcesByName(await stack.export())).toEqual({});
  });
});
