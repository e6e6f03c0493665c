import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { root, start } from "../support/command";
import { fakeCli } from "../support/fake-cli";
import { KEY } from "../support/platform";
import { posixOnly } from "../support/posix-only";
import { useTemporaryFolder } from "../support/temporary-folder";
import { useProcesses } from "./processes";

// The command pulumi-cloudplatform with a fake CLI. tests/engine uses the real one.

const temporary = useTemporaryFolder();
const { platformOf } = useProcesses();

const program = join(root, "sdk/bin/pulumi-cloudplatform.js");

const NOT_IMPORTED =
  "pulumi-cloudplatform: the Pulumi CLI did not import all objects [import-failed]. Follow its messages above, and run the command again: it imports those that the state does not have. The printed program declares all.\n";

/** `onImport` is the shell command that the fake CLI runs for `pulumi import`. */
async function startImport(onImport?: string, env: NodeJS.ProcessEnv = {}) {
  const { url } = await platformOf();
  const config = { "cloudplatform:apiKey": { value: KEY }, "cloudplatform:baseUrl": { value: url } };
  writeFileSync(join(temporary.path, "Pulumi.yaml"), "name: demo\n");
  const stack = JSON.stringify({ deployment: {} });
  fakeCli(temporary.path, { version: "v3.276.0", config: JSON.stringify(config), stack });
  const cli = join(temporary.path, "pulumi");
  const cases = 'case "$1" in';
  if (onImport) {
    const script = readFileSync(cli, "utf8").replace(cases, () => `${cases}\nimport) ${onImport} ;;`);
    writeFileSync(cli, script);
  }
  const args = [program, "import", "alerts=QuotaNotificationThreshold:5", "--yes"];
  const path = [temporary.path, dirname(process.execPath), ...(onImport ? ["/usr/bin", "/bin"] : [])];
  return start(process.execPath, args, {
    cwd: temporary.path,
    env: { PATH: path.join(delimiter), ...env },
  });
}

test("import prints the program also if the CLI then imports nothing", async () => {
  const { ended } = await startImport();
  const stdout = expect.stringContaining('new cloudplatform.QuotaNotificationThreshold("alerts", {');
  expect(await ended).toMatchObject({ code: 1, stdout, stderr: NOT_IMPORTED });
});

const signals = posixOnly("no process can catch the signals of another one");

for (const signal of ["SIGTERM", "SIGHUP"] as const)
  signals.test(`an import that ${signal} ends waits for Pulumi, and leaves no file`, async () => {
    const files = join(temporary.path, "files");
    mkdirSync(files);
    const waits = "trap 'echo saved >&2; exit 1' TERM; echo importing >&2; while :; do sleep 0.05; done";
    const { child, ended } = await startImport(waits, { TMPDIR: files });
    const isImporting = new Promise((resolve) => {
      child.stderr?.on("data", (text) => `${text}`.includes("importing") && resolve(true));
    });
    // A command that fails before the import must not make the test wait.
    await Promise.race([isImporting, ended]);
    child.kill("SIGINT");
    child.kill(signal);
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([1, `importing\nsaved\n${NOT_IMPORTED}`]);
    expect(readdirSync(files)).toEqual([]);
  });

test("a reader that ends first, such as `head`, is not an error", async () => {
  const { child, ended } = start(process.execPath, [program, "--help"], { cwd: temporary.path, env: {} });
  child.stdout?.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: "" });
});
