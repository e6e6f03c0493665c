import { afterEach, describe, expect, test } from "@jest/globals";
import type { SimulatorOptions } from "../../../../simulator/src";
import { logLines, requestsWithQuery } from "../../../support/handler-setup";
import { PROBE } from "../../../support/scripted-server";
import { failureOf } from "../../../support/until";
import { ALL, LOGINS, setUp, setUpInOneProgram, tearDown } from "./setup";

// A deployment that can delete notification settings, and has no other operation for them.

afterEach(tearDown);

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const ONE = `${ALL}/31`;
const BELIEVED =
  "warning: this deployment of the platform cannot read or change notification settings: adopted ones are assumed to match the inputs, and only their deletion is sent [notification-settings-change-unsupported]";

async function startSettings(options: SimulatorOptions) {
  const started = await setUp(options);
  started.platform.resellers.add({ resellerId: 8, id: 31, email: "office@example.com" });
  return started;
}

describe.each([
  ["json", "Not Found"],
  ["html", 'an HTML page came back, titled "404 Not Found"'],
] as const)("on a deployment with only the documented operations, and 404s in %s", (unknownPaths, reason) => {
  const documentedOnly = { mode: "documented-only", unknownPaths } as const;
  const startDocumentedOnly = () => startSettings(documentedOnly);

  test("settings cannot be created: one sentence says so, and that existing ones can be adopted", async () => {
    const { platform, resource } = await startDocumentedOnly();
    expect((await failureOf(resource.up(LOGINS))).message).toBe(
      "this deployment of the platform cannot create notification settings, or there is no reseller 8 " +
        `(POST ${ALL} was answered 404: ${reason}) [notification-settings-creation-unsupported]. ` +
        "Create them by other means and declare their number as notificationSettingsId: they are then adopted.",
    );
    expect(logLines(resource)).toEqual([
      "warning: this deployment of the platform cannot list notification settings, so duplicates are not detected [notification-settings-list-unsupported]",
    ]);
    expect(resource.state).toBeUndefined();
    expect(platform.resellers.all()).toHaveLength(1);
  });

  test("a change is recorded without a request, and a log line says so", async () => {
    const { resource } = await startDocumentedOnly();
    await resource.up({ ...ADOPTED, enabled: false });
    resource.engine.logs.length = 0;
    expect(await resource.up({ ...ADOPTED, enabled: true })).toBe("update");
    expect(resource.outputs).toEqual({ ...ADOPTED, enabled: true });
    expect(logLines(resource)).toEqual([BELIEVED]);
  });

  test("each log line is printed once in a run, however many settings there are", async () => {
    const { one, other } = await setUpInOneProgram(documentedOnly);
    await Promise.all([one.up(ADOPTED), other.up({ ...ADOPTED, notificationSettingsId: 32 })]);
    expect(logLines(one)).toEqual([BELIEVED]);
  });

  test("removed inputs are removed from the state", async () => {
    const { resource } = await startDocumentedOnly();
    await resource.up({ ...ADOPTED, email: "desk@example.com", enabled: true });
    await resource.up({ ...ADOPTED, enabled: true });
    expect(await resource.up({ ...ADOPTED, enabled: true })).toBe("same");
  });

  test("destroy sends the documented DELETE", async () => {
    const { platform, resource } = await startDocumentedOnly();
    await resource.up(ADOPTED);
    platform.clearRequests();
    await resource.destroy();
    expect(requestsWithQuery(platform)).toEqual([`DELETE ${ONE}`, PROBE]);
    expect(platform.requests[0]?.body).toBeUndefined();
    expect(platform.resellers.all()).toEqual([]);
    expect(resource.state).toBeUndefined();
  });
});
