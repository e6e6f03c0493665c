import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { inputs } from "./inputs";
import { setUp, tearDown } from "./setup";

afterEach(tearDown);

test("valid inputs are accepted by the platform and returned unchanged", async () => {
  const { platform, request } = await setUp();
  await fc.assert(
    fc.asyncProperty(inputs.valid, async ({ waitForDecision: _, ...args }) => {
      const more = request();
      await more.up(args);
      await more.refresh();
      expect(more.inputs).toEqual(args);
      await more.destroy();
    }),
    { numRuns: 25 },
  );
  expect(platform.quotas.requests()).toEqual([]);
});
