import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { root, start } from "../support/command";
import { startPlatform } from "../support/platform";
import { temporaryFolder } from "../support/temporary-folder";

// The command pulumi-cloudplatform with another CLI than the real one, which tests/engine uses.

let temporary: ReturnType<typeof temporaryFolder>;
let folder: string;

beforeEach(() => {
  temporary = temporaryFolder();
  folder = temporary.path;
});
afterEach(() => temporary.remove());

/** A CLI that answers each subcommand with a text. The others fail. */
function fakeCli(answers: Record<string, string>): void {
  const code = `
    const answer = ${JSON.stringify(answers)}[process.argv[2]];
    if (answer === undefined) process.exit(1);
    console.log(answer);`;
  writeFileSync(join(folder, "pulumi"), `#!/usr/bin/env node${code}`);
  chmodSync(join(folder, "pulumi"), 0o755);
}

async function importThreshold() {
  const program = join(root, "sdk/bin/pulumi-cloudplatform.js");
  const args = [program, "import", "QuotaNotificationThreshold", "alerts", "5", "--yes"];
  const env = { PATH: [folder, dirname(process.execPath)].join(delimiter) };
  const { code, stdout, stderr } = await start(process.execPath, args, { cwd: folder, env }).ended;
  return { code, stdout, stderr };
}

test("outside of a project nothing is imported", async () => {
  expect(await importThreshold()).toEqual({
    stdout: "",
    stderr:
      "pulumi-cloudplatform: there is no Pulumi.yaml in this folder or above it [no-project]. Run the command in the folder of your project.\n",
    code: 1,
  });
});

test("a CLI that cannot import dynamic resources is refused", async () => {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: demo\n");
  fakeCli({ version: "v3.253.0" });
  expect(await importThreshold()).toEqual({
    stdout: "",
    stderr:
      "pulumi-cloudplatform: the import needs the Pulumi CLI 3.254.0 or newer, and this is 3.253.0 [cli-too-old]. Install a newer version of the Pulumi CLI.\n",
    code: 1,
  });
});

test("a program is printed only if the CLI has imported the objects", async () => {
  const platform = await startPlatform({ apiKeys: ["a-secret-key"] });
  const settings = { apiKey: "a-secret-key", baseUrl: platform.url };
  const config = Object.entries(settings).map(([name, value]) => [`cloudplatform:${name}`, { value }]);
  writeFileSync(join(folder, "Pulumi.yaml"), "name: demo\n");
  fakeCli({
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
