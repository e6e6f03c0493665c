import childProcess from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { jest } from "@jest/globals";
import { main } from "../../sdk/src/cli/main";
import type { StateResource } from "../../sdk/src/cli/pulumi";
import { fakeCli } from "./fake-cli";
import { printed } from "./printed";
import { temporaryFolder } from "./temporary-folder";

/** What a run of the command `pulumi-cloudplatform` finds. */
export interface Surroundings {
  /** Files of the project by their paths. Default: only Pulumi.yaml. */
  files?: Record<string, string>;
  /** The version of the Pulumi CLI; undefined: the CLI is not installed. */
  cli?: string | undefined;
  /** The configuration of the stack, without the namespace. */
  config?: Record<string, { value: string; secret?: boolean }>;
  /** The resources in the state of the stack. */
  resources?: StateResource[];
  /** `pulumi import` succeeds. */
  imports?: true;
  /** Every command of the CLI beside `version` fails with this text. */
  cliError?: string;
  /** The folders of executables, in addition to that of the CLI. Default: that of Node. */
  path?: string;
}

/** Runs the command in a new folder, with a fake Pulumi CLI. Returns both outputs. */
export async function runCommand(
  args: string[],
  {
    files = { "Pulumi.yaml": "name: demo\n" },
    config = {},
    resources = [],
    cliError,
    imports,
    path = dirname(process.execPath),
    ...others
  }: Surroundings = {},
): Promise<string> {
  const { cli } = { cli: "v3.260.0", ...others };
  const folder = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true });
    writeFileSync(join(folder.path, file), text);
  }
  const stack = {
    config: JSON.stringify(
      Object.fromEntries(Object.entries(config).map(([name, value]) => [`cloudplatform:${name}`, value])),
    ),
    stack: JSON.stringify({ deployment: { resources } }),
    ...(imports && { import: "" }),
  };
  if (cli !== undefined)
    fakeCli(folder.path, { version: cli, ...(cliError === undefined && stack) }, cliError);
  const before = process.cwd();
  const restorePath = setPath([folder.path, path].join(delimiter));
  try {
    process.chdir(folder.path);
    const { stdout, stderr } = await printed(() => main(args));
    return stdout + stderr;
  } finally {
    process.chdir(before);
    restorePath();
    folder.remove();
  }
}

type Start = (command: string, args: string[], options: object) => unknown;

/**
 * Sets the PATH of this process, and of those that it starts: they do not inherit that of the test, because jest gives each test
 * file its own. Returns what restores the PATH.
 */
function setPath(path: string): () => void {
  const before = process.env.PATH;
  process.env.PATH = path;
  const functions = childProcess as unknown as Record<"spawn" | "spawnSync", Start>;
  const spies = (["spawn", "spawnSync"] as const).map((name) => {
    const start = functions[name];
    return jest
      .spyOn(functions, name)
      .mockImplementation((command, args, options) => start(command, args, { ...options, env: process.env }));
  });
  return () => {
    process.env.PATH = before;
    for (const spy of spies) spy.mockRestore();
  };
}
