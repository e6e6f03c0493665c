import { parseArgs } from "node:util";
import { nearest } from "../util/nearest";
import type { Command, CommandOptions } from "./command";
import { COMMAND } from "./errors";
import { argumentText, COMMON_OPTIONS } from "./usage";

type Commands = Readonly<Record<string, Command>>;

/** Options without a command. */
const PROGRAM_OPTIONS = {
  ...COMMON_OPTIONS,
  version: { type: "boolean", meaning: "Print the version." },
} satisfies CommandOptions;

/** The first argument that is not an option names the command. Its options may come before it and after it. */
export function splitCommand(args: readonly string[], commands: Commands): { name?: string; args: string[] } {
  const options = allOptions(commands);
  const { tokens } = parseArgs({
    args: [...args],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const first = tokens.find((token) => token.kind === "positional");
  if (first === undefined) return { args: [...args] };
  return { name: first.value, args: args.toSpliced(first.index, 1) };
}

/** Parses arguments without a command. Throws if there is no such option. */
export function parseProgram(
  args: readonly string[],
  commands: Commands,
): { help?: boolean; version?: boolean } {
  return parse(args, allOptions(commands)).values;
}

/** An option has the same type in all commands. */
function allOptions(commands: Commands): CommandOptions {
  return Object.assign({}, ...Object.values(commands).map(({ options }) => options), PROGRAM_OPTIONS);
}

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
