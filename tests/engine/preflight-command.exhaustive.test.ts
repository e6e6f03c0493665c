import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { typeToken } from "../../sdk/src/pulumi/names";
import type { Simulator } from "../../simulator/src";
import { eventually } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { KEY, startPlatform } from "../support/platform";
import type { Stack } from "../support/stack";

// `pulumi-cloudplatform preflight` with the real CLI. agreement.exhaustive.test.ts compares its errors with those of `up`, and
// tests/unit/provider/preview-questions.test.ts and tests/unit/cli/preflight/ have each finding.

const PARTNER_KEY = "partner-key-that-nobody-may-see";

interface Result {
  steps: Array<{ name: string; findings: Array<{ level: string; code?: string; text: string }> }>;
}

/** The findings of each resource, by its name. */
function findingsIn(stdout: string): Record<string, string[]> {
  const { steps } = JSON.parse(stdout) as Result;
  return Object.fromEntries(
    steps.map(({ name, findings }) => [
      name,
      findings.map(({ level, code, text }) => [level, code ?? text].join(" ")),
    ]),
  );
}

/** The contents of all files that a run could change. A record ends when a state that Pulumi has saved has its object. */
function filesOf({ folder, env, stateFile }: Stack): Record<string, string> {
  const folders = [folder, join(env.PULUMI_HOME ?? "", "cloudplatform"), join(stateFile, "..")];
  const files = folders
    .filter(existsSync)
    .flatMap((one) => readdirSync(one, { recursive: true, encoding: "utf8" }).map((name) => join(one, name)))
    .filter((file) => !/node_modules|\/cloudplatform\/operations\//.test(file) && statSync(file).isFile());
  return Object.fromEntries(files.map((file) => [file, readFileSync(file, "utf8")]));
}

describe("a stack without problems", () => {
  const { platform, stack } = useDeployment({ taskTime: "manual" });
  const preflight = (...args: string[]) => packageCommand(stack, ["preflight", ...args]);

  test("preflight exits with 0, names the next command, also during `up`, and changes no file", async () => {
    stack.program('new cloudplatform.Router("edge", { projectId: 1, regionId: 2, name: "edge" });');
    const up = await stack.begin("up", "--yes", "--skip-preview");
    await eventually(() => platform.tasks.pending().length > 0);
    const during = await preflight();
    platform.tasks.finish();
    expect((await up.ended).code).toBe(0);
    expect([during.code, during.stdout]).toEqual([0, expect.stringContaining("Next: pulumi up\n")]);
    const files = filesOf(stack);
    const after = await preflight("--stack", "dev");
    expect(filesOf(stack)).toEqual(files);
    expect([after.code, after.stdout]).toEqual([0, expect.stringContaining("Nothing to deploy.")]);
  });
});

describe("a Provider that gets another key and another base URL", () => {
  const { platform, stack } = useDeployment({ taskTime: 0 }, { secrets: { partnerKey: KEY } });
  let other: Simulator;

  const declare = (baseUrl: string, ...routers: Array<[resource: string, name: string]>) =>
    stack.program(`
      const apiKey = new pulumi.Config().requireSecret("partnerKey");
      const provider = new cloudplatform.Provider("partner", { apiKey, baseUrl: "${baseUrl}" });
      for (const [resource, name] of ${JSON.stringify(routers)})
        new cloudplatform.Router(resource, { projectId: 1, regionId: 2, name }, { provider });`);

  beforeAll(async () => {
    other = await startPlatform({ apiKeys: [PARTNER_KEY] });
    declare(platform.url, ["edge", "edge"], ["old", "old"]);
    await stack.up();
    await stack.configure({ secrets: { partnerKey: PARTNER_KEY } });
    declare(other.url, ["edge", "edge-2"], ["new", "new"]);
  }, 120_000);

  afterAll(() => other.close());

  test("preflight asks the new server of a Provider with its new key, which no other server gets", async () => {
    const { stdout } = await packageCommand(stack, ["preflight", "--json"]);
    const unchecked = /^unchecked the platform was not asked: the settings of its Provider change/;
    expect(findingsIn(stdout)).toEqual({
      edge: ["fails router-not-found"],
      new: [],
      old: [expect.stringMatching(unchecked)],
    });
    expect(platform.requests).toEqual([]);
    expect(other.requests.length).toBeGreaterThan(0);
    expect(other.requests.filter(({ authorized, method }) => !authorized || method !== "GET")).toEqual([]);
    expect(stdout).not.toContain("nobody-may-see");
  });

  test("preflight passes options after -- to `pulumi preview`, and no variable of the caller spoils its output", async () => {
    Object.assign(stack.env, {
      PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
      PULUMI_OPTION_DIFF: "true",
      PULUMI_OPTION_JSON: "false",
    });
    const target = `**${typeToken("Router")}::new`;
    const { stdout, stderr } = await packageCommand(stack, ["preflight", "--json", "--", "--target", target]);
    expect([stderr, findingsIn(stdout)]).toEqual(["", { new: [] }]);
    const mistaken = await packageCommand(stack, ["preflight", "--", "--no-such-option"]);
    expect([mistaken.code, mistaken.stderr]).toEqual([2, expect.stringContaining("no-such-option")]);
  });
});
