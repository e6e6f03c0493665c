import { nearest } from "../util/nearest";
import { messageOf } from "../util/text";
import { version } from "../util/version";
import type { Command } from "./command";
import { COMMANDS } from "./commands";
import { COMMAND } from "./errors";
import { print, printNote } from "./output";
import { parseCommand, parseProgram, splitCommand } from "./parse";
import { commandUsage, PROGRAM, programUsage } from "./usage";

/** Runs the command `pulumi-cloudplatform`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { name, args: others } = splitCommand(args, COMMANDS);
  try {
    if (name === undefined) return runProgram(others);
    return name === "help" ? help(others) : await run(name, others);
  } catch (error) {
    printNote(`${PROGRAM}: ${messageOf(error)}`);
    return findCommand(name)?.failureCode ?? 1;
  }
}

/** Without a command. */
function runProgram(args: readonly string[]): number {
  const { help: isHelp, version: isVersion } = parseProgram(args, COMMANDS);
  print(isVersion ? version : programUsage(COMMANDS));
  return isHelp || isVersion ? 0 : 1;
}

/** The pseudo command `help`, with or without the name of a command. */
function help(args: readonly string[]): number {
  const { name } = splitCommand(args, COMMANDS);
  print(name === undefined ? programUsage(COMMANDS) : commandUsage(name, commandOf(name)));
  return 0;
}

async function run(name: string, args: readonly string[]): Promise<number> {
  const command = commandOf(name);
  const parsed = parseCommand(name, command, args);
  if (!parsed.isHelp) return command.run(parsed.args, parsed.values);
  print(commandUsage(name, command));
  return 0;
}

/** Throws if there is no such command. */
function commandOf(name: string): Command {
  const command = findCommand(name);
  if (command !== undefined) return command;
  const known = Object.keys(COMMANDS);
  throw COMMAND.unknown.error({ name, nearest: nearest(name, known), known: known.join(", ") });
}

function findCommand(name = ""): Command | undefined {
  return Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}
