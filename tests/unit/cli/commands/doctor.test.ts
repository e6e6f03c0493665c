import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readOperationOf } from "../../../../sdk/src/cli/doctor/operations";
import { checkPlatform } from "../../../../sdk/src/cli/doctor/platform";
import { checkCliVersion, checkPackages, satisfies } from "../../../../sdk/src/cli/doctor/versions";
import { version } from "../../../../sdk/src/util/version";
import { useCleanup } from "../../../support/handler-setup";
import { RESOURCES } from "../../../support/resource-fixtures";
import { runCommand } from "../../../support/run-command";
import { type ScriptedReply, startScriptedServer } from "../../../support/scripted-server";
import { settingsOf } from "../../../support/settings";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const { closeLater } = useCleanup();

test("--json prints each check, and whether one is a problem", async () => {
  const output = await runCommand(["doctor", "--json"]);
  const { version: form, hasProblem, checks } = JSON.parse(output);
  expect([form, hasProblem]).toEqual([1, true]);
  expect(checks).toContainEqual({ level: "ok", subject: "stack", text: "its configuration can be read" });
});

test.each([
  ["3.276.0", ">=3.250.0", true],
  ["3.249.9", ">=3.250.0", false],
  ["22.19.0", ">=22.19", true],
  ["9.0.0", ">=22.19", false],
  ["3.270.0", "^3.249.0", true],
  ["4.0.0", "^3.249.0", false],
])("version %s in %s: %s", (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

test.each([
  ["3.276.0", "ok 3.276.0 (supported: >=3.250.0)"],
  [
    "3.253.1",
    "warning 3.253.1 is supported, but the command import needs 3.254.0 or newer [cli-cannot-import].",
  ],
  ["3.249.0", "problem 3.249.0 is not supported (supported: >=3.250.0) [version-not-supported]."],
])("the Pulumi CLI %s: %s", (version, result) => {
  const { level, text } = checkCliVersion(version);
  expect(`${level} ${text}`).toContain(result);
});

const temporary = useTemporaryFolder();
const install = (name: string, version: string) => {
  const target = join(temporary.path, "node_modules", name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), JSON.stringify({ name, version }));
  writeFileSync(join(target, "provider.js"), "");
};

test.each([
  [
    "2.0.0",
    "9.0.0",
    "problem 2.0.0 is not supported",
    `warning the program uses version 9.0.0 in <folder>, and this command is version ${version} [package-version-differs]`,
  ],
  ["3.270.0", version, "ok 3.270.0 (supported: ^3.249.0)", `ok version ${version} in <folder>`],
])("doctor reports the versions %s and %s of the packages of a program", (sdk, own, first, second) => {
  install("@pulumi/pulumi", sdk);
  install("pulumi-cloudplatform", own);
  const folder = join(temporary.path, "node_modules", "pulumi-cloudplatform");
  const texts = checkPackages(temporary.path).map(({ level, text }) => `${level} ${text}`);
  expect(texts.map((text) => text.replace(folder, "<folder>"))).toEqual([
    expect.stringContaining(first),
    expect.stringContaining(second),
  ]);
});

describe("the folder of records", () => {
  const { PULUMI_HOME } = process.env;

  beforeEach(() => {
    process.env.PULUMI_HOME = temporary.path;
  });

  afterEach(() => {
    if (PULUMI_HOME === undefined) delete process.env.PULUMI_HOME;
    else process.env.PULUMI_HOME = PULUMI_HOME;
  });

  test("can be written, and stays empty", async () => {
    const folder = join(temporary.path, "cloudplatform", "operations");
    expect(await runCommand(["doctor"])).toContain(`ok       records: can be written to ${folder}\n`);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("cannot be written: the warning is that of a run", async () => {
    writeFileSync(join(temporary.path, "cloudplatform"), "a file in place of the folder");
    expect(await runCommand(["doctor"])).toMatch(
      /^warning {2}records: .*cloudplatform\/operations of PULUMI_HOME.* \[records-not-written\]\. .*make the folder writable\.$/m,
    );
  });
});

describe("the platform", () => {
  const at = async (reply: (path: string) => ScriptedReply) => {
    const server = closeLater(await startScriptedServer(({ path }) => reply(path)));
    const settings = settingsOf({ apiKey: "a-secret-key", baseUrl: server.url });
    return { server, results: await checkPlatform(settings) };
  };

  test("has a result of each check", async () => {
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
    const { server, results } = await at(
      (path) => replies.find(([prefix]) => path.startsWith(prefix))?.[1] ?? {},
    );
    const probed = RESOURCES.filter(({ name }) => readOperationOf(name)).map(({ name }) => name);
    expect(results.map(({ subject }) => subject)).toEqual(["platform", ...probed]);
    expect(results.flatMap(({ subject, level }) => (level === "ok" ? subject : []))).toEqual([
      "platform",
      "Router",
    ]);
    const texts = Object.fromEntries(results.map(({ subject, text }) => [subject, text]));
    expect(texts.QuotaNotificationThreshold).toContain("[operation-missing]");
    expect(texts.QuotaLimitRequest).toMatch(/503.* \[operation-unclear\]/);
    expect(texts.EdgeGroupMembership).toContain("[operation-refused]");
    expect(server.requests.every(({ method }) => method === "GET")).toBe(true);
  });

  test("causes a problem if it is another server, whose operations are not checked", async () => {
    const { server, results } = await at(() => ({ body: { hello: "world" } }));
    expect(results).toMatchObject([
      {
        ...{ level: "problem", subject: "platform" },
        text: expect.stringMatching(
          /does not answer as the platform's API: GET \/streaming\/ai\/tasks.* \[platform-not-found\]/,
        ),
      },
    ]);
    expect(server.requests).toHaveLength(1);
  });
});
