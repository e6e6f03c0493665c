import { afterEach, beforeEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Simulator } from "../../../../simulator/src";
import type { InProcessResource } from "../../../support/in-process-resource";
import { adopted, created } from "./inputs";
import { LOGINS, setUp, tearDown } from "./setup";

let platform: Simulator;
let resource: InProcessResource;

beforeEach(async () => {
  ({ platform, resource } = await setUp());
});

afterEach(tearDown);

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

test("valid inputs of new settings are accepted by the platform", async () => {
  await fc.assert(
    fc.asyncProperty(created, async (args) => {
      await resource.up(args);
      expect(platform.resellers.all()).toMatchObject([
        { reseller: Number(args.resellerId), email: args.email, enabled: args.enabled ?? true },
      ]);
      const { ifExists: _, ...stored } = args;
      expect(resource.outputs).toMatchObject(stored);
      await resource.destroy();
      expect(platform.resellers.all()).toEqual([]);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});

test("valid inputs of adopted settings are accepted by the platform", async () => {
  await fc.assert(
    fc.asyncProperty(adopted, async (args) => {
      const [resellerId, settings] = [Number(args.resellerId), Number(args.notificationSettingsId)];
      platform.resellers.add({ resellerId, id: settings });
      await resource.up(args);
      expect(resource.outputs).toMatchObject({ ...args, notificationSettingsId: settings });
      await resource.destroy();
      expect(platform.resellers.all()).toEqual([]);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});
