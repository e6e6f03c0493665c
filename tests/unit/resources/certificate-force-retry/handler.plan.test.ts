import { describe, expect, test } from "@jest/globals";
import { handler } from "../../../../sdk/src/resources/certificate-force-retry/handler";
import { planned, plannedCreation, plannedRemoval } from "../../../support/plan";

// The steps of a force retry. No request is sent.

describe("the plan of a force retry", () => {
  test("sends it when it is created", async () => {
    expect(await plannedCreation(handler, { certId: 321, triggers: ["a"] })).toBe(
      "POST /cdn/sslData/321/force-retry",
    );
  });

  test("is empty for an update and for a deletion", async () => {
    const recorded = { certId: 321 };
    expect(await planned(handler, { recorded, declared: recorded })).toEqual([]);
    expect(await plannedRemoval(handler, recorded)).toEqual([]);
  });
});
