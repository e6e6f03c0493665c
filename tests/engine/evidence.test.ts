import { describe, expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { changes } from "../support/platform";
import { failureOf } from "../support/until";

// What a gateway says in place of the API proves nothing: with the real CLI, nothing is created, forgotten or overwritten because of it.

const PROGRAM = `
const place = { projectId: 1, regionId: 2 };
new cloudplatform.Router("edge", { ...place, name: "edge-router" });
new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 4711 });
new cloudplatform.QuotaLimitRequest("more", {
  description: "More routers",
  requestedLimits: { globalLimits: { projectCountLimit: 20 } },
});
new cloudplatform.ResellerNotificationSettings("logins", {
  resellerId: 8, email: "oncall@example.com", notificationType: "failed_login",
});`;

/** A page of a gateway in place of each area of the API, while the rest answers. */
const AREAS = ["/cloud/", "/fastedge/", "/iam/"];

const idsIn = (resources: Array<{ id?: string | undefined }>) => resources.map(({ id }) => id).sort();

describe("a stack with one resource of each kind, and a gateway that answers 404 in place of an area", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 });

  test("keeps its resources in a refresh and in a destroy, which names what it could not delete", async () => {
    stack.program(PROGRAM);
    expect((await stack.up()).code).toBe(0);
    const before = idsIn(await stack.resources());
    for (const area of AREAS) platform.faults.add(`html:code=404@* ${area}*`);
    await stack.refresh();
    expect(idsIn(await stack.resources())).toEqual(before);
    const { message } = await failureOf(stack.destroy());
    expect(message).toMatch(
      /\[(edge-group-member-remains|operation-not-confirmed|quota-request-not-withdrawn)\]/,
    );
    expect(idsIn(await stack.resources())).toEqual(before);
    expect(platform.routers.all()).toHaveLength(1);
    expect(platform.edgeGroups.members(17)).toEqual(["4711"]);
    expect(platform.quotas.requests()).toHaveLength(1);
    expect(platform.resellers.all()).toHaveLength(1);
    platform.faults.clear();
    expect((await stack.destroy()).code).toBe(0);
    expect(await stack.resources()).toEqual([]);
    expect(platform.edgeGroups.members(17)).toEqual([]);
  }, 240_000);

  test("creates nothing where it cannot look first", async () => {
    stack.program(PROGRAM.replace(/new cloudplatform.EdgeGroupMembership.*/, ""));
    for (const area of ["/cloud/", "/v1/"]) platform.faults.add(`html:code=404@GET ${area}*`);
    const { message } = await failureOf(stack.up());
    platform.faults.clear();
    expect(message).toContain("but nothing of this area of the API has answered [operation-not-confirmed]");
    expect(platform.routers.all()).toEqual([]);
    expect(platform.quotas.requests()).toEqual([]);
    expect(changes(platform).filter(([call]) => call.includes("/cloud/"))).toEqual([]);
    expect((await stack.up()).code).toBe(0);
    expect(platform.routers.all()).toHaveLength(1);
    expect((await stack.destroy()).code).toBe(0);
  }, 240_000);
});

describe("a deployment with only the documented operations", () => {
  const { platform, stack } = useDeployment(
    { taskTime: 0, mode: "documented-only" },
    { config: { "cloudplatform:deployment": "documented" } },
  );

  test("is used without one other request, and the destroy says what stays", async () => {
    stack.program(PROGRAM.replace(/new cloudplatform.(Router|ResellerNotificationSettings)\([^;]*;/g, ""));
    expect((await stack.up()).code).toBe(0);
    const { code, stdout, stderr } = await stack.destroy();
    expect(code).toBe(0);
    expect(`${stdout}${stderr}`).toContain("[edge-group-member-may-remain]");
    expect(await stack.resources()).toEqual([]);
    expect(new Set(platform.requests.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set([
        "POST /fastedge/v1/admin/groups/17/client/4711",
        "POST /cloud/v2/limits_request",
        "GET /streaming/ai/tasks",
        "GET /v1/tasks/00000000-0000-0000-0000-000000000000",
      ]),
    );
  }, 240_000);
});
