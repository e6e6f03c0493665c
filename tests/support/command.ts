import { type ChildProcess, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The root of this repository. */
export const root = resolve(__dirname, "../..");

export interface CommandOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The program has a process group of its own, as a program that a shell starts in a terminal. */
  detached?: true;
}

export interface Result {
  /** Undefined if a signal ended the program. */
  code: number | undefined;
  stdout: string;
  stderr: string;
  /** Both streams together. The order of lines of different streams is not guaranteed. */
  output: string;
}

export interface Command {
  child: ChildProcess;
  /** The output so far. */
  printed(): string;
  ended: Promise<Result>;
}

/** Starts a program as a child process. The simulator runs in this process and continues to reply. */
export function start(program: string, args: string[], { cwd, env, detached }: CommandOptions): Command {
  const child = spawn(program, args, { cwd, env, detached, stdio: ["ignore", "pipe", "pipe"] });
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

/** A program that failed. The message contains its output. */
export class CommandFailure extends Error {
  constructor(
    command: string,
    readonly result: Result,
  ) {
    super(`${command} ended with ${result.code ?? "a signal"}:\n${result.output}`);
  }
}

/** Runs a program that must succeed. */
export async function run(program: string, args: string[], options: CommandOptions): Promise<Result> {
  return succeeding(start(program, args, options), `${program} ${args.join(" ")}`);
}

export async function succeeding({ ended }: Command, name: string): Promise<Result> {
  const result = await ended;
  if (result.code !== 0) throw new CommandFailure(name, result);
  return result;
}

/** The output of a program that must fail. */
export async function failing(running: Promise<Result>): Promise<Result> {
  const ended = await running.catch((error: unknown) => {
    if (error instanceof CommandFailure) return error.result;
    throw error;
  });
  if (ended.code === 0)
    throw new Error(`The command succeeded, but had to fail. It printed:\n${ended.output}`);
  return ended;
}

let cachedEnv: Promise<NodeJS.ProcessEnv> | undefined;

/** An environment in which `pulumi` is the CLI and `node` is that of the project, without settings of Pulumi and of the package. */
export function projectEnv(): Promise<NodeJS.ProcessEnv> {
  cachedEnv ??= readProjectEnv();
  return cachedEnv;
}

/** Set-up consists of ES modules, which jest cannot load. */
async function readProjectEnv(): Promise<NodeJS.ProcessEnv> {
  const paths = pathToFileURL(join(root, "scripts", "setup", "paths.mjs")).href;
  const script =
    `import(${JSON.stringify(paths)}).then(({ projectEnv }) => console.log(JSON.stringify(projectEnv())))` +
    ".catch((error) => { console.error(error.message); process.exitCode = 1; })";
  const result = await start(process.execPath, ["-e", script], { cwd: root, env: process.env }).ended;
  if (result.code !== 0) throw new Error(`The Pulumi CLI is needed here. ${result.stderr.trim()}`);
  // Variables of the developer's shell that would change the result of a test.
  const own = /^(PULUMI_|CLOUDPLATFORM_|NODE_OPTIONS$|JEST_)/;
  const others = Object.entries(JSON.parse(result.stdout)).filter(([name]) => !own.test(name));
  return {
    ...Object.fromEntries(others),
    // The tests start hundreds of processes, so Node caches the compiled code.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"),
    // The CLI ends after a second, so collecting garbage is lost time: an eighth of a run.
    GOGC: "off",
  };
}

/** The option of Node that shortens the start of Pulumi's processes. npm needs the modules that are lazy then. */
export const LAZY_MODULES = `--require=${JSON.stringify(join(__dirname, "lazy-modules.cjs"))}`;

/** Waits for an effect of another process. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`This condition was not met in time: ${condition}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}
