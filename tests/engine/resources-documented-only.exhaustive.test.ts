import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import type { Result } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { ADMIN_KEY, type Change, changes, unauthorized } from "../support/platform";
import { counts, type Stack } from "../support/stack";

// A deployment with only the documented operations, and a stack with every resource. The requests are sent, nothing can
// be read, and log lines tell the user about it. Of routers the deployment has only the update.

let platform: Simulator;
let stack: Stack;

let routerId: string;

const first = { threshold: 70, month: "March", trigger: "one", groupId: 17, enabled: false };

/** There are two requests, so that a line which must be printed for each resource occurs twice. */
function declare(changes: Partial<typeof first> = {}): void {
  const { threshold, month, trigger, groupId, enabled } = { ...first, ...changes };
  stack.program(`
const config = new pulumi.Config();
const reseller = new cloudplatform.Provider("reseller", { apiKey: config.requireSecret("resellerKey") });
const edge = new cloudplatform.Router("edge", { projectId: 1, regionId: 2, routerId: "${routerId}", name: "edge-in-${month}" });
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
export const { name } = edge;
export const { threshold, lastSending } = early;
export const known = pulumi.all([more.requestId, more.status, logins.email]).apply((all) => all.filter((one) => one !== undefined));
export const { outcome } = www;
export const { notificationSettingsId, enabled } = logins;`);
}

/** The requested changes, sorted because resources are processed at the same time. */
function sentChanges(): Change[] {
  return changes(platform).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

const THRESHOLD = "/cloud/v2/client_quotas/42/notification_threshold";
const NEW_REQUEST = "POST /cloud/v2/limits_request";
const PATCH = "PATCH /cloud/v2/routers/1/2/{id}";
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

/** The log lines without the names of resources, with their number. */
function logLines({ stdout }: Result): string[] {
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
const REMAINS = `the quota limit request stays at the platform: its id is not known here. Ask those who decide it to drop it.`;

describe.each(["json", "html"] as const)("documented operations only, and 404s in %s", (unknownPaths) => {
  beforeAll(async () => {
    ({ platform, stack } = await startDeployment(
      { mode: "documented-only", unknownPaths, adminKeys: [ADMIN_KEY] },
      { secrets: { "demo:resellerKey": ADMIN_KEY } },
    ));
    routerId = platform.routers.add({ projectId: 1, regionId: 2, name: "by-hand" }).id;
    platform.certificates.add({ id: 321, state: "failed" });
    platform.resellers.add({ resellerId: 8, id: 31, email: "boss@example.com" });
  });

  afterAll(() => endDeployment({ platform, stack }));

  beforeEach(() => platform.clearRequests());

  afterEach(() => expect(unauthorized(platform)).toEqual([]));

  test("up sends the documented requests, and prints once what the deployment cannot do", async () => {
    declare();
    const up = await stack.up();
    expect(counts(up)).toEqual({ created: 9 });
    expect(sentChanges()).toEqual([
      [PATCH, { name: "edge-in-March" }],
      [RETRY],
      ...requestBodies("March"),
      ["POST /fastedge/v1/admin/groups/17/client/42"],
      [`PUT ${THRESHOLD}`, { threshold: 70 }],
    ]);
    expect(logLines(up)).toEqual([NO_SETTINGS, NO_LIST, NO_DECISION].sort());
  });

  test("outputs contain the known values, and omit the others", async () => {
    expect(await stack.outputs()).toEqual({
      name: "edge-in-March",
      threshold: 70,
      lastSending: null,
      known: [],
      outcome: "started",
      notificationSettingsId: 31,
      enabled: false,
    });
  });

  test("the next up changes nothing and sends no request", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: 9 });
    expect(platform.requests).toEqual([]);
  });

  test("a refresh leaves the state unchanged", async () => {
    const before = await stack.export();
    await stack.drift();
    expect(counts(await stack.refresh())).toEqual({ unchanged: 9 });
    expect(resources(await stack.export())).toEqual(resources(before));
    expect(changes(platform)).toEqual([]);
  });

  test("a change is sent; a replaced object that cannot be deleted is reported", async () => {
    declare({ threshold: 75, month: "April", trigger: "two", groupId: 18, enabled: true });
    const up = await stack.up();
    expect(counts(up)).toEqual({ updated: 3, replaced: 4, unchanged: 2 });
    expect(sentChanges()).toEqual([
      ["DELETE /fastedge/v1/admin/groups/17/client/42"],
      [PATCH, { name: "edge-in-April" }],
      [RETRY],
      ...requestBodies("April"),
      ["POST /fastedge/v1/admin/groups/18/client/42"],
      [`PUT ${THRESHOLD}`, { threshold: 75 }],
      [`PUT ${SETTINGS}`, { enabled: true }],
    ]);
    expect(logLines(up)).toEqual([NO_SETTINGS, NO_LIST, NO_DECISION, member(17), REMAINS, REMAINS].sort());
    expect(await stack.outputs()).toMatchObject({ threshold: 75, outcome: "inProgress", enabled: true });
  });

  test("destroy succeeds, deletes the settings, resets the threshold, and reports what remains", async () => {
    const destroy = await stack.destroy();
    expect(counts(destroy)).toEqual({ deleted: 9 });
    expect(sentChanges()).toEqual([
      [`DELETE ${THRESHOLD}`],
      ["DELETE /fastedge/v1/admin/groups/18/client/42"],
      [`DELETE ${SETTINGS}`],
      [`PUT ${THRESHOLD}`, { threshold: 80 }],
    ]);
    expect(logLines(destroy)).toEqual(
      [
        "warning: this deployment of the platform has no operation to delete a notification threshold: it is set back to 80, the default [quota-threshold-reset]",
        member(18),
        REMAINS,
        REMAINS,
        `Router ${routerId} stays at the platform: it was adopted (routerId), not created here`,
      ].sort(),
    );
    expect(resources(await stack.export())).toEqual([]);
    expect(platform.routers.get(routerId)?.name).toBe("edge-in-April");
    expect(platform.resellers.all()).toEqual([]);
    expect(platform.quotas.threshold(42)?.threshold).toBe(80);
    expect(platform.quotas.requests()).toHaveLength(4);
    expect(platform.edgeGroups.members(18)).toEqual(["42"]);
  });
});

/** The resources in the state, without the times that the CLI adds. */
function resources(state: string): object[] {
  const all: Array<Record<"id" | "urn" | "inputs" | "outputs", unknown>> =
    JSON.parse(state).deployment.resources ?? [];
  return all
    .filter(({ urn }) => String(urn).includes("dynamic/cloudplatform"))
    .map(({ id, urn, inputs, outputs }) => ({ id, urn, inputs, outputs }));
}
