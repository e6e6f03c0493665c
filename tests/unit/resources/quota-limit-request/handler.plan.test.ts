import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/quota-limit-request/handler";
import { planned, plannedCreation, plannedRemoval, type Situation } from "../../../support/plan";

// The steps of a limit request. No request is sent.

const wish = {
  description: "More projects",
  requestedLimits: { globalLimits: { projectCountLimit: 40 } },
};
const recorded = { ...wish, requestId: 7, status: "in progress" };
const WAIT = "waits for the decision on a quota limit request";

describe("the plan of a limit request", () => {
  test("sends description and limits when it is created", async () => {
    expect(await plannedCreation(handler, { ...wish, waitForDecision: true })).toBe(
      'POST /cloud/v2/limits_request {"description":"More projects","requested_limits":{"global_limits":{"project_count_limit":40}}}',
    );
  });

  test.each<[string, Omit<Situation, "recorded">, string[]]>([
    ["sends nothing in an update", { declared: wish }, []],
    [
      "waits for the decision if the program asks for it",
      { declared: { ...wish, waitForDecision: true } },
      [WAIT],
    ],
    [
      "waits for the decision also if requests cannot be listed",
      { live: "unreadable", declared: { ...wish, waitForDecision: true } },
      [WAIT],
    ],
    [
      "does not wait any more if the program no longer asks for it",
      { before: { ...wish, waitForDecision: true }, declared: wish },
      [],
    ],
  ])("%s", async (_, situation, steps) => {
    expect(await planned(handler, { recorded, ...situation })).toEqual(steps);
  });

  test("withdraws it when it is deleted", async () => {
    expect(await plannedRemoval(handler, recorded)).toEqual([
      "DELETE /cloud/v2/limits_request/7 | removes the object",
    ]);
  });

  test("leaves a request whose id is not known, and says so", async () => {
    expect(await plannedRemoval(handler, wish)).toEqual([
      "says: the quota limit request stays at the platform: its id is not known here. Ask those who decide it to drop it.",
    ]);
  });
});
