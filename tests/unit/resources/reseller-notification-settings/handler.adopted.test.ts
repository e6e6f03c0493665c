import { describe, expect, test } from "@jest/globals";
import type { SimulatorOptions } from "../../../../simulator/src";
import { logLines, requestsWithQuery } from "../../../support/handler-setup";
import { changes } from "../../../support/platform";
import { failureOf } from "../../../support/until";
import { ALL, isRead, LOGINS, missing, setUp, setUpFaulty, setUpScripted, startCreated } from "./setup";

// Existing settings that are declared by their id.

const ADOPTED = { resellerId: 8, notificationSettingsId: 31 };
const ONE = `${ALL}/31`;
/** The settings at the platform. */
const RECORD = { email: "office@example.com", notification_type: "deletion_request", enabled: true } as const;
const KNOWN = {
  ...ADOPTED,
  email: "office@example.com",
  notificationType: "deletion_request",
  enabled: true,
};

async function startWithSettings(options: SimulatorOptions = {}) {
  const started = await setUp(options);
  started.platform.resellers.add({ resellerId: 8, id: 31, ...RECORD });
  return started;
}

describe("adopting settings", () => {
  test("reads them and changes nothing if no input is declared", async () => {
    const { platform, resource } = await startWithSettings();
    expect(await resource.up(ADOPTED)).toBe("create");
    expect(requestsWithQuery(platform)).toEqual([`GET ${ONE}`]);
    expect(resource.state?.id).toBe("8/31");
    expect(resource.outputs).toEqual(KNOWN);
    expect(logLines(resource)).toEqual([]);
  });

  test.each<[string, object, object]>([
    ["email", { email: "oncall@example.com" }, { email: "oncall@example.com" }],
    ["notificationType", { notificationType: "failed_login" }, { notification_type: "failed_login" }],
    ["enabled", { enabled: false }, { enabled: false }],
  ])(
    "changes only the declared %s: the settings are sent as a whole, with the other values unchanged",
    async (_, declared, sent) => {
      const { platform, resource } = await startWithSettings();
      await resource.up({ ...ADOPTED, ...declared });
      expect(requestsWithQuery(platform)).toEqual([`GET ${ONE}`, `PUT ${ONE}`, `GET ${ONE}`]);
      expect(changes(platform)).toEqual([[`PUT ${ONE}`, { ...RECORD, ...sent }]]);
      expect(resource.outputs).toEqual({ ...KNOWN, ...declared });
    },
  );

  test("sends fields back as they are that the package does not know", async () => {
    const sent: unknown[] = [];
    const { resource } = await setUpScripted(({ method, body }) => {
      if (method === "PUT") sent.push(JSON.parse(body));
      return {
        body: {
          id: 31,
          reseller: 8,
          ...RECORD,
          ...(sent[0] as object),
          languageCode: "de",
          quiet_hours: [22, 6],
        },
      };
    });
    await resource.up({ ...ADOPTED, enabled: false });
    expect(sent).toEqual([{ ...RECORD, enabled: false, languageCode: "de", quiet_hours: [22, 6] }]);
    expect(resource.outputs).toEqual({ ...KNOWN, enabled: false });
  });

  test("sends nothing if all declared values are the same", async () => {
    const { platform, resource } = await startWithSettings();
    const { resellerId: _, ...declared } = KNOWN;
    await resource.up({ resellerId: 8, ...declared });
    expect(changes(platform)).toEqual([]);
  });

  test("that do not exist fails, and the state is empty", async () => {
    const { platform, resource } = await startWithSettings();
    const error = await failureOf(resource.up({ ...ADOPTED, notificationSettingsId: 32, enabled: false }));
    expect(error.message).toBe(
      "there are no notification settings 32 of reseller 8 [notification-settings-nothing-to-adopt]. Check resellerId and notificationSettingsId; " +
        "omit notificationSettingsId to create settings.",
    );
    expect(changes(platform)).toEqual([]);
    expect(resource.state).toBeUndefined();
  });

  test("uses the list if single settings cannot be read", async () => {
    const { platform, resource } = await setUpFaulty((request) => (isRead(request) ? missing : undefined));
    platform.resellers.add({ resellerId: 8, id: 31, ...RECORD });
    await resource.up({ ...ADOPTED, enabled: false });
    expect(changes(platform)).toEqual([[`PUT ${ONE}`, { ...RECORD, enabled: false }]]);
    await resource.refresh();
    expect(resource.outputs).toEqual({ ...KNOWN, enabled: false });
    platform.resellers.delete(31);
    await resource.refresh();
    expect(resource.state).toBeUndefined();
  });
});

describe("adopted settings", () => {
  test("are changed in declared inputs only, also by later updates", async () => {
    const { platform, resource } = await startWithSettings();
    await resource.up(ADOPTED);
    platform.resellers.change(31, { email: "desk@example.com" });
    platform.clearRequests();
    expect(await resource.up({ ...ADOPTED, enabled: false })).toBe("update");
    expect(changes(platform)).toEqual([
      [`PUT ${ONE}`, { ...RECORD, email: "desk@example.com", enabled: false }],
    ]);
    expect(resource.outputs.email).toBe("desk@example.com");
  });

  test("are replaced by other settings if notificationSettingsId changes", async () => {
    const { platform, resource } = await startWithSettings();
    platform.resellers.add({ resellerId: 8, id: 32, email: "desk@example.com" });
    await resource.up(ADOPTED);
    expect(await resource.up({ ...ADOPTED, notificationSettingsId: 32 })).toBe("replace");
    expect(resource.state?.id).toBe("8/32");
    expect(platform.resellers.all()).toMatchObject([{ id: 32 }]);
  });
});

test("removed inputs are removed from the state also if the deployment can only delete settings", async () => {
  const { resource } = await startWithSettings({ mode: "documented-only" });
  await resource.up({ ...ADOPTED, email: "desk@example.com", enabled: true });
  await resource.up({ ...ADOPTED, enabled: true });
  expect(await resource.up({ ...ADOPTED, enabled: true })).toBe("same");
});

describe("settings that the resource has created", () => {
  test("may be declared by their id later: nothing is replaced or sent", async () => {
    const { platform, resource, id } = await startCreated();
    expect(await resource.up({ ...LOGINS, notificationSettingsId: id })).toBe("update");
    expect(changes(platform)).toEqual([]);
    expect(await resource.up({ ...LOGINS, notificationSettingsId: id })).toBe("same");
  });
});
