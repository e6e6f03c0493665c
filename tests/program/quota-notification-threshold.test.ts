import { describe, expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { describeOutput, resolved, startEngine } from "./mocks";

// These lines also test the types: they must compile.

const MESSAGE = {
  globalQuotas: { projectCountUsage: { limit: 40, usage: 36 } },
  regionalQuotas: [{ regionId: 76, regionName: "North", ramLimit: { limit: 512, usage: 400 } }],
};

const early = { clientId: 42, threshold: 70 };

describe("a threshold in a program", () => {
  test("accepts outputs of other resources for every input", async () => {
    const engine = await startEngine();
    const first = new cloudplatform.QuotaNotificationThreshold("first", early);
    const second = new cloudplatform.QuotaNotificationThreshold("second", {
      clientId: pulumi.output(43),
      threshold: first.threshold,
      lastMessage: first.lastMessage,
      lastSending: first.lastSending,
    });
    await resolved(second.urn);
    expect(engine.of("second").inputs).toMatchObject({ clientId: 43, threshold: 70 });
  });

  test("has typed outputs, including nested ones", async () => {
    await startEngine(({ inputs }) => ({
      ...inputs,
      lastMessage: MESSAGE,
      lastSending: "2026-01-31T12:00:00",
    }));
    const threshold = new cloudplatform.QuotaNotificationThreshold("early", early);
    const used: pulumi.Output<number | undefined> = threshold.lastMessage.apply(
      (message) => message?.globalQuotas.projectCountUsage?.usage,
    );
    const names: pulumi.Output<Array<string | undefined> | undefined> = threshold.lastMessage.apply(
      (message) => message?.regionalQuotas.map(({ regionName }) => regionName),
    );
    const time: pulumi.Output<string | null> = threshold.lastSending;
    expect(await resolved(used)).toBe(36);
    expect(await resolved(names)).toEqual(["North"]);
    expect(await resolved(time)).toBe("2026-01-31T12:00:00");
    expect(await resolved(threshold.clientId)).toBe(42);
    expect(await resolved(threshold.threshold)).toBe(70);
  });

  test("has null without a warning", async () => {
    await startEngine(({ inputs }) => ({ ...inputs, lastMessage: null, lastSending: null }));
    const threshold = new cloudplatform.QuotaNotificationThreshold("early", early);
    expect(await resolved(threshold.lastMessage)).toBeNull();
    expect(await resolved(threshold.lastSending)).toBeNull();
  });

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
