import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type Result, root } from "../support/command";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, changes, KEY } from "../support/platform";

// `pulumi-cloudplatform doctor` with the real CLI. The report has one line for each check.

/** The lines of a report, by their subjects. */
function reportOf({ stdout, stderr }: Result): Record<string, string> {
  expect(stderr).toBe("");
  expect(stdout).not.toContain(KEY);
  const lines = stdout.trimEnd().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [, level, subject = line, text] = /^(ok|warning|problem) +(.+?): (.+)$/.exec(line) ?? [];
      return [subject, `${level} ${text}`];
    }),
  );
}

describe("a project with a full deployment", () => {
  const { platform, stack } = useDeployment({ adminKeys: [ADMIN_KEY] });
  const doctor = (env: NodeJS.ProcessEnv = {}) => packageCommand(stack, ["doctor"], env);

  test("has no problems, and all requests are reads", async () => {
    const result = await doctor();
    expect(result.code).toBe(0);
    const report = reportOf(result);
    expect(report).toMatchObject({
      Node: expect.stringMatching(/^ok \d+\.\d+\.\d+ \(supported: >=22\.19\)$/),
      "Pulumi CLI": expect.stringMatching(/^ok \d+\.\d+\.\d+ \(supported: >=3\.250\.0\)$/),
      "@pulumi/pulumi": expect.stringMatching(/^ok \d+\.\d+\.\d+ \(supported: \^3\.249\.0\)$/),
      "pulumi-cloudplatform/provider": expect.stringMatching(/^ok version \d+\.\d+\.\d+ in /),
      stack: "ok its configuration can be read",
      "API key": "ok is set in the stack's configuration, encrypted",
      "base URL": `ok ${platform.url}`,
      platform: `ok ${platform.url} is the platform's API, and accepts the key`,
      Router: "ok can be read (GET /cloud/v1/routers/{project_id}/{region_id})",
      QuotaNotificationThreshold:
        "ok can be read (GET /cloud/v2/client_quotas/{client_id}/notification_threshold)",
      QuotaLimitRequest: "ok can be read (GET /cloud/v2/limits_request)",
      EdgeGroupMembership:
        "warning the key has no access to GET /fastedge/v1/admin/clients (403) [operation-refused]. If the stack has this resource, give it a Provider with another key.",
      ResellerNotificationSettings: expect.stringMatching(/^warning the key has no access to GET \/iam\//),
      clock: "ok within 30s of the platform's",
    });
    expect(changes(platform)).toEqual([]);
  });

  test("a key of the environment is used", async () => {
    await stack.pulumi("config", "rm", "cloudplatform:apiKey");
    expect(reportOf(await doctor({ CLOUDPLATFORM_API_KEY: KEY }))["API key"]).toBe(
      "ok is set in CLOUDPLATFORM_API_KEY",
    );
  });

  test("a Provider of the stack is checked instead of the stack's configuration", async () => {
    stack.program(
      'new cloudplatform.Provider("admin", { apiKey: new pulumi.Config().requireSecret("adminKey") });',
    );
    await stack.configure({ secrets: { adminKey: ADMIN_KEY } });
    await stack.up();
    platform.clearRequests();
    const result = await packageCommand(stack, ["doctor", "--provider", "admin"]);
    expect(result.stdout).not.toContain(ADMIN_KEY);
    expect(reportOf(result)).toMatchObject({
      "Provider admin": "ok its settings are in the state of the stack",
      "API key": "ok is set in the Provider or the stack's configuration",
      "base URL": `ok ${platform.url}`,
      ResellerNotificationSettings: expect.stringMatching(/^ok can be read /),
    });
    const missing = await packageCommand(stack, ["doctor", "--provider", "other"]);
    expect(missing.code).toBe(1);
    expect(reportOf(missing)["Provider other"]).toMatch(
      /^problem the state of the stack has no Provider other; it has admin \[provider-not-found\]\./,
    );
  });

  test("a folder without the package is a problem, as with a bundled program", async () => {
    mkdirSync(join(stack.folder, "../bundle/node_modules/@pulumi"), { recursive: true });
    const sdk = join(root, "node_modules/@pulumi/pulumi");
    symlinkSync(sdk, join(stack.folder, "../bundle/node_modules/@pulumi/pulumi"), "junction");
    stack.write("Pulumi.yaml", "name: demo\nruntime: nodejs\nmain: ../bundle # compiled\n");
    const result = await doctor();
    expect(result.code).toBe(1);
    const report = reportOf(result);
    expect(report["@pulumi/pulumi"]).toMatch(/^ok /);
    expect(report["pulumi-cloudplatform/provider"]).toMatch(
      /^problem cannot be resolved from .+bundle, the folder in which Pulumi starts the provider process, so every resource fails with "Cannot find module 'pulumi-cloudplatform\/provider'" \[provider-module-not-found\]\. Install pulumi-cloudplatform in that folder as a direct dependency, also if the program is a bundle or another package uses it\.$/,
    );
  });
});
