import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { inputs } from "./inputs";
import { setUp, tearDown } from "./setup";

afterEach(tearDown);

test("valid inputs are accepted by the platform and returned unchanged", async () => {
  const { platform, resource } = await setUp();
  await fc.assert(
    fc.asyncProperty(inputs.valid, async (args) => {
      await resource.up(args);
      expect(platform.edgeGroups.members(args.groupId as string)).toEqual([String(args.clientId)]);
      expect(resource.outputs).toEqual(args);
      await resource.destroy();
    }),
    { numRuns: 100, endOnFailure: true },
  );
});
