import { beforeAll, expect, test } from "@jest/globals";
import { failing } from "../support/command";
import { useDeployment } from "../support/deployment";
import { ADMIN_KEY, changes, KEY, keysUsed, NETWORK, OFFICE } from "../support/platform";
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

beforeAll(async () => {
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

const routerId = () => platform.routers.all()[0]?.id ?? "";
const requestId = () => String(platform.quotas.requests()[0]?.id);
const settingsId = () => Number(platform.resellers.all()[0]?.id);

/** The resources of the state, by name. */
async function resourcesByName(): Promise<Record<string, StateResource>> {
  const { deployment } = JSON.parse(await stack.export()) as { deployment: { resources: StateResource[] } };
  return Object.fromEntries(deployment.resources.map((one) => [one.urn.split("::").at(-1), one]));
}

test("the state has the resources under their ids, with encrypted secrets, and each account used its key", async () => {
  const preview = await stack.preview("--diff");
  expect(preview.stdout).toMatch(/email\s*: \[secret\]/);
  await stack.up();
  const used = { own: ["/cdn", "/cloud"], admin: ["/fastedge", "/iam"] };
  expect(keysUsed(platform)).toEqual(used);
  const secret = expect.objectContaining({ ciphertext: expect.any(String) });
  expect(await resourcesByName()).toMatchObject({
    edge: { id: routerId() },
    early: { id: "42" },
    more: { id: requestId() },
    www: { id: "321", inputs: { triggers: secret }, outputs: { triggers: secret } },
    partner: { id: "18/42" },
    logins: { id: `8/${settingsId()}`, inputs: { email: secret }, outputs: { email: secret } },
  });
  for (const text of [EMAIL, TRIGGER, KEY, ADMIN_KEY])
    expect(preview.output + (await stack.export())).not.toContain(text);
});

test("what the platform itself changes is no drift: a warning, a decision, an issuance", async () => {
  platform.quotas.mailSent(42, { lastSending: "2026-01-31T12:00:00Z" });
  platform.quotas.approve(requestId());
  platform.certificates.complete(321);
  await stack.drift();
  await stack.refresh();
  expect(await resourcesByName()).toMatchObject({
    early: { outputs: { lastSending: "2026-01-31T12:00:00Z" } },
    more: { outputs: { status: "done" } },
    www: { outputs: { outcome: "started" } },
  });
  expect(changes(platform)).toEqual([]);
});

test("each field that somebody changed is drift, also after a refresh, in which values of secret inputs are secret", async () => {
  const foreign = "stranger@example.com";
  platform.routers.change(routerId(), { name: "hotfix", routes: [], external_gateway_info: null });
  platform.quotas.setThreshold(42, 95);
  platform.resellers.change(settingsId(), { email: foreign, enabled: true });
  platform.edgeGroups.remove(18, 42);
  const drift = await failing(stack.drift());
  expect(drift.code).toBe(7);
  for (const field of [
    /~ name\s*: "edge-router" => "hotfix"/,
    /- externalGatewayInfo\b/,
    /~ routes\s*: \[\s*- \[0\]: \{\s*- destination: "192/,
    /~ threshold\s*: 75 => 95/,
    /~ email\s*: \[secret\] => \[secret\]/,
    /~ enabled\s*: false => true/,
    /- .*EdgeGroupMembership: \(delete\)/,
  ])
    expect(drift.stdout).toMatch(field);
  expect(drift.output).toContain(
    "EdgeGroupMembership 18/42 does not exist any more: it was deleted outside of Pulumi",
  );
  expect(counts(await stack.refresh())).toEqual({ updated: 3, deleted: 1, unchanged: 4 });
  expect(await stack.export()).not.toContain(foreign);
  expect((await stack.preview("--diff")).stdout).toMatch(/~ threshold\s*: 95 => 75/);
  expect(changes(platform)).toEqual([]);
});

test("up repairs the drift and changes nothing else, and destroy leaves the decided request", async () => {
  await stack.up();
  const sent = changes(platform).map(([call]) => call);
  expect(sent.sort()).toEqual([
    "PATCH /cloud/v2/routers/1/2/{id}",
    "POST /fastedge/v1/admin/groups/18/client/42",
    "PUT /cloud/v2/client_quotas/42/notification_threshold",
    `PUT /iam/reselling/resellers/8/notification_settings/${settingsId()}`,
  ]);
  await stack.drift();
  await stack.destroy();
  expect(platform.quotas.requests()).toMatchObject([{ status: "done" }]);
});
