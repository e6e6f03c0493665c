import { expect, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as cloudplatform from "../../sdk/src";
import { cloudplatformMocks, failuresOf } from "../../sdk/src/testing";
import { failureOf } from "../support/until";

const PLACE = { projectId: 1, regionId: 2 };
const NOT_AN_ID = '"17" is not the id of a Router: routerId must be the UUID of a router';

test("the refused ids of get and of the option import are failures", async () => {
  const failures = await failuresOf(() => {
    const read = cloudplatform.Router.get("read", "17", PLACE);
    new cloudplatform.Router("imported", { ...PLACE, name: "edge" }, { import: "17" });
    cloudplatform.EdgeGroupMembership.get("member", "17");
    // What follows from a resource that is not read is not created.
    read.name.apply((name) => new cloudplatform.Router("never", { ...PLACE, name, regionId: -1 }));
  });
  expect(failures.sort()).toEqual([
    expect.stringContaining('EdgeGroupMembership "member": "17" is not the id of an EdgeGroupMembership'),
    expect.stringContaining(`Router "imported": ${NOT_AN_ID}`),
    expect.stringContaining(`Router "read": ${NOT_AN_ID}`),
  ]);
});

test("the invalid settings of a Provider are failures, whether they are unknown, wrong or only known later", async () => {
  const failures = await failuresOf(() => {
    const provider = new cloudplatform.Provider("reseller", {
      apiKey: "short",
      maxRetries: pulumi.output(21),
      taskTimeout: "soon",
    });
    new cloudplatform.Router("edge", { ...PLACE, regionId: -1 }, { provider });
    new cloudplatform.Provider("other", { maxRetry: 3 } as object);
  });
  expect(failures).toEqual([
    expect.stringContaining('Provider "other": maxRetry is not an argument of a Provider'),
    expect.stringContaining('Provider "reseller": apiKey is too short for a key'),
    expect.stringContaining('Provider "reseller": taskTimeout must be a duration'),
    expect.stringContaining('Provider "reseller": maxRetries must be a whole number from 0 to 20'),
    'Router "edge": regionId must be the number of a region: 1 or more',
  ]);
});

test("a Provider whose settings come from the stack or from a secret is valid, and its key is not printed", async () => {
  const program = (key: string) => () =>
    new cloudplatform.Provider("reseller", {
      apiKey: pulumi.secret(key),
      baseUrl: "https://api.example.com",
    });
  expect(await failuresOf(program("a-long-enough-key"))).toEqual([]);
  expect(await failuresOf(program("a key"))).toEqual([expect.not.stringContaining("a key\n")]);
});

test("without failuresOf, a Provider with an invalid setting is refused when it is registered", async () => {
  const type = "pulumi:providers:pulumi-nodejs";
  const inputs = { "cloudplatform:maxRetries": "21" };
  const failure = await failureOf(
    Promise.resolve(cloudplatformMocks().newResource({ type, name: "reseller", inputs })),
  );
  expect(failure.message).toMatch(/^Provider "reseller": maxRetries must be a whole number/);
});

test("a limit request that nobody has decided has no time of a change, as at the platform", async () => {
  await pulumi.runtime.setMocks(cloudplatformMocks());
  const args = { description: "More", requestedLimits: { globalLimits: { projectCountLimit: 5 } } };
  const mocked = async (waitForDecision: boolean) => {
    const type = "pulumi-nodejs:dynamic/cloudplatform:QuotaLimitRequest";
    const inputs = { ...args, waitForDecision };
    return (await cloudplatformMocks().newResource({ type, name: "more", inputs })).state;
  };
  expect((await mocked(false)).updatedAt).toBeUndefined();
  expect((await mocked(true)).updatedAt).toEqual(expect.any(String));
});
