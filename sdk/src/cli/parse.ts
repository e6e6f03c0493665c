import { parseArgs } from "node:util";
import { nearest } from "../util/nearest";
import type { Command, CommandOptions } from "./command";
import { COMMAND } from "./errors";
import { argumentText, COMMON_OPTIONS } from "./usage";

export interface Parsed {
  args: string[];
  values: Readonly<Record<string, string | boolean>>;
  isHelp: boolean;
}

/** Parses the arguments of a subcommand. Throws if they do not match its description. */
export function parseCommand(name: string, command: Command, args: readonly string[]): Parsed {
  const options = { ...command.options, ...COMMON_OPTIONS };
  const { positionals, values } = parse(args, options);
  const isHelp = values.help === true;
  if (!isHelp && !command.forms.some((form) => accepts(form, positionals.length)))
    throw COMMAND.arguments.error({ name, forms: command.forms.map(formText).join(", or ") });
  return { args: positionals, values: values as Parsed["values"], isHelp };
}

function parse(args: readonly string[], options: CommandOptions) {
  try {
    return parseArgs({ args: [...args], options: { ...options }, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const unknown = /'(--?[\w-]+)/.exec(message)?.[1] ?? "";
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION")
      throw COMMAND.invalidOption.error({ problem: firstSentence(message) });
    const known = Object.keys(options).map((name) => `--${name}`);
    const meant = nearest(unknown, known);
    throw COMMAND.unknownOption.error({ option: unknown, nearest: meant, known: known.join(", ") });
  }
}

function accepts(form: readonly string[], count: number): boolean {
  return form.at(-1)?.endsWith("...") ? count >= form.length : count === form.length;
}

function formText(form: readonly string[]): string {
  return form.length === 0 ? "no arguments" : form.map(argumentText).join(" ");
}

/** Node adds how to pass a value that begins with a dash. */
function firstSentence(message: string): string {
  return message.split(/[.\n]/, 1)[0] as string;
}
