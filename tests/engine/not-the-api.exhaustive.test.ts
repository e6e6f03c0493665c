import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { failing } from "../support/command";
import { endDeployment, startDeployment } from "../support/deployment";
import { startFaultyProxy } from "../support/faulty-proxy";
import { NOT_THE_API } from "../support/not-the-api";
import type { ScriptedReply, ScriptedServer } from "../support/scripted-server";
import { counts, type Stack } from "../support/stack";

// An ingress without the platform behind it answers 404 to every request. No command takes that for a deletion, drift
// checks fail, and when the platform is back the stack is unchanged.

let platform: Simulator;
let stack: Stack;
let ingress: ScriptedServer;
let answer: ScriptedReply | undefined;

const TYPES = [
  "EdgeGroupMembership",
  "QuotaLimitRequest",
  "QuotaNotificationThreshold",
  "ResellerNotificationSettings",
  "Router",
];

const PROGRAM = `
new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge-router" });
new cloudplatform.QuotaNotificationThreshold("early", { clientId: 42, threshold: 70 });
new cloudplatform.QuotaLimitRequest("more", {
  description: "Load test in March",
  requestedLimits: { globalLimits: { projectCountLimit: 10 } },
});
new cloudplatform.EdgeGroupMembership("partner", { groupId: 17, clientId: 42 });
new cloudplatform.ResellerNotificationSettings("logins", {
  resellerId: 8,
  email: "oncall@example.com",
  notificationType: "failed_login",
});`;

beforeAll(async () => {
  ({ platform, stack } = await startDeployment());
  ingress = await startFaultyProxy(platform.url, () => answer);
  await stack.configure({ config: { "cloudplatform:baseUrl": ingress.url } });
  stack.program(PROGRAM);
  await stack.up();
});

afterAll(async () => {
  await ingress?.close();
  await endDeployment({ platform, stack });
});

/** The resources in the state. */
async function resourcesInState(): Promise<object[]> {
  const all = TYPES.map((type) => stack.resources(`pulumi-nodejs:dynamic/cloudplatform:${type}`));
  return (await Promise.all(all))
    .flat()
    .map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
}

function expectNotTheApi(output: string): void {
  expect(output).toContain(`the server at ${ingress.url} answered 404 (`);
  expect(output).toContain("cloudplatform:baseUrl");
}

describe.each(Object.entries(NOT_THE_API).filter(([what]) => /^(a page|no body)$/.test(what)))(
  "an ingress that answers every request with 404 and %s",
  (_what, everything) => {
    let before: object[];

    beforeAll(async () => {
      before = await resourcesInState();
      answer = everything;
    });

    afterAll(() => {
      answer = undefined;
    });

    test("fails a drift check", async () => {
      expect(before).toHaveLength(TYPES.length);
      expectNotTheApi((await failing(stack.drift())).output);
      expect(await resourcesInState()).toEqual(before);
    });

    test("fails a destroy of every resource, and the state still contains all of them", async () => {
      const destroy = await failing(stack.destroy("--run-program", "--continue-on-error"));
      expectNotTheApi(destroy.output);
      expect(counts(destroy)).not.toHaveProperty("deleted");
      for (const name of ["edge", "early", "more", "partner", "logins"])
        expect(destroy.output).toMatch(new RegExp(`${name}.*deleting failed`));
      expect(await resourcesInState()).toEqual(before);
    });
  },
);

test("once the platform is back there is no drift, and destroy deletes everything", async () => {
  await stack.drift();
  await stack.destroy("--run-program");
  expect(await resourcesInState()).toEqual([]);
  expect(platform.routers.all()).toEqual([]);
  expect(platform.quotas.requests()).toEqual([]);
  expect(platform.edgeGroups.members(17)).toEqual([]);
  expect(platform.resellers.all()).toEqual([]);
});
