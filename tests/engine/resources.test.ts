import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY, keysUsed, NETWORK, OFFICE, unauthorized } from "../support/platform";
import { counts, type StateResource } from "../support/stack";

// Resources of two accounts, some with secret inputs, and what somebody else changes: the platform itself, or a person.
// every-resource.test.ts has the changes of the program.

const { platform, stack } = useDeployment(
  { adminKeys: [ADMIN_KEY], taskTime: 0 },
  { secrets: { "demo:resellerKey": ADMIN_KEY } },
);

/** Texts that must not be in a state or in an output. */
const EMAIL = "oncall@example.com";
const TRIGGER = "record-of-the-domain";

beforeAll(() => {
  platform.certificates.add({ id: 321, state: "failed" });
  stack.program(`
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
new cloudplatform.Router("edge", {
  projectId: 1,
  regionId: 2,
  name: "edge-router",
  externalGatewayInfo: { networkId: "${NETWORK}" },
  interfaces: [{ subnetId: "${OFFICE}" }],
  routes: [{ destination: "192.168.1.0/24", nexthop: "10.0.1.9" }],
});
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 75 });
new cloudplatform.QuotaLimitRequest("more", {
  description: "Load test",
  requestedLimits: { globalLimits: { projectCountLimit: 10 } },
});
new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: [pulumi.secret("${TRIGGER}")] });
new cloudplatform.EdgeGroupMembership("partner", { groupId: 18, clientId: 42 }, { provider: reseller });
new cloudplatform.ResellerNotificationSettings("logins", {
  resellerId: 8,
  notificationType: "failed_login",
  enabled: false,
  email: pulumi.secret("${EMAIL}"),
}, { provider: reseller });`);
});

afterEach(() => expect(unauthorized(platform)).toEqual([]));

const routerId = () => platform.routers.all()[0]?.id ?? "";
const requestId = () => String(platform.quotas.requests()[0]?.id);
const settingsId = () => Number(platform.resellers.all()[0]?.id);

/** The resources of an exported state, by name. */
function resourcesByName(state: string): Record<string, StateResource> {
  const { resources = [] } = JSON.parse(state).deployment as { resources?: StateResource[] };
  return Object.fromEntries(resources.map((resource) => [resource.urn.split("::").at(-1), resource]));
}

describe("six resources of two accounts", () => {
  test("are created with the key of each account, and are in the state under their ids, with encrypted secrets", async () => {
    const preview = await stack.preview("--diff");
    expect(preview.stdout).toMatch(/email\s*: \[secret\]/);
    for (const secret of [EMAIL, TRIGGER]) expect(preview.output).not.toContain(secret);
    expect(changes(platform)).toEqual([]);
    expect(counts(await stack.up())).toEqual({ created: 8 });
    const used = { own: ["/cdn", "/cloud", "/streaming"], admin: ["/fastedge", "/iam"] };
    expect(keysUsed(platform)).toEqual(used);
    const state = await stack.export();
    const secret = expect.objectContaining({ ciphertext: expect.any(String) });
    expect(resourcesByName(state)).toMatchObject({
      edge: { id: routerId() },
      early: { id: "42" },
      more: { id: requestId() },
      www: { id: "321", inputs: { triggers: secret }, outputs: { triggers: secret } },
      partner: { id: "18/42" },
      logins: { id: `8/${settingsId()}`, inputs: { email: secret }, outputs: { email: secret } },
    });
    for (const secret of [EMAIL, TRIGGER, KEY, ADMIN_KEY]) expect(state).not.toContain(secret);
  });

  test("have no drift if the platform itself changes them: a warning, a decision, an issuance", async () => {
    platform.quotas.mailSent(42, { lastSending: "2026-01-31T12:00:00Z" });
    platform.quotas.approve(requestId());
    platform.certificates.complete(321);
    await stack.drift();
    await stack.refresh();
    expect(resourcesByName(await stack.export())).toMatchObject({
      early: { outputs: { lastSending: "2026-01-31T12:00:00Z" } },
      more: { outputs: { status: "done" } },
      www: { outputs: { outcome: "started" } },
    });
    expect(changes(platform)).toEqual([]);
  });

  test("have drift in each field that somebody changed, also after a refresh, in which values of secret inputs are secret", async () => {
    const foreign = "stranger@example.com";
    platform.routers.change(routerId(), { name: "hotfix", routes: [], external_gateway_info: null });
    platform.quotas.setThreshold(42, 95);
    platform.resellers.change(settingsId(), { email: foreign, enabled: true });
    platform.edgeGroups.remove(18, 42);
    const drift = await failing(stack.drift());
    expect(drift.code).toBe(7);
    expect(drift.stdout).toMatch(/~ name\s*: "edge-router" => "hotfix"/);
    expect(drift.stdout).toMatch(/- externalGatewayInfo\b/);
    expect(drift.stdout).toMatch(/~ routes\s*: \[\s*- \[0\]: \{\s*- destination: "192/);
    expect(drift.stdout).toMatch(/~ threshold\s*: 75 => 95/);
    expect(drift.stdout).toMatch(/~ email\s*: \[secret\] => \[secret\]/);
    expect(drift.stdout).toMatch(/~ enabled\s*: false => true/);
    expect(drift.stdout).toMatch(/- .*EdgeGroupMembership: \(delete\)/);
    expect(counts(await stack.refresh())).toEqual({ updated: 3, deleted: 1, unchanged: 4 });
    expect(await stack.export()).not.toContain(foreign);
    expect((await stack.preview("--diff")).stdout).toMatch(/~ threshold\s*: 95 => 75/);
    expect(changes(platform)).toEqual([]);
  });

  test("are repaired by up, which changes nothing else", async () => {
    await stack.up();
    const sent = changes(platform).map(([call]) => call);
    expect(sent.sort()).toEqual([
      "PATCH /cloud/v2/routers/1/2/{id}",
      "POST /fastedge/v1/admin/groups/18/client/42",
      "PUT /cloud/v2/client_quotas/42/notification_threshold",
      `PUT /iam/reselling/resellers/8/notification_settings/${settingsId()}`,
    ]);
    await stack.drift();
  });

  test("are deleted by destroy, except for the decided request", async () => {
    expect(counts(await stack.destroy())).toEqual({ deleted: 8 });
    expect(platform.quotas.requests()).toMatchObject([{ status: "done" }]);
  });
});
