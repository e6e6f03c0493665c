import { beforeEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { InProcessResource } from "../../../support/in-process-resource";
import { LOGINS, setUp } from "./setup";

let resource: InProcessResource;

beforeEach(async () => {
  ({ resource } = await setUp());
});

test.each([
  "ops@example.com",
  "Ops+Alerts@Mail.Example.co.uk",
  "o'brien_1-2@example-mail.com",
  "首席@例子.公司",
  `${"x".repeat(64)}@example.com`,
  `${"x".repeat(59)}@${"example.".repeat(24)}de`,
])("a valid address is accepted: %s", async (email) => {
  expect((await resource.check({ ...LOGINS, email })).failures).toEqual([]);
});

test("random valid addresses are accepted", async () => {
  await fc.assert(
    fc.asyncProperty(fc.emailAddress(), async (email) => {
      expect((await resource.check({ ...LOGINS, email })).failures).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
