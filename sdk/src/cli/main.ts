import { nearest } from "../util/nearest";
import { messageOf } from "../util/text";
import { version } from "../util/version";
import type { Command } from "./command";
import { COMMANDS } from "./commands";
import { COMMAND } from "./errors";
import { print, printNote } from "./output";
import { parseCommand } from "./parse";
import { commandUsage, PROGRAM, programUsage } from "./usage";

/** Runs the command `pulumi-cloudplatform`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    printNote(`${PROGRAM}: ${messageOf(error)}`);
    return commandOf(args[0])?.failureCode ?? 1;
  }
}

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name === "help" || name === "--help") {
    print(programUsage(COMMANDS));
    return name === undefined ? 1 : 0;
  }
  if (name === "--version") {
    print(version);
    return 0;
  }
  const command = commandOf(name);
  if (command === undefined) {
    const known = Object.keys(COMMANDS);
    throw COMMAND.unknown.error({ name, nearest: nearest(name, known), known: known.join(", ") });
  }
  const parsed = parseCommand(name, command, args);
  if (!parsed.isHelp) return command.run(parsed.args, parsed.values);
  print(commandUsage(name, command));
  return 0;
}

function commandOf(name = ""): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
