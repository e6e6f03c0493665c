import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/reseller-notification-settings/handler";
import { planned, plannedCreation, plannedRemoval, type Situation } from "../../../support/plan";

// The steps of notification settings. No request is sent.

const declared = {
  resellerId: 5,
  email: "ops@example.com",
  notificationType: "failed_login",
  enabled: true,
};
const recorded = { ...declared, notificationSettingsId: 9 };
const PATH = "/iam/reselling/resellers/5/notification_settings";
const put = (email: string, enabled = true) =>
  `PUT ${PATH}/9 {"email":"${email}","notification_type":"failed_login","enabled":${enabled}} | touches email, notificationType, enabled`;

describe("the plan of notification settings", () => {
  test("creates them", async () => {
    expect(await plannedCreation(handler, { ...declared, ifExists: "adopt" })).toBe(
      `POST ${PATH} {"email":"ops@example.com","notification_type":"failed_login","enabled":true}`,
    );
  });

  test("uses those that the inputs name", async () => {
    expect(await plannedCreation(handler, { resellerId: 5, notificationSettingsId: 9 })).toBe("uses 5/9");
  });

  test.each<[string, Omit<Situation, "recorded">, string[]]>([
    ["sends nothing if nothing differs", { declared }, []],
    [
      "sends nothing for the same address in other letters",
      { declared: { ...declared, email: "OPS@EXAMPLE.COM" } },
      [],
    ],
    [
      "sends them whole if one input differs",
      { declared: { ...declared, email: "new@example.com" } },
      [put("new@example.com")],
    ],
    [
      "sends with a change what others have changed, and no declared value that the state has",
      { live: { ...recorded, enabled: false }, declared: { ...declared, email: "new@example.com" } },
      [put("new@example.com", false)],
    ],
    [
      "sends what differs from the state also if a read, which may be old, shows it already",
      {
        live: { ...recorded, email: "new@example.com" },
        declared: { ...declared, email: "new@example.com" },
      },
      [put("new@example.com", true)],
    ],
    [
      "sends to settings that cannot be read what differs from the state",
      { live: "unreadable", declared: { ...declared, enabled: false } },
      [put("ops@example.com", false)],
    ],
    [
      "is an error for settings that are gone",
      { live: "gone", declared: { ...declared, enabled: false } },
      ["throws notification-settings-not-found"],
    ],
    [
      "is an error for adopted settings that are gone",
      { live: "gone", declared: { ...declared, notificationSettingsId: 9, enabled: false } },
      ["throws notification-settings-nothing-to-adopt"],
    ],
  ])("%s", async (_, situation, steps) => {
    expect(await planned(handler, { recorded, ...situation })).toEqual(steps);
  });

  test("deletes them", async () => {
    expect(await plannedRemoval(handler, recorded)).toEqual([`DELETE ${PATH}/9 | removes the object`]);
  });
});
