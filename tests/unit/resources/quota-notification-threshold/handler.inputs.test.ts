import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { inputs } from "./inputs";
import { setUp, tearDown } from "./setup";

afterEach(tearDown);

/** The simulator requires the name of every region. */
function withNames({ lastMessage }: JsonObject): JsonObject {
  const { regionalQuotas = [], ...rest } = (lastMessage ?? {}) as { regionalQuotas?: JsonObject[] };
  const named = regionalQuotas.map((quotas) => ({ regionName: "North", ...quotas }));
  return lastMessage ? { lastMessage: { ...rest, regionalQuotas: named } } : {};
}

test("valid inputs are accepted by the platform", async () => {
  const { platform, threshold } = await setUp();
  await fc.assert(
    fc.asyncProperty(inputs.valid, async (args) => {
      await threshold().up({ ...args, ...withNames(args), clientId: 42 });
    }),
    { numRuns: 25 },
  );
  expect(platform.count({ method: "PUT" })).toBe(25);
});
