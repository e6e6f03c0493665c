import { expect, test } from "@jest/globals";
import { useDeployment } from "../support/deployment";
import { packageCommand } from "../support/package-command";
import { ADMIN_KEY, changes, KEY } from "../support/platform";

// `pulumi-cloudplatform doctor` with the real CLI. tests/unit/cli/doctor has each check.

const { platform, stack } = useDeployment({ adminKeys: [ADMIN_KEY] });

/** The exit code, and the lines of the report by their subjects. */
async function doctor(args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  const { code, stdout, stderr } = await packageCommand(stack, ["doctor", ...args], env);
  expect(stderr).toBe("");
  for (const key of [KEY, ADMIN_KEY]) expect(stdout).not.toContain(key);
  const lines = [...stdout.matchAll(/^(ok|warning|problem) +(.+?): (.+)$/gm)];
  return {
    code,
    ...Object.fromEntries(lines.map(([, level, subject, text]) => [subject, `${level} ${text}`])),
  };
}

test("a project with a full deployment has no problems, and all requests are reads", async () => {
  const version = (supported: string) =>
    expect.stringMatching(new RegExp(`^ok [\\d.]+ \\(supported: ${supported}\\)$`));
  expect(await doctor()).toMatchObject({
    code: 0,
    Node: version(">=22\\.19"),
    "Pulumi CLI": version(">=3\\.250\\.0"),
    "@pulumi/pulumi": version("\\^3\\.249\\.0"),
    "pulumi-cloudplatform/provider": expect.stringMatching(/^ok version \d+\.\d+\.\d+ in /),
    records: expect.stringMatching(/^ok can be written to .*operations$/),
    stack: "ok its configuration can be read",
    "API key": "ok is set in the stack's configuration, encrypted",
    "base URL": `ok ${platform.url}`,
    platform: `ok ${platform.url} is the platform's API, and accepts the key`,
    Router: "ok can be read (GET /cloud/v1/routers/{project_id}/{region_id})",
    EdgeGroupMembership:
      "warning the key has no access to GET /fastedge/v1/admin/clients (403) [operation-refused]. If the stack has this resource, give it a Provider with another key.",
  });
  expect(changes(platform)).toEqual([]);
});

test("a Provider of the stack is checked instead of the stack's configuration", async () => {
  stack.program(
    'new cloudplatform.Provider("admin", { apiKey: new pulumi.Config().requireSecret("adminKey") });',
  );
  await stack.configure({ secrets: { adminKey: ADMIN_KEY } });
  await stack.up();
  expect(await doctor(["--provider", "admin"])).toMatchObject({
    "Provider admin": "ok its settings are in the state of the stack",
    "API key": "ok is set in the Provider or the stack's configuration",
    "base URL": `ok ${platform.url}`,
    ResellerNotificationSettings: expect.stringMatching(/^ok can be read /),
  });
  const problem =
    /^problem the state of the stack has no Provider other; it has admin \[provider-not-found\]\./;
  expect(await doctor(["--provider", "other"])).toMatchObject({
    code: 1,
    "Provider other": expect.stringMatching(problem),
  });
});
