import { join } from "node:path";
import { type CommandOptions, eventually, start } from "./command";

/** A process that runs the programs of a stack, one after the other. */
export class LanguageHost {
  private constructor(
    readonly address: string,
    readonly env: string,
    readonly stop: () => void,
  ) {}

  static async start(options: CommandOptions): Promise<LanguageHost> {
    const command = start("node", [join(__dirname, "run-programs.cjs")], options);
    await eventually(() => command.printed().includes("\n") || command.child.exitCode !== null);
    if (command.child.exitCode !== null) throw new Error(`No language host started:\n${command.printed()}`);
    const stop = () => void command.child.kill("SIGKILL");
    return new LanguageHost(command.printed().trim(), JSON.stringify(options.env), stop);
  }
}
