import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { failing } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { HOSTILE, hostileParts } from "../support/hostile-text";
import type { Stack } from "../support/stack";

let platform: Simulator;
let stack: Stack;

beforeAll(async () => {
  ({ platform, stack } = await startDeployment());
});

afterAll(() => endDeployment({ platform, stack }));

test("whatever texts the platform sends, the terminal shows text of a bounded length", async () => {
  platform.faults.add({ fault: { kind: "task-error", message: HOSTILE.repeat(20_000) } });
  platform.faults.add({ fault: { kind: "status", code: 400, message: HOSTILE }, method: "PUT" });
  platform.faults.add({
    fault: { kind: "texts", field: "status", text: HOSTILE },
    path: "/cloud/v2/limits_request/*",
  });
  stack.program(`
new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
new cloudplatform.QuotaLimitRequest(
  "more",
  { description: "More", requestedLimits: { globalLimits: { projectCountLimit: 9 } }, waitForDecision: true },
  { customTimeouts: { create: "3s" } },
);`);
  const { output } = await failing(stack.up("--continue-on-error"));
  // Pulumi itself puts a tab before the errors of a list.
  expect(hostileParts(output.replaceAll("\t* ", ""))).toEqual([]);
  expect(output.length).toBeLessThan(50_000);
  const shown = "first ::error file=a.ts::owned ::set-output name=x::owned #\\#[group]owned";
  expect(output).toContain(`ended in ERROR: ${shown}`);
  expect(output).toContain(`was answered 400: ${shown}`);
  expect(output).toContain(`<\\{%reset%}>`);
});
