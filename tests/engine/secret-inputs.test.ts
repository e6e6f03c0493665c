import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { failing, type Result } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import type { Stack } from "../support/stack";

// Inputs that are secret, on every path that fails: neither what is printed nor the state may have them in clear text.

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  ({ platform, stack } = await startDeployment());
});

afterAll(() => endDeployment({ platform, stack }));

beforeEach(() => platform.clearRequests());

/** Found again wherever it should not be. Each use adds what makes it valid as an input. */
const SECRET = "hunter2";

/** The lines that have a secret in clear text. */
function leaks(text: string, secret = SECRET): string[] {
  return text.split("\n").filter((line) => line.includes(secret));
}

describe("inputs that the preview refuses", () => {
  let preview: Result;

  beforeAll(async () => {
    stack.program(`
const secret = pulumi.secret("${SECRET}!");
new cloudplatform.Router("edge", {
  regionId: 2,
  name: secret,
  routes: [{ destination: secret, nexthop: "10.0.1.9" }],
  color: secret,
} as any);`);
    preview = await failing(stack.preview());
  });

  test.each([
    ["a secret property", /\bname\b.*must have 3 to 63 characters/],
    ["a secret in a nested property", /\broutes\[0\]\.destination\b.*must be a network in CIDR notation/],
    ["a secret that is not a property", /\bcolor\b.*is not a property of this resource/],
    ["a property that is missing", /\bprojectId\b.*must be the number of a project/],
  ])("%s: the error names its path", (_, sentence) => {
    expect(preview.output).toMatch(sentence);
  });

  test("no secret is printed, and no value where there is none", () => {
    expect(leaks(preview.output)).toEqual([]);
    expect(preview.output).not.toContain("<nil>");
  });

  test("a secret that two resources have in common is not printed either", async () => {
    stack.program(`
const requestedLimits = { globalLimits: { projectCountLimit: 9 } };
for (const name of ["one", "other"])
  new cloudplatform.QuotaLimitRequest(name, { description: pulumi.secret("${SECRET}"), requestedLimits });`);
    const { output } = await failing(stack.preview());
    expect(output).toMatch(/\bdescription\b.*is the same as in another resource of this stack/);
    expect(leaks(output)).toEqual([]);
  });
});
