import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The root of this repository. */
export const root = resolve(__dirname, "../..");

export interface CommandOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export interface Result {
  /** undefined when a signal ended it. */
  code: number | undefined;
  stdout: string;
  stderr: string;
  /** All that a user saw: both streams in one, without a guarantee of their order to each other. */
  output: string;
}

export interface Command {
  child: ChildProcess;
  /** What has been printed so far. */
  printed(): string;
  ended: Promise<Result>;
}

/** Starts a program as a child process; the platform's simulator runs in this one and stays responsive. */
export function start(program: string, args: string[], { cwd, env }: CommandOptions): Command {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    output += text;
  });
  const ended = new Promise<Result>((settle, reject) => {
    child.once("error", reject);
    child.once("close", (code) => settle({ code: code ?? undefined, stdout, stderr, output }));
  });
  return { child, printed: () => output, ended };
}

/** A program ended in failure; the message holds all that it printed. */
export class CommandFailure extends Error {
  constructor(
    command: string,
    readonly result: Result,
  ) {
    super(`${command} ended with ${result.code ?? "a signal"}:\n${result.output}`);
  }
}

/** Runs a program that has to succeed. */
export async function run(program: string, args: string[], options: CommandOptions): Promise<Result> {
  return succeeding(start(program, args, options), `${program} ${args.join(" ")}`);
}

export async function succeeding({ ended }: Command, name: string): Promise<Result> {
  const result = await ended;
  if (result.code !== 0) throw new CommandFailure(name, result);
  return result;
}

/** What was printed by a program that has to fail. */
export async function failing(running: Promise<Result>): Promise<Result> {
  const ended = await running.catch((error: unknown) => {
    if (error instanceof CommandFailure) return error.result;
    throw error;
  });
  if (ended.code === 0) throw new Error(`It should have failed, and printed:\n${ended.output}`);
  return ended;
}

let known: Promise<NodeJS.ProcessEnv> | undefined;

/** The environment in which `pulumi` is the CLI and `node` the project's own, as set-up left them. */
export function projectEnv(): Promise<NodeJS.ProcessEnv> {
  known ??= readProjectEnv();
  return known;
}

/** Set-up is made of modules that jest, which loads CommonJS, cannot load. */
async function readProjectEnv(): Promise<NodeJS.ProcessEnv> {
  const paths = pathToFileURL(join(root, "scripts", "setup", "paths.mjs")).href;
  const script =
    `import(${JSON.stringify(paths)}).then(({ projectEnv }) => console.log(JSON.stringify(projectEnv())))` +
    ".catch((error) => { console.error(error.message); process.exitCode = 1; })";
  const result = await start(process.execPath, ["-e", script], { cwd: root, env: process.env }).ended;
  if (result.code !== 0) throw new Error(`The Pulumi CLI is needed here. ${result.stderr.trim()}`);
  // Compiled code is kept between the hundreds of processes that the tests start.
  return {
    ...JSON.parse(result.stdout),
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"),
    NODE_OPTIONS: LAZY_MODULES,
  };
}

/** The option of Node with which Pulumi's processes take less time to start. */
export const LAZY_MODULES = `--require=${JSON.stringify(join(__dirname, "lazy-modules.cjs"))}`;

/** Waits for what another process brings about. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const patience = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > patience) throw new Error(`It never came about: ${condition}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}
