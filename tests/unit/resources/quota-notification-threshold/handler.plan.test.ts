import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/quota-notification-threshold/handler";
import { planned, plannedCreation, plannedRemoval, type Situation } from "../../../support/plan";

// The steps of a threshold. No request is sent.

const recorded = { clientId: 42, threshold: 75, lastMessage: null, lastSending: null };
const declared = { clientId: 42, threshold: 75 };
const PATH = "/cloud/v2/client_quotas/42/notification_threshold";

describe("the plan of a threshold", () => {
  test("sets it when it is created", async () => {
    expect(await plannedCreation(handler, declared)).toBe(`PUT ${PATH} {"threshold":75} | touches threshold`);
  });

  test("sets a declared message with all parts", async () => {
    const message = { regionalQuotas: [{ regionId: 1 }] };
    expect(await plannedCreation(handler, { ...declared, lastMessage: message })).toBe(
      `PUT ${PATH} {"threshold":75,"last_message":{"global_quotas":{},"regional_quotas":[{"region_id":1}]}} | touches threshold`,
    );
  });

  test.each<[string, Omit<Situation, "recorded">, string[]]>([
    ["sets nothing if the threshold is as declared", { declared }, []],
    [
      "sets a changed threshold",
      { declared: { ...declared, threshold: 90 } },
      [`PUT ${PATH} {"threshold":90} | touches threshold`],
    ],
    ["sets nothing if only the message changes", { declared: { ...declared, lastSending: null } }, []],
    [
      "sets the message together with a changed threshold",
      { declared: { clientId: 42, threshold: 90, lastSending: null } },
      [`PUT ${PATH} {"threshold":90,"last_sending":null} | touches threshold`],
    ],
    [
      "sets a threshold that may be another one after an unfinished operation",
      { declared, touched: ["threshold"] },
      [`PUT ${PATH} {"threshold":75} | touches threshold`],
    ],
    [
      "sets a changed threshold that the platform cannot show",
      { live: "unreadable", declared: { ...declared, threshold: 90 } },
      [`PUT ${PATH} {"threshold":90} | touches threshold`],
    ],
  ])("%s", async (_, situation, steps) => {
    expect(await planned(handler, { recorded, ...situation })).toEqual(steps);
  });

  test("deletes it when it is deleted", async () => {
    expect(await plannedRemoval(handler, recorded)).toEqual([
      `DELETE ${PATH} | touches threshold | removes the object`,
    ]);
  });
});
