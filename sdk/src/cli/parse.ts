import { parseArgs } from "node:util";
import type { Command } from "./command";
import { COMMAND } from "./errors";
import { argumentText, COMMON_OPTIONS } from "./usage";

export interface Parsed {
  args: string[];
  values: Readonly<Record<string, string | boolean>>;
  isHelp: boolean;
}

/** Parses the arguments of a subcommand. Throws if they do not match its description. */
export function parseCommand(name: string, command: Command, args: readonly string[]): Parsed {
  const { positionals, values } = parse(args, command);
  const isHelp = values.help === true;
  const [argument] = Object.keys(command.arguments);
  if (!isHelp && !accepts(argument, positionals, args))
    throw COMMAND.arguments.error({
      name,
      expected: argument === undefined ? "no arguments" : argumentText(argument),
    });
  return { args: positionals, values: values as Parsed["values"], isHelp };
}

function parse(args: readonly string[], { options }: Command) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, ...COMMON_OPTIONS },
      allowPositionals: true,
    });
  } catch (error) {
    // Node adds how to pass a value that begins with a dash.
    const [problem = ""] = (error as Error).message.split(/[.\n]/, 1);
    throw COMMAND.invalidOption.error({ problem });
  }
}

function accepts(argument: string | undefined, found: readonly string[], args: readonly string[]): boolean {
  if (argument === undefined) return found.length === 0;
  // All arguments follow the `--`.
  if (argument.startsWith("-- "))
    return found.length === (args.includes("--") ? args.length - 1 - args.indexOf("--") : 0);
  return argument.endsWith("...") ? found.length > 0 : found.length === 1;
}
