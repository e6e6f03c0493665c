import { join } from "node:path";
import { type Command, type Result, root, start } from "./command";
import type { Stack } from "./stack";
import { temporaryFolder } from "./temporary-folder";

const PLUGIN = join(root, "sdk", "plugin");

/** `pulumi do`, in a folder without a project. The package is the folder of the plugin. */
export class DoCommand {
  private readonly folder = temporaryFolder();

  constructor(
    private readonly stack: Stack,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  begin(token: string, ...args: string[]): Command {
    return this.start("--package", PLUGIN, `cloudplatform:index:${token}`, ...args);
  }

  /** A command that keeps a state, with the plugin that is installed. */
  managed(token: string, ...args: string[]): Promise<Result> {
    return this.start(`cloudplatform:index:${token}`, ...args).ended;
  }

  private start(...args: string[]): Command {
    const env = { ...this.stack.env, ...this.env };
    return start("pulumi", ["do", ...args, "--non-interactive"], { cwd: this.folder.path, env });
  }

  run(token: string, ...args: string[]): Promise<Result> {
    return this.begin(token, ...args).ended;
  }

  /** The result of a command that must succeed: all that it prints to the standard output. */
  async json(token: string, ...args: string[]): Promise<unknown> {
    const { code, stdout, output } = await this.run(token, ...args, "--output", "json");
    if (code !== 0) throw new Error(output);
    return JSON.parse(stdout);
  }

  remove(): void {
    this.folder.remove();
  }
}
