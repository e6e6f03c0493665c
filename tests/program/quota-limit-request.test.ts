import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { resolved, startEngine } from "./mocks";

// These lines also test the types: they must compile.

const more = {
  description: "Load test in March",
  requestedLimits: {
    globalLimits: { projectCountLimit: 40 },
    regionalLimits: [{ regionId: 76, cpuCountLimit: 200 }],
  },
};

describe("a limit request in a program", () => {
  test("accepts outputs of other resources, and undefined for optional inputs", async () => {
    const engine = await startEngine();
    const threshold = new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
    const request = new cloudplatform.QuotaLimitRequest("more", {
      description: pulumi.interpolate`For client ${threshold.clientId}`,
      requestedLimits: {
        globalLimits: undefined,
        regionalLimits: [
          pulumi.output({ regionId: 76, cpuCountLimit: threshold.threshold, ramLimit: undefined }),
        ],
      },
      waitForDecision: undefined,
    });
    await resolved(request.urn);
    const { inputs } = engine.of("more");
    expect(inputs).toMatchObject({
      description: "For client 42",
      requestedLimits: { regionalLimits: [{ regionId: 76, cpuCountLimit: 70 }] },
    });
    expect(JSON.stringify(inputs)).not.toMatch(/"(globalLimits|ramLimit|waitForDecision)":/);
  });

  test("has typed outputs, which are undefined if the deployment does not return them", async () => {
    await startEngine(({ name, inputs }) =>
      name === "known" ? { ...inputs, requestId: 7, status: "done", createdAt: "1", updatedAt: "2" } : inputs,
    );
    const known = new cloudplatform.QuotaLimitRequest("known", more);
    const unknown = new cloudplatform.QuotaLimitRequest("unknown", { ...more, description: "Unknown" });
    const all = ({ requestId, status, createdAt, updatedAt }: cloudplatform.QuotaLimitRequest) =>
      resolved(pulumi.all([requestId, status, createdAt, updatedAt]));
    expect(await all(known)).toEqual([7, "done", "1", "2"]);
    expect(await all(unknown)).toEqual([undefined, undefined, undefined, undefined]);
    const limit: pulumi.Output<number | undefined> = known.requestedLimits.apply(
      ({ regionalLimits }) => regionalLimits?.[0]?.cpuCountLimit,
    );
    expect(await resolved(limit)).toBe(200);
    expect(await resolved(known.waitForDecision)).toBeUndefined();
  });
});
