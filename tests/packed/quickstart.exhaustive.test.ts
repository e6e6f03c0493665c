import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { type Command, eventually, projectEnv, root, start, succeeding } from "../support/command";
import { pack } from "../support/packed-package";
import { temporaryFolder } from "../support/temporary-folder";

// docs/quickstart.md and docs/quickstart-yaml.md as a reader follows them: the test writes the files of the page, runs its commands with the real CLI in
// a shell, and compares the output. Only the packages are those of this checkout, and the simulator has another port.

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
  /** The paragraph before the block. */
  paragraph: string;
  language: string;
  code: string;
}

function blocks(page: string): Block[] {
  const found = page.matchAll(/(?:((?:^(?!```)[^\n]+\n)+)\n)?^```(\w+)\n(.*?)^```$/gms);
  return [...found].map(([, paragraph = "", language = "", code = ""]) => ({ paragraph, language, code }));
}

/** The address that the simulator has printed. */
const address = () => /listens on (\S+)/.exec(simulator?.printed() ?? "")?.[1] ?? "";

/** Starts commands in the shell of the reader, who has typed the lines before. */
function shell(commands: string, earlier: string[]): Command {
  const lines = ["exec <typed", ...earlier, commands].map((line) =>
    line
      .replace(ADDRESSES, address)
      .replace(/^npm install .*/gm, (install) =>
        install.replace(/pulumi-cloudplatform\S*/g, (name) => tarballs[name] ?? name),
      ),
  );
  return start("bash", ["-euc", lines.join("\n")], { cwd: folder.path, env });
}

test.each(["quickstart", "quickstart-yaml"])(
  "the commands of %s succeed, and print what the page shows",
  async (name) => {
    const page = readFileSync(join(root, "docs", `${name}.md`), "utf8");
    const project = join(folder.path, /^cd (\S+)$/m.exec(page)?.[1] ?? "");
    const earlier: string[] = [];
    let output = "";
    for (const { paragraph, language, code } of blocks(page)) {
      if (language === "text") expectLines(output, code);
      else if (language !== "sh") writeFileSync(join(project, fileOf(paragraph)), code);
      else if (code.trim() === SIMULATOR) {
        // What npx starts, because a signal does not pass through npx. The reader's commands run beside its shell.
        const program = "exec node_modules/.bin/cloudplatform-simulator --task-time 500ms";
        simulator = shell(`${program} -- bash -c "env; sleep 600"`, earlier);
        await eventually(() => /CLOUDPLATFORM_BASE_URL=/.test(simulator?.printed() ?? ""));
        output = simulator.printed();
        earlier.push(...(output.match(/^CLOUDPLATFORM_\w+=.*$/gm) ?? []).map((line) => `export ${line}`));
      } else {
        ({ output } = await succeeding(shell(code, earlier), code));
        earlier.push(...(code.match(/^(cd|export) .*$/gm) ?? []));
      }
    }
    expect(output).toContain(`platform: ${address()} is the platform's API, and accepts the key`);
  },
  600_000,
);

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
    .replace(/http:\/\/127\.0\.0\.1:\d+/g, "<address>")
    .replace(/\b\d+(\.\d+)?s\b/g, "<seconds>")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}
