import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { type Command, eventually, projectEnv, root, start, succeeding } from "../support/command";
import { pack } from "../support/packed-package";
import { temporaryFolder } from "../support/temporary-folder";

// docs/quickstart.md as a reader of each language follows it: the test writes the files of the page, runs its commands with the
// real CLI in a shell, and compares the output. Only the packages are those of this checkout, and the simulator has another port.

const SIMULATOR = "npx cloudplatform-simulator -- bash";
const ADDRESSES = /https:\/\/api\.example\.com/g;

const folder = temporaryFolder();
const tarballs: Record<string, string> = {};
let env: NodeJS.ProcessEnv;
let simulator: Command | undefined;

beforeAll(async () => {
  env = {
    ...(await projectEnv()),
    PULUMI_HOME: join(folder.path, "pulumi"),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    npm_config_prefer_offline: "true",
  };
  for (const workspace of ["sdk", "simulator"] as const) {
    const { filename } = await pack(folder.path, workspace);
    tarballs[filename.replace(/-\d.*/, "")] = join(folder.path, filename);
  }
  // The value of `pulumi config set` that a reader types.
  writeFileSync(join(folder.path, "typed"), "simulator-key\n");
}, 300_000);

afterEach(() => {
  simulator?.child.kill();
});

afterAll(() => {
  folder.remove();
});

interface Block {
  /** The paragraph before the block. "In YAML, …" is for that language only. */
  paragraph: string;
  language: string;
  code: string;
}

function blocks(page: string, reader: string): Block[] {
  const found = page.matchAll(/(?:((?:^(?!```)[^\n]+\n)+)\n)?^```(\w+)\n(.*?)^```$/gms);
  const all = [...found].map(([, paragraph = "", language = "", code = ""]) => ({
    paragraph,
    language,
    code,
  }));
  return all.filter(({ paragraph }) => [reader, undefined].includes(/^In (\w+),/.exec(paragraph)?.[1]));
}

/** The address that the simulator has printed. */
const address = () => /listens on (\S+)/.exec(simulator?.printed() ?? "")?.[1] ?? "";

/** Starts commands in the shell of the reader, who has typed the lines before. */
function shell(cwd: string, commands: string, earlier: string[]): Command {
  const lines = ["exec <../typed", ...earlier, commands].map((line) =>
    line
      .replace(ADDRESSES, address)
      // The home folder of the user, whatever HOME says.
      .replace("pulumi login --local", `pulumi login 'file://${cwd}'`)
      .replace(/^npm install .*/gm, (install) =>
        install.replace(/pulumi-cloudplatform\S*/g, (name) => tarballs[name] ?? name),
      ),
  );
  return start("bash", ["-euc", lines.join("\n")], { cwd, env });
}

/** What a reader has typed that holds for later commands. */
const lasting = (code: string) => code.match(/^(cd|export) .*$/gm) ?? [];

// The commands after the deployment are the same in YAML: plugin-executable.exhaustive.test.ts goes on with that program.
test.each([
  ["TypeScript", "to its end", /$/],
  ["YAML", "to the deployment", /^## 6\. /m],
] as const)(
  "the commands of the page succeed in %s %s, and print what it shows",
  async (reader, _, end) => {
    const [page = ""] = readFileSync(join(root, "docs", "quickstart.md"), "utf8").split(end);
    const cwd = join(folder.path, reader);
    mkdirSync(cwd);
    const project = join(cwd, /^cd (\S+)$/m.exec(page)?.[1] ?? "");
    let earlier: string[] = [];
    let beforeTheSimulator: string[] = [];
    let output = "";
    for (const { paragraph, language, code } of blocks(page, reader)) {
      changeProgram(project, paragraph);
      if (language === "text") expectLines(output, code);
      else if (language !== "sh") writeFileSync(join(project, fileOf(paragraph)), code);
      else if (code.trim() === SIMULATOR) {
        beforeTheSimulator = [...earlier];
        earlier.push(...(await startSimulator(cwd, earlier)));
        output = simulator?.printed() ?? "";
      } else if (code.trim() === "exit") {
        // Without a terminal, Pulumi does not ask for the passphrase.
        earlier = [...beforeTheSimulator, "export PULUMI_CONFIG_PASSPHRASE=typed"];
      } else {
        ({ output } = await succeeding(shell(cwd, code, earlier), code));
        earlier.push(...lasting(code));
      }
    }
    expect(output).toContain(
      reader === "YAML" ? "2 created" : `platform: ${address()} is the platform's API, and accepts the key`,
    );
  },
  600_000,
);

/** Starts the simulator, and returns what the reader's shell then has in its environment. */
async function startSimulator(cwd: string, earlier: string[]): Promise<string[]> {
  // What npx starts, because a signal does not pass through npx. The reader's commands run beside its shell.
  const program = "exec node_modules/.bin/cloudplatform-simulator --task-time 500ms";
  simulator = shell(cwd, `${program} -- bash -c "env; sleep 600"`, earlier);
  await eventually(() => /CLOUDPLATFORM_BASE_URL=/.test(simulator?.printed() ?? ""));
  return (simulator.printed().match(/^CLOUDPLATFORM_\w+=.*$/gm) ?? []).map((line) => `export ${line}`);
}

/** "Replace `one` by `another` in the program." */
function changeProgram(project: string, paragraph: string): void {
  const [, old, text] = /Replace `(.+?)` by `(.+?)` in\s+the program/.exec(paragraph) ?? [];
  if (old === undefined || text === undefined) return;
  for (const name of ["Pulumi.yaml", "index.ts"].filter((file) => existsSync(join(project, file)))) {
    const program = readFileSync(join(project, name), "utf8");
    writeFileSync(join(project, name), program.replace(old, text));
  }
}

/** The last file that is named: "`index.ts` is the program." */
function fileOf(paragraph: string): string {
  const [, file] = [...paragraph.matchAll(/`([\w.]+\.(?:ts|json|yaml))`/g)].at(-1) ?? [];
  if (!file) throw new Error(`No file is named in: ${paragraph}`);
  return file;
}

/** The page shows the lines in the order in which they were printed, and may omit lines. */
function expectLines(output: string, shown: string): void {
  const printed = linesOf(output);
  let position = 0;
  for (const line of linesOf(shown)) {
    const found = printed.indexOf(line, position);
    if (found === -1) throw new Error(`"${line}" is not in the output after line ${position}:\n${output}`);
    position = found + 1;
  }
}

/** Lines without what differs from run to run. */
function linesOf(text: string): string[] {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replace(/(pulumi-nodejs:dynamic\/cloudplatform|cloudplatform:index):Router/g, "…:Router")
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "<address>")
    .replace(/\b\d+(\.\d+)?s\b/g, "<seconds>")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}
