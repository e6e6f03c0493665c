import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import { inputs } from "./inputs";
import { setUp, tearDown } from "./setup";

afterEach(tearDown);

test("valid inputs are accepted by the platform and returned unchanged", async () => {
  const { platform, resource } = await setUp();
  await fc.assert(
    fc.asyncProperty(inputs.valid, async (args) => {
      platform.certificates.add({ id: args.certId as number, state: "failed" });
      await resource.up(args);
      expect(resource.outputs).toEqual({ ...args, outcome: "started", message: expect.any(String) });
      platform.clearRequests();
      expect(await resource.up(args)).toBe("same");
      await resource.destroy();
      expect(platform.requests).toEqual([]);
      platform.certificates.delete(args.certId as number);
    }),
    { numRuns: 100, endOnFailure: true },
  );
});
