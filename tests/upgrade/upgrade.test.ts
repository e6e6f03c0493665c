import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "../../simulator/src";
import { ADMIN_KEY, changes, KEY } from "../support/platform";
import { counts, Stack } from "../support/stack";
import { type Kept, restore } from "./platform";

// States that earlier versions have written, and the platform that they speak of, in the hands of this version.

interface Recorded {
  platform: Kept;
  state: { deployment: { resources: Array<{ type: string; inputs: object; outputs: object }> } };
}

const states = join(__dirname, "states");
const versions = readdirSync(states).map((file) => file.replace(/\.json$/, ""));

test("there are states of released versions", () => {
  expect(versions.length).toBeGreaterThan(0);
});

describe.each(versions)("a state of version %s", (version) => {
  const recorded = JSON.parse(readFileSync(join(states, `${version}.json`), "utf8")) as Recorded;
  const own = recorded.state.deployment.resources.filter(({ type }) => /dynamic\/cloudplatform:/.test(type));
  let platform: Simulator;
  let stack: Stack;

  beforeAll(async () => {
    platform = await restore(recorded.platform);
    stack = await Stack.create({
      config: {
        "cloudplatform:baseUrl": platform.url,
        adoptedRouter: recorded.platform.routers.find(({ name }) => name === "adopted-router")?.id ?? "",
        adoptedSettings: String(
          recorded.platform.settings.find(({ email }) => email === "adopted@example.com")?.id,
        ),
      },
      secrets: { "cloudplatform:apiKey": KEY, adminKey: ADMIN_KEY },
    });
    stack.write("index.ts", readFileSync(join(__dirname, "program.ts"), "utf8"));
    stack.write("state.json", JSON.stringify(recorded.state).replaceAll("http://127.0.0.1:1", platform.url));
    await stack.pulumi("stack", "import", "--file", "state.json");
  });

  afterAll(async () => {
    await platform?.close();
    stack?.remove();
  });

  test("has every resource of the package, and the texts and hidden names that stand in states for ever", () => {
    const types = new Set(own.map(({ type }) => type.split(":").at(-1)));
    expect([...types].sort()).toEqual([
      "CertificateForceRetry",
      "EdgeGroupMembership",
      "QuotaLimitRequest",
      "QuotaNotificationThreshold",
      "ResellerNotificationSettings",
      "Router",
    ]);
    for (const { type, inputs, outputs } of own) {
      const text = `exports.handler=()=>require("pulumi-cloudplatform/provider").${type.split(":").at(-1)}`;
      expect([inputs, outputs]).toMatchObject([{ __provider: text }, { __provider: text }]);
      const hidden = Object.keys({ ...inputs, ...outputs }).filter((name) => name.startsWith("__"));
      expect(["__declared", "__provider", "__timeouts"]).toEqual(expect.arrayContaining(hidden));
    }
  });

  test("needs no change", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: own.length + 2 });
    expect(changes(platform)).toEqual([]);
  });

  test("has no drift, and none is made by reading it", async () => {
    await stack.drift();
    expect(counts(await stack.refresh())).toMatchObject({ unchanged: own.length + 2 });
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: own.length + 2 });
    expect(changes(platform)).toEqual([]);
  });

  test("is changed as this version's own would be", async () => {
    await stack.configure({ config: { threshold: "75" } });
    await stack.up();
    const sent = changes(platform).map(([call]) => call);
    expect(sent.filter((call) => call.startsWith("PATCH /cloud/v2/routers/"))).toHaveLength(2);
    expect(sent.filter((call) => call.startsWith("PUT /cloud/v2/client_quotas/"))).toHaveLength(2);
    expect(sent.filter((call) => /limits_request/.test(call))).toHaveLength(2);
    expect(sent.filter((call) => /fastedge/.test(call))).toHaveLength(2);
    expect(sent.filter((call) => call.startsWith("PUT /iam/"))).toHaveLength(2);
    expect(sent.filter((call) => /force-retry/.test(call))).toHaveLength(1);
  });

  test("is destroyed, but for the router that was adopted", async () => {
    await stack.destroy();
    expect(platform.routers.all().map(({ name }) => name)).toEqual(["adopted-anew"]);
    expect(platform.quotas.requests()).toEqual([]);
    expect(platform.resellers.all()).toEqual([]);
    expect(platform.edgeGroups.groups()).toEqual([]);
  });
});
