import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { root, start } from "../support/command";
import { fakeCli } from "../support/fake-cli";
import { startPlatform } from "../support/platform";
import { posixOnly } from "../support/posix-only";
import { useTemporaryFolder } from "../support/temporary-folder";

// The command pulumi-cloudplatform with a fake CLI. tests/engine uses the real one.

const temporary = useTemporaryFolder();

const program = join(root, "sdk/bin/pulumi-cloudplatform.js");

async function importThreshold() {
  const args = [program, "import", "QuotaNotificationThreshold", "alerts", "5", "--yes"];
  const env = { PATH: [temporary.path, dirname(process.execPath)].join(delimiter) };
  const { code, stdout, stderr } = await start(process.execPath, args, { cwd: temporary.path, env }).ended;
  return { code, stdout, stderr };
}

/** The import prints one error, and nothing else. */
async function expectError(sentence: string): Promise<void> {
  expect(await importThreshold()).toEqual({ stdout: "", stderr: `${sentence}\n`, code: 1 });
}

test("outside of a project the import fails", async () => {
  await expectError(
    "pulumi-cloudplatform: there is no Pulumi.yaml in this folder or above it [no-project]. Run the command in the folder of your project.",
  );
});

test("a CLI that cannot import dynamic resources is rejected", async () => {
  writeFileSync(join(temporary.path, "Pulumi.yaml"), "name: demo\n");
  fakeCli(temporary.path, { version: "v3.253.0" });
  await expectError(
    "pulumi-cloudplatform: the import needs the Pulumi CLI 3.254.0 or newer, and this is 3.253.0 [cli-too-old]. Install a newer version of the Pulumi CLI.",
  );
});

test("the program is printed only if the CLI has imported the objects", async () => {
  const platform = await startPlatform({ apiKeys: ["a-secret-key"] });
  const settings = { apiKey: "a-secret-key", baseUrl: platform.url };
  const config = Object.entries(settings).map(([name, value]) => [`cloudplatform:${name}`, { value }]);
  writeFileSync(join(temporary.path, "Pulumi.yaml"), "name: demo\n");
  fakeCli(temporary.path, {
    version: "v3.259.0",
    config: JSON.stringify(Object.fromEntries(config)),
    stack: JSON.stringify({ deployment: {} }),
  });
  const outcome = await importThreshold();
  await platform.close();
  expect(outcome).toEqual({
    stdout: "",
    stderr:
      "pulumi-cloudplatform: the Pulumi CLI did not import the objects [import-failed]. Follow its messages above.\n",
    code: 1,
  });
});

const signals = posixOnly("no process can catch the signals of another one");

signals.test("an import that is ended waits for Pulumi, and leaves no file", async () => {
  const platform = await startPlatform({ apiKeys: ["a-secret-key"] });
  const settings = { apiKey: "a-secret-key", baseUrl: platform.url };
  const config = Object.entries(settings).map(([name, value]) => [`cloudplatform:${name}`, { value }]);
  const files = join(temporary.path, "files");
  mkdirSync(files);
  writeFileSync(join(temporary.path, "Pulumi.yaml"), "name: demo\n");
  fakeCli(temporary.path, {
    version: "v3.259.0",
    config: JSON.stringify(Object.fromEntries(config)),
    stack: JSON.stringify({ deployment: {} }),
  });
  const script = readFileSync(join(temporary.path, "pulumi"), "utf8");
  const waits = "trap 'echo saved >&2; exit 1' TERM; echo importing >&2; while :; do sleep 0.05; done";
  writeFileSync(
    join(temporary.path, "pulumi"),
    script.replace('case "$1" in', () => `case "$1" in\nimport) ${waits} ;;`),
  );
  const args = [program, "import", "QuotaNotificationThreshold", "alerts", "5", "--yes"];
  const env = {
    PATH: [temporary.path, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    TMPDIR: files,
  };
  const { child, ended } = start(process.execPath, args, { cwd: temporary.path, env });
  const isImporting = new Promise((resolve) => {
    child.stderr?.on("data", (text) => `${text}`.includes("importing") && resolve(true));
  });
  // A command that fails before the import must not make the test wait.
  await Promise.race([isImporting, ended]);
  child.kill("SIGINT");
  child.kill("SIGTERM");
  const { code, stderr } = await ended;
  await platform.close();
  expect([code, stderr]).toEqual([
    1,
    "importing\nsaved\npulumi-cloudplatform: the Pulumi CLI did not import the objects [import-failed]. Follow its messages above.\n",
  ]);
  expect(readdirSync(files)).toEqual([]);
});

test("a reader that ends first, such as `head`, is not an error", async () => {
  const { child, ended } = start(process.execPath, [program, "--help"], { cwd: temporary.path, env: {} });
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});
