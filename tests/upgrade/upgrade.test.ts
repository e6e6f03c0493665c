import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { lte } from "semver";
import type { Simulator } from "../../simulator/src";
import { ADMIN_KEY, changes, KEY, startPlatform } from "../support/platform";
import { RESOURCES, type Saved } from "../support/resource-fixtures";
import { counts, Stack } from "../support/stack";
import { writeProgram } from "./programs";

// Recorded states of released versions, with the platform of that time, and the current version of the package.

interface Recorded {
  platform: Saved;
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
  const resources = RESOURCES.filter(({ upgrade }) => lte(upgrade.since, version));
  let platform: Simulator;
  let stack: Stack;

  beforeAll(async () => {
    platform = await startPlatform({ adminKeys: [ADMIN_KEY], taskTime: 0 });
    for (const { upgrade } of resources) upgrade.restore?.(platform, recorded.platform);
    const config = resources.map(({ upgrade }) => upgrade.config?.(recorded.platform));
    stack = await Stack.create({
      ownProcess: true,
      config: Object.assign({ "cloudplatform:baseUrl": platform.url }, ...config),
      secrets: { "cloudplatform:apiKey": KEY, adminKey: ADMIN_KEY },
    });
    writeProgram(stack, resources);
    stack.write("state.json", JSON.stringify(recorded.state).replaceAll("http://127.0.0.1:1", platform.url));
    await stack.pulumi("stack", "import", "--file", "state.json");
  });

  afterAll(async () => {
    await platform?.close();
    stack?.remove();
  });

  test("contains every resource of that version, with the texts and hidden names that never change", () => {
    const types = new Set(own.map(({ type }) => type));
    expect([...types].sort()).toEqual(resources.map(({ state }) => state.type).sort());
    for (const { type, inputs, outputs } of own) {
      const text = resources.find(({ state }) => state.type === type)?.state.provider;
      expect([inputs, outputs]).toMatchObject([{ __provider: text }, { __provider: text }]);
      const hidden = Object.keys({ ...inputs, ...outputs }).filter((name) => name.startsWith("__"));
      expect(["__declared", "__provider", "__timeouts"]).toEqual(expect.arrayContaining(hidden));
    }
  });

  test("has no change in a preview", async () => {
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: own.length + 2 });
    expect(changes(platform)).toEqual([]);
  });

  test("has no drift, and refresh leaves it unchanged", async () => {
    await stack.drift();
    expect(counts(await stack.refresh())).toMatchObject({ unchanged: own.length + 2 });
    expect(counts(await stack.up("--expect-no-changes"))).toEqual({ unchanged: own.length + 2 });
    expect(changes(platform)).toEqual([]);
  });

  test("an update changes it like a state of the current version", async () => {
    await stack.configure({ config: { threshold: "75" } });
    await stack.up();
    const sent = changes(platform).map(([call]) => call);
    for (const { name, upgrade } of resources) {
      const { request, count } = upgrade.changes;
      expect([name, sent.filter((call) => request.test(call))]).toEqual([
        name,
        Array(count).fill(expect.anything()),
      ]);
    }
  });

  test("destroy deletes its objects, except for the adopted router", async () => {
    await stack.destroy();
    for (const { name, upgrade } of resources)
      expect([name, upgrade.left.found(platform)]).toEqual([name, upgrade.left.expected]);
  });
});
