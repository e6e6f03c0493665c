import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/edge-group-membership/handler";
import { planned, plannedCreation, plannedRemoval, type Situation } from "../../../support/plan";

// The steps of a membership. No request is sent.

const recorded = { groupId: 17, clientId: 42 };
const ADD = "POST /fastedge/v1/admin/groups/17/client/42";

describe("the plan of a membership", () => {
  test("adds the client when it is created", async () => {
    expect(await plannedCreation(handler, recorded)).toBe(ADD);
  });

  test.each<[string, Situation["live"], string[]]>([
    ["nothing for a member", recorded, []],
    ["the client again if it is no member", "gone", [ADD]],
    ["the client again if the platform cannot list members", "unreadable", [ADD]],
  ])("adds, in an update, %s", async (_, live = recorded, steps) => {
    expect(await planned(handler, { recorded, live, declared: recorded })).toEqual(steps);
  });

  test("removes the client when it is deleted", async () => {
    expect(await plannedRemoval(handler, recorded)).toEqual([
      "DELETE /fastedge/v1/admin/groups/17/client/42 | removes the object",
    ]);
  });
});
