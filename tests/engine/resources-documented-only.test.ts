import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import type { Result } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { ADMIN_KEY, type Change, changes, unauthorized } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// A deployment that has only the documented operations, and a stack with a resource of each kind beside the router:
// what can be sent is sent, nothing can be read, and the user is told what that means.

let platform: Simulator;
let stack: Stack;

const first = { threshold: 70, month: "March", trigger: "one", groupId: 17, enabled: false };

/** Two requests, so that what is to be said once can be said twice. */
function declare(otherwise: Partial<typeof first> = {}): void {
  const { threshold, month, trigger, groupId, enabled } = { ...first, ...otherwise };
  stack.program(`
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
const early = new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: ${threshold} });
const more = new cloudplatform.QuotaLimitRequest("more", {
  description: "Load test in ${month}",
  requestedLimits: { globalLimits: { projectCountLimit: 10 } },
  waitForDecision: true,
});
new cloudplatform.QuotaLimitRequest("even-more", {
  description: "Another load test in ${month}",
  requestedLimits: { regionalLimits: [{ regionId: 76, ramLimit: 524288 }] },
});
const www = new cloudplatform.CertificateForceRetry("www", { certId: 321, triggers: ["${trigger}"] });
const partner = new cloudplatform.EdgeGroupMembership("partner", { groupId: ${groupId}, clientId: 42 }, { provider: reseller });
const logins = new cloudplatform.ResellerNotificationSettings("logins", {
  resellerId: 8,
  notificationSettingsId: 31,
  enabled: ${enabled},
}, { provider: reseller });
export const { threshold, lastSending } = early;
export const known = pulumi.all([more.requestId, more.status, logins.email]).apply((all) => all.filter((one) => one !== undefined));
export const { outcome } = www;
export const { notificationSettingsId, enabled } = logins;`);
}

/** The changes that were requested. Resources are worked on at the same time, so they are sorted here. */
function sent(): Change[] {
  return changes(platform).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

const THRESHOLD = "/cloud/v2/client_quotas/42/notification_threshold";
const NEW_REQUEST = "POST /cloud/v2/limits_request";
const RETRY = "POST /cdn/sslData/321/force-retry";
const SETTINGS = "/iam/reselling/resellers/8/notification_settings/31";

const requestBodies = (month: string): Change[] => [
  [
    NEW_REQUEST,
    {
      description: `Another load test in ${month}`,
      requested_limits: { regional_limits: [{ region_id: 76, ram_limit: 524288 }] },
    },
  ],
  [
    NEW_REQUEST,
    {
      description: `Load test in ${month}`,
      requested_limits: { global_limits: { project_count_limit: 10 } },
    },
  ],
];

/** The lines that stay, each with how often it was said, without the names of the resources. */
function said({ stdout }: Result): string[] {
  const [, diagnostics = ""] = /\nDiagnostics:\n([\s\S]*?)\n(?=\S)/.exec(stdout) ?? [];
  return diagnostics
    .split("\n")
    .filter((line) => /^ {4}\S/.test(line))
    .map((line) => line.trim())
    .sort();
}

const NO_LIST =
  "warning: this deployment of the platform cannot list quota limit requests: their ids and decisions are not known here, and duplicates are not detected [quota-request-list-unsupported]";
const NO_DECISION =
  "warning: waitForDecision: the id of the quota limit request is not known here, so its decision is not waited for [quota-decision-not-awaited]";
const NO_SETTINGS =
  "warning: this deployment of the platform cannot read or change notification settings: adopted ones are assumed to match the inputs, and only their deletion is sent [notification-settings-change-unsupported]";
const member = (group: number) =>
  `warning: client 42 may still be a member of group ${group}: this deployment of the platform has no operation to remove members, or does not confirm the removal [edge-group-member-may-remain]`;
const STAYS = `the quota limit request stays at the platform: its id is not known here. Ask those who decide it to drop it.`;

describe.each(["json", "html"] as const)("documented operations only, 404s in %s", (unknownPaths) => {
  beforeAll(async () => {
    ({ platform, stack } = await startDeployment(
      { mode: "documented-only", unknownPaths, adminKeys: [ADMIN_KEY] },
      { secrets: { "demo:resellerKey": ADMIN_KEY } },
    ));
    platform.certificates.add({ id: 321, state: "failed" });
    platform.resellers.add({ resellerId: 8, id: 31, email: "boss@example.com" });
  });

  afterAll(() => endDeployment({ platform, stack }));

  beforeEach(() => platform.clearRequests());

  afterEach(() => expect(unauthorized(platform)).toEqual([]));

  test("up sends what is documented, and says once what cannot be done here", async () => {
    declare();
    const up = await stack.up();
    expect(counts(up)).toEqual({ created: 8 });
    expect(sent()).toEqual([
      [RETRY],
      ...requestBodies("March"),
      ["POST /fastedge/v1/admin/groups/17/client/42"],
      [`PUT ${THRESHOLD}`, { threshold: 70 }],
    ]);
    expect(said(up)).toEqual([NO_SETTINGS, NO_LIST, NO_DECISION].sort());
  });

  test("outputs are what is known, and what nobody can tell is left out", async () => {
    expect(await stack.outputs()).toEqual({
      threshold: 70,
      lastSending: null,
      known: [],
      outcome: "started",
      notificationSettingsId: 31,
      enabled: false,
    });
  });

  test("the next up changes nothing and asks the platform nothing", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 8 });
    expect(platform.requests).toEqual([]);
  });

  test("a refresh finds nothing out, and so leaves the state as it is", async () => {
    const before = await stack.export();
    await stack.drift();
    expect(counts(await stack.refresh())).toEqual({ unchanged: 8 });
    expect(resources(await stack.export())).toEqual(resources(before));
    expect(changes(platform)).toEqual([]);
  });

  test("a change is sent; what is replaced and cannot be taken back is told", async () => {
    declare({ threshold: 75, month: "April", trigger: "two", groupId: 18, enabled: true });
    const up = await stack.up();
    expect(counts(up)).toEqual({ updated: 2, replaced: 4, unchanged: 2 });
    expect(sent()).toEqual([
      ["DELETE /fastedge/v1/admin/groups/17/client/42"],
      [RETRY],
      ...requestBodies("April"),
      ["POST /fastedge/v1/admin/groups/18/client/42"],
      [`PUT ${THRESHOLD}`, { threshold: 75 }],
      [`PUT ${SETTINGS}`, { enabled: true }],
    ]);
    expect(said(up)).toEqual([NO_SETTINGS, NO_LIST, NO_DECISION, member(17), STAYS, STAYS].sort());
    expect(await stack.outputs()).toMatchObject({ threshold: 75, outcome: "inProgress", enabled: true });
  });

  test("destroy succeeds, deletes the settings, sets the threshold back, and says what is left", async () => {
    const destroy = await stack.destroy();
    expect(counts(destroy)).toEqual({ deleted: 8 });
    expect(sent()).toEqual([
      [`DELETE ${THRESHOLD}`],
      ["DELETE /fastedge/v1/admin/groups/18/client/42"],
      [`DELETE ${SETTINGS}`],
      [`PUT ${THRESHOLD}`, { threshold: 80 }],
    ]);
    expect(said(destroy)).toEqual(
      [
        "warning: this deployment of the platform has no operation to delete a notification threshold: it is set back to 80, the default [quota-threshold-reset]",
        member(18),
        STAYS,
        STAYS,
      ].sort(),
    );
    expect(resources(await stack.export())).toEqual([]);
    expect(platform.resellers.all()).toEqual([]);
    expect(platform.quotas.threshold(42)?.threshold).toBe(80);
    expect(platform.quotas.requests()).toHaveLength(4);
    expect(platform.edgeGroups.members(18)).toEqual(["42"]);
  });
});

/** What a state holds of its resources, without what the CLI notes of its runs. */
function resources(state: string): object[] {
  const all: Array<Record<"id" | "urn" | "inputs" | "outputs", unknown>> =
    JSON.parse(state).deployment.resources ?? [];
  return all
    .filter(({ urn }) => String(urn).includes("dynamic/cloudplatform"))
    .map(({ id, urn, inputs, outputs }) => ({ id, urn, inputs, outputs }));
}
