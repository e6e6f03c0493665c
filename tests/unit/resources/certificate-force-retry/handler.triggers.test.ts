import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../../sdk/src/util/json";
import { logLines, requestsWithQuery } from "../../../support/handler-setup";
import { PROBE } from "../../../support/scripted-server";
import { RETRY, setUpInOneProgram, startWith } from "./setup";

const WWW = { certId: 321 };

describe("a force retry", () => {
  test("is sent once on creation, by a POST without a body, and a GET checks the server", async () => {
    const { platform, resource } = await startWith("failed");
    expect(await resource.up(WWW)).toBe("create");
    expect(requestsWithQuery(platform)).toEqual([RETRY, PROBE]);
    expect(platform.requests[0]?.body).toBeUndefined();
    expect(platform.certificates.get(321)).toMatchObject({ state: "in progress", forceRetries: 1 });
    expect(resource.state?.id).toBe("321");
    expect(resource.outputs).toEqual({
      ...WWW,
      outcome: "started",
      message: "The issuing process has been started.",
    });
    expect(logLines(resource)).toEqual([]);
  });

  test("is sent for the other certificate when certId changes", async () => {
    const { platform, resource } = await startWith("failed");
    platform.certificates.add({ id: 322, state: "failed" });
    await resource.up(WWW);
    platform.clearRequests();
    expect(await resource.up({ certId: 322 })).toBe("replace");
    expect(requestsWithQuery(platform)).toEqual(["POST /cdn/sslData/322/force-retry", PROBE]);
    expect(resource.state?.id).toBe("322");
  });

  test("is sent once by a replacement that the user requests", async () => {
    const { platform, resource } = await startWith("failed");
    await resource.up(WWW);
    platform.certificates.fail(321);
    platform.clearRequests();
    await resource.replaceBy(WWW);
    expect(requestsWithQuery(platform)).toEqual([RETRY, PROBE]);
  });
});

describe("triggers", () => {
  async function startsRetry(before: JsonObject, after: JsonObject): Promise<boolean> {
    const { platform, resource } = await startWith("failed");
    await resource.up({ ...WWW, ...before });
    platform.clearRequests();
    await resource.up({ ...WWW, ...after });
    expect(platform.requests.length).toBeLessThanOrEqual(1);
    return platform.requests.length === 1;
  }

  test.each<[string, JsonObject, JsonObject]>([
    ["a value changes", { triggers: ["a"] }, { triggers: ["b"] }],
    ["the type of a value changes", { triggers: [1] }, { triggers: ["1"] }],
    ["a nested value changes", { triggers: { a: [{ b: 1 }] } }, { triggers: { a: [{ b: 2 }] } }],
    ["the order of values changes", { triggers: ["a", "b"] }, { triggers: ["b", "a"] }],
    ["a value is added", { triggers: ["a"] }, { triggers: ["a", "b"] }],
    ["a value is removed", { triggers: { a: 1, b: 2 } }, { triggers: { a: 1 } }],
    ["a value becomes null", { triggers: { a: 1 } }, { triggers: { a: null } }],
    ["the list becomes an object", { triggers: ["a"] }, { triggers: { 0: "a" } }],
    ["they are added", {}, { triggers: ["a"] }],
    ["they are removed", { triggers: ["a"] }, {}],
  ])("start a retry if %s", async (_, before, after) => {
    expect(await startsRetry(before, after)).toBe(true);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["unchanged", { triggers: { a: [1, null, { b: "x" }] } }, { triggers: { a: [1, null, { b: "x" }] } }],
    ["the same in another order of keys", { triggers: { a: 1, b: 2 } }, { triggers: { b: 2, a: 1 } }],
    ["still empty", { triggers: [] }, { triggers: [] }],
  ])("start no retry if they are %s", async (_, before, after) => {
    expect(await startsRetry(before, after)).toBe(false);
  });

  test("that are unknown show a replacement in the preview, and send nothing", async () => {
    const { platform, resource } = await startWith("failed");
    await resource.up({ ...WWW, triggers: ["a"] });
    platform.clearRequests();
    const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
    expect(await resource.diff({ ...WWW, triggers: [unknown] })).toMatchObject({ replaces: ["triggers"] });
    expect(platform.requests).toEqual([]);
  });
});

test("two resources for the same certificate start one attempt, and a log line says so for the other one", async () => {
  const { platform, one, other } = await setUpInOneProgram();
  platform.certificates.add({ id: 321, state: "failed" });
  await Promise.all([one.up(WWW), other.up({ ...WWW, triggers: ["other"] })]);
  expect([one.outputs.outcome, other.outputs.outcome].sort()).toEqual(["inProgress", "started"]);
  expect(platform.certificates.get(321)?.forceRetries).toBe(1);
});
