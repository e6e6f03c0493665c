import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Command, type Result, root as repository, start } from "../support/command";
import { NEWEST_CLI } from "../support/pinned-cli";

const node = process.execPath;

/** The CLI that set-up gets. */
export const version = NEWEST_CLI;

type Env = Record<string, string>;

const programs = path.join(__dirname, "fakes");

/**
 * A new clone with the real set-up scripts and a new home. Everything that set-up runs (npm, go, the launcher, the
 * compiler, the CLI) is a small script that takes milliseconds and writes each call to a log.
 */
export class Sandbox {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), "setup-test-"));
  readonly checkout = path.join(this.folder, "checkout");
  readonly home = path.join(this.folder, "home");
  /** The only folder in the PATH. */
  readonly bin = path.join(this.folder, "bin");
  readonly versions = path.join(this.home, ".pulumi", "versions");
  readonly cache = path.join(this.versions, version, "bin");
  private readonly log = path.join(this.folder, "log");
  private readonly commands: Command[] = [];

  constructor() {
    for (const folder of [this.checkout, this.home, this.bin]) fs.mkdirSync(folder);
    this.write("log", "");
    for (const part of ["scripts", "package.json", "package-lock.json"])
      fs.cpSync(path.join(repository, part), path.join(this.checkout, part), { recursive: true });
    this.addProgram("npm");
  }

  write(file: string, content: string): void {
    const target = path.join(this.folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }

  /** Writes one of the scripts in fakes/ as an executable file. It is a copy, not a link. */
  addProgram(name: string, folder = this.bin, as = name): void {
    fs.mkdirSync(folder, { recursive: true });
    const source = fs.readFileSync(path.join(programs, `${name}.cjs`), "utf8");
    fs.writeFileSync(path.join(folder, as), `#!${node}\n${source}`, { mode: 0o755 });
  }

  /** A CLI with its plugins. */
  addCli(folder: string, ownVersion = version): void {
    for (const name of ["pulumi", "pulumi-language-nodejs"]) this.addProgram(name, folder);
    this.addProgram("pulumi", folder, "pulumi-resource-pulumi-nodejs");
    fs.writeFileSync(path.join(folder, "version"), ownVersion);
  }

  /** The calls since the last time. */
  calls(): string[] {
    const lines = fs.readFileSync(this.log, "utf8").split("\n").filter(Boolean);
    fs.writeFileSync(this.log, "");
    return lines;
  }

  private env(env: Env): Env {
    const own = { PATH: this.bin, HOME: this.home, FAKES: programs, FAKE_LOG: this.log, FAKE_NODE: node };
    return { ...own, FAKE_PULUMI_VERSION: version, ...env };
  }

  start(args: string[], env: Env = {}, cwd = this.checkout): Command {
    const command = start(node, args, { cwd, env: this.env(env) });
    this.commands.push(command);
    return command;
  }

  setUp(env: Env = {}, ...options: string[]): Promise<Result> {
    return this.start(["scripts/setup.mjs", ...options], env).ended;
  }

  /** The real npx. */
  npx(...args: string[]): Promise<Result> {
    const { PATH = "" } = process.env;
    return start("npx", args, { cwd: this.checkout, env: this.env({ PATH, npm_config_offline: "true" }) })
      .ended;
  }

  async remove(): Promise<void> {
    for (const { child } of this.commands) child.kill("SIGKILL");
    await fs.promises.rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
