import { describe, expect, test } from "@jest/globals";
import { checkPlatform, clockChecks, deploymentChecks } from "../../../../sdk/src/cli/doctor/platform";
import { RESOURCES } from "../../../support/resource-fixtures";
import { startScriptedServer } from "../../../support/scripted-server";

describe("the clock", () => {
  test.each([
    [29_000, "ok", "within 30s of the platform's"],
    [-29_000, "ok", "within 30s of the platform's"],
    [
      200_400,
      "warning",
      "the local clock is 3m20s ahead of the platform's [clock-differs]. Set the clock, for example with NTP.",
    ],
    [
      -7_200_000,
      "warning",
      "the local clock is 2h behind the platform's [clock-differs]. Set the clock, for example with NTP.",
    ],
  ])("%d ms ahead", (lead, level, text) => {
    expect(clockChecks(lead)).toEqual([{ level, subject: "clock", text }]);
  });

  test("is not checked if no reply has a date", () => {
    expect(clockChecks(undefined)).toEqual([]);
  });
});

describe("the deployment", () => {
  const available = { is: "available" } as const;
  const missing = { is: "missing" } as const;

  test.each([
    [[available, available], "has all operations; `pulumi config set cloudplatform:deployment full` says so"],
    [
      [missing, missing],
      "has only the documented operations; `pulumi config set cloudplatform:deployment documented` says so",
    ],
  ])("the line to set is printed (%#)", (found, text) => {
    expect(deploymentChecks(found)).toEqual([
      { level: "ok", subject: "deployment", text: expect.stringContaining(text) },
    ]);
  });

  test("no line to set is printed if it has some operations, or if the setting is right", () => {
    expect(deploymentChecks([available, missing])).toMatchObject([
      { level: "ok", text: "has some operations" },
    ]);
    expect(deploymentChecks([missing], "documented")).toMatchObject([
      { level: "ok", text: "has only the documented operations" },
    ]);
  });

  test("a setting that is not right is a warning with the line to set", () => {
    expect(deploymentChecks([available, missing], "full")).toEqual([
      {
        level: "warning",
        subject: "deployment",
        text: "cloudplatform:deployment is full, and this deployment has some operations [deployment-differs]. Run `pulumi config set cloudplatform:deployment auto`.",
      },
    ]);
  });

  test("nothing is said if a check was unclear", () => {
    expect(deploymentChecks([available, { is: "unclear", reason: "503" }])).toEqual([]);
  });
});

describe("the platform", () => {
  const settings = (baseUrl: string) => ({
    get: (key: string) => ({ "cloudplatform:apiKey": "a-secret-key", "cloudplatform:baseUrl": baseUrl })[key],
  });

  test("each check has its result, and the date of the replies is compared with the local clock", async () => {
    const date = new Date(Date.now() - 3_600_000).toUTCString();
    const server = await startScriptedServer(({ path }) => {
      const headers = { date };
      if (path.startsWith("/streaming/")) return { headers, body: { count: 0, results: [] } };
      if (path.startsWith("/cloud/v1/routers/"))
        return {
          headers,
          status: 404,
          body: { exception_class: "NotFoundError", message: "no such project" },
        };
      if (path.startsWith("/fastedge/v1/admin/clients"))
        return { headers, status: 403, body: { error: "no" } };
      if (path.startsWith("/cloud/v2/limits_request"))
        return { headers, status: 503, body: { error: "busy" } };
      return { headers, status: 404, body: { message: "no Route matched" } };
    });
    const results = await checkPlatform(settings(server.url));
    await server.close();
    const probed = RESOURCES.filter(({ handler }) => handler.identity?.probe).map(({ name }) => name);
    expect(results.map(({ subject }) => subject)).toEqual(["platform", ...probed, "clock"]);
    expect(Object.fromEntries(results.map(({ subject, level }) => [subject, level]))).toMatchObject({
      platform: "ok",
      Router: "ok",
      QuotaNotificationThreshold: "warning",
      QuotaLimitRequest: "warning",
      EdgeGroupMembership: "warning",
      ResellerNotificationSettings: "warning",
      clock: "warning",
    });
    const texts = Object.fromEntries(results.map(({ subject, text }) => [subject, text]));
    expect(texts.QuotaNotificationThreshold).toBe(
      "this deployment does not have GET /cloud/v2/client_quotas/{client_id}/notification_threshold [operation-missing]. The resource cannot be imported, and a refresh finds no drift.",
    );
    expect(texts.QuotaLimitRequest).toMatch(
      /^GET \/cloud\/v2\/limits_request could not be checked: .*503.* \[operation-unclear\]\. Run the command again\.$/,
    );
    expect(texts.EdgeGroupMembership).toBe(
      "the key has no access to GET /fastedge/v1/admin/clients (403) [operation-refused]. If the stack has this resource, give it a Provider with another key.",
    );
    expect(texts.clock).toMatch(/^the local clock is (59m\d+s|1h.*) ahead of the platform's/);
    expect(server.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("another server is a problem, and its operations are not checked", async () => {
    const server = await startScriptedServer(() => ({ body: { hello: "world" } }));
    const results = await checkPlatform(settings(server.url));
    await server.close();
    expect(results.map(({ level, subject }) => [level, subject])).toEqual([
      ["problem", "platform"],
      ["ok", "clock"],
    ]);
    expect(results[0]?.text).toContain("does not answer as the platform's API: GET /streaming/ai/tasks");
    expect(server.requests).toHaveLength(1);
  });
});
