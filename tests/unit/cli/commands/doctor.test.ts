import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { problem } from "../../../../sdk/src/cli/doctor/check";
import { checkPlatform, clockChecks, deploymentChecks } from "../../../../sdk/src/cli/doctor/platform";
import { checkCliVersion, checkPackages, satisfies } from "../../../../sdk/src/cli/doctor/versions";
import { version } from "../../../../sdk/src/util/version";
import { useCleanup } from "../../../support/handler-setup";
import { RESOURCES } from "../../../support/resource-fixtures";
import { runCommand } from "../../../support/run-command";
import { type ScriptedReply, startScriptedServer } from "../../../support/scripted-server";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const { closeLater } = useCleanup();

test("an error is one line", () => {
  expect(problem("stack", new Error("one\n  two")).text).toBe("one two");
});

test("a Pulumi.yaml that cannot be read is a problem, and the other checks run", async () => {
  const output = await runCommand(["doctor"], { files: { "Pulumi.yaml": "name: demo\nmain: a: b\n" } });
  expect(output).toMatch(/^problem {2}Pulumi\.yaml: .*Pulumi\.yaml is not YAML: .* \[invalid-yaml\]/m);
  expect(output).toMatch(/^ok {7}stack: its configuration can be read$/m);
});

test.each([
  ["3.259.0", ">=3.250.0", true],
  ["3.249.9", ">=3.250.0", false],
  ["22.19.0", ">=22.19", true],
  ["100.0.0", ">=22.19", true],
  ["9.0.0", ">=22.19", false],
  ["3.270.0", "^3.249.0", true],
  ["4.0.0", "^3.249.0", false],
])("version %s in %s: %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

test.each([
  ["3.259.0", "ok", "3.259.0 (supported: >=3.250.0)"],
  [
    "3.253.1",
    "warning",
    "3.253.1 is supported, but the command import needs 3.254.0 or newer [cli-cannot-import]. Install a newer version before an import.",
  ],
  [
    "3.249.0",
    "problem",
    "3.249.0 is not supported (supported: >=3.250.0) [version-not-supported]. Install a supported version.",
  ],
])("the Pulumi CLI %s", (version, level, text) => {
  expect(checkCliVersion(version)).toEqual({ level, subject: "Pulumi CLI", text });
});

describe("the packages of a program", () => {
  const temporary = useTemporaryFolder();
  const install = (name: string, version: string) => {
    const target = join(temporary.path, "node_modules", name);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, "package.json"), JSON.stringify({ name, version }));
    writeFileSync(join(target, "provider.js"), "");
  };
  const texts = () => checkPackages(temporary.path).map(({ level, text }) => `${level} ${text}`);

  test("are problems with what to do if they are missing", () => {
    expect(texts()).toEqual([
      `problem is not installed in ${temporary.path} or above it [sdk-not-found]. Run \`npm install @pulumi/pulumi\` in that folder.`,
      `problem cannot be resolved from ${temporary.path}, the folder in which Pulumi starts the provider process, so every resource fails with "Cannot find module 'pulumi-cloudplatform/provider'" [provider-module-not-found]. Install pulumi-cloudplatform in that folder as a direct dependency, also if the program is a bundle or another package uses it.`,
    ]);
  });

  const UNSUPPORTED =
    "is not supported (supported: ^3.249.0) [version-not-supported]. Install a supported version.";
  const DIFFERENT = `and this command is version ${version} [package-version-differs]. Run \`npx pulumi-cloudplatform\` in the folder of the program.`;

  test.each<[sdk: string, own: string, ...texts: [string, (folder: string) => string]]>([
    [
      "2.0.0",
      "9.0.0",
      `problem 2.0.0 ${UNSUPPORTED}`,
      (at) => `warning the program uses version 9.0.0 in ${at}, ${DIFFERENT}`,
    ],
    ["3.270.0", version, "ok 3.270.0 (supported: ^3.249.0)", (at) => `ok version ${version} in ${at}`],
  ])("have the versions %s and %s", (sdk, own, first, second) => {
    install("@pulumi/pulumi", sdk);
    install("pulumi-cloudplatform", own);
    expect(texts()).toEqual([first, second(`${temporary.path}/node_modules/pulumi-cloudplatform`)]);
  });
});

describe("the clock", () => {
  const SET = "[clock-differs]. Set the clock, for example with NTP.";

  test.each([
    [29_000, "ok", "within 30s of the platform's"],
    [-29_000, "ok", "within 30s of the platform's"],
    [200_400, "warning", `the local clock is 3m20s ahead of the platform's ${SET}`],
    [-7_200_000, "warning", `the local clock is 2h behind the platform's ${SET}`],
  ])("%d ms ahead", (lead, level, text) => {
    expect(clockChecks(lead)).toEqual([{ level, subject: "clock", text }]);
  });

  test("is not checked if no reply has a date", () => {
    expect(clockChecks(undefined)).toEqual([]);
  });
});

describe("the deployment", () => {
  const available = { is: "available" } as const;
  const missing = { is: "missing" } as const;
  const ok = (text: string) => [{ level: "ok", subject: "deployment", text: expect.stringContaining(text) }];

  test.each<[found: Parameters<typeof deploymentChecks>[0], setting: string | undefined, checks: unknown[]]>([
    [
      [available, available],
      undefined,
      ok("has all operations; `pulumi config set cloudplatform:deployment full` says so"),
    ],
    [
      [missing, missing],
      undefined,
      ok(
        "has only the documented operations; `pulumi config set cloudplatform:deployment documented` says so",
      ),
    ],
    [
      [available, missing],
      undefined,
      [expect.objectContaining({ level: "ok", text: "has some operations" })],
    ],
    [[missing], "documented", [expect.objectContaining({ text: "has only the documented operations" })]],
    [
      [available, missing],
      "full",
      [
        {
          ...{ level: "warning", subject: "deployment" },
          text: "cloudplatform:deployment is full, and this deployment has some operations [deployment-differs]. Run `pulumi config set cloudplatform:deployment auto`.",
        },
      ],
    ],
    [[available, { is: "unclear", reason: "503" }], undefined, []],
  ])("with the operations %j and the setting %s", (found, setting, checks) => {
    expect(deploymentChecks(found, setting)).toEqual(checks);
  });
});

describe("the platform", () => {
  const at = async (reply: (path: string) => ScriptedReply) => {
    const server = closeLater(await startScriptedServer(({ path }) => reply(path)));
    const settings: Record<string, string> = {
      "cloudplatform:apiKey": "a-secret-key",
      "cloudplatform:baseUrl": server.url,
    };
    return { server, results: await checkPlatform({ get: (key) => settings[key] }) };
  };

  test("has a result of each check, and the date of its replies is compared with the local clock", async () => {
    const headers = { date: new Date(Date.now() - 3_600_000).toUTCString() };
    const replies: Array<[path: string, reply: ScriptedReply]> = [
      ["/streaming/", { body: { count: 0, results: [] } }],
      [
        "/cloud/v1/routers/",
        { status: 404, body: { exception_class: "NotFoundError", message: "no such project" } },
      ],
      ["/fastedge/v1/admin/clients", { status: 403, body: { error: "no" } }],
      ["/cloud/v2/limits_request", { status: 503, body: { error: "busy" } }],
      ["", { status: 404, body: { message: "no Route matched" } }],
    ];
    const { server, results } = await at((path) => ({
      headers,
      ...replies.find(([prefix]) => path.startsWith(prefix))?.[1],
    }));
    const probed = RESOURCES.filter(({ handler }) => handler.identity?.probe).map(({ name }) => name);
    expect(results.map(({ subject }) => subject)).toEqual(["platform", ...probed, "clock"]);
    expect(results.flatMap(({ subject, level }) => (level === "ok" ? subject : []))).toEqual([
      "platform",
      "Router",
    ]);
    const texts = Object.fromEntries(results.map(({ subject, text }) => [subject, text]));
    expect(texts.QuotaNotificationThreshold).toBe(
      "this deployment does not have GET /cloud/v2/client_quotas/{client_id}/notification_threshold [operation-missing]. The resource cannot be imported, and a refresh finds no drift.",
    );
    expect(texts.QuotaLimitRequest).toMatch(
      /^GET \/cloud\/v2\/limits_request could not be checked: .*503.* \[operation-unclear\]\. Run the command again\.$/,
    );
    expect(texts.EdgeGroupMembership).toBe(
      "the key has no access to GET /fastedge/v1/admin/clients (403) [operation-refused]. If the stack has this resource, give it a Provider with another key.",
    );
    expect(texts.clock).toMatch(/^the local clock is (59m\d+s|1h.*) ahead of the platform's/);
    expect(server.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("is a problem if it is another server, whose operations are not checked", async () => {
    const { server, results } = await at(() => ({ body: { hello: "world" } }));
    expect(results).toMatchObject([
      {
        ...{ level: "problem", subject: "platform" },
        text: expect.stringContaining("does not answer as the platform's API: GET /streaming/ai/tasks"),
      },
      { level: "ok", subject: "clock" },
    ]);
    expect(server.requests).toHaveLength(1);
  });
});
