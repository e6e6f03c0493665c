import { describe, expect, test } from "@jest/globals";
import * as cloudplatform from "../../sdk/src";
import { describeOutput, startEngine } from "./mocks";

const MESSAGE = {
  globalQuotas: { projectCountUsage: { limit: 40, usage: 36 } },
  regionalQuotas: [{ regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } }],
};

const early = { clientId: 42, threshold: 70 };

describe("a threshold in a program", () => {
  test.each<{ lastMessage: Partial<typeof MESSAGE> }>([
    { lastMessage: { globalQuotas: MESSAGE.globalQuotas } },
    { lastMessage: { regionalQuotas: MESSAGE.regionalQuotas } },
  ])("an incomplete last warning is unknown in a preview: %j", async ({ lastMessage }) => {
    await startEngine(undefined, { preview: true });
    const threshold = new cloudplatform.QuotaNotificationThreshold("early", { ...early, lastMessage });
    expect((await describeOutput(threshold.lastMessage)).known).toBe(false);
  });

  test("a complete last warning is known in a preview", async () => {
    await startEngine(undefined, { preview: true });
    const threshold = new cloudplatform.QuotaNotificationThreshold("early", {
      ...early,
      lastMessage: MESSAGE,
    });
    expect(await describeOutput(threshold.lastMessage)).toMatchObject({ known: true, value: MESSAGE });
  });
});
