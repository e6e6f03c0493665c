import { messageOf } from "../util/text";
import { version } from "../util/version";
import type { Command } from "./command";
import { COMMANDS } from "./commands";
import { COMMAND } from "./errors";
import { print, printNote } from "./output";
import { parseCommand } from "./parse";
import { commandUsage, PROGRAM, programUsage } from "./usage";

/** Runs the command `pulumi-cloudplatform`. Returns the exit code. */
export async function main([name = "", ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    return command === undefined ? runProgram(name) : await run(name, command, args);
  } catch (error) {
    printNote(`${PROGRAM}: ${messageOf(error)}`);
    return command?.failureCode ?? 1;
  }
}

/** Without a command. */
function runProgram(option: string): number {
  if (!["", "-h", "--help", "--version"].includes(option))
    throw COMMAND.unknown.error({ name: option, known: Object.keys(COMMANDS).join(", ") });
  print(option === "--version" ? version : programUsage(COMMANDS));
  return option === "" ? 1 : 0;
}

async function run(name: string, command: Command, args: readonly string[]): Promise<number> {
  const parsed = parseCommand(name, command, args);
  if (!parsed.isHelp) return command.run(parsed.args, parsed.values);
  print(commandUsage(name, command));
  return 0;
}
