import type { Command, CommandOption, CommandOptions } from "./command";
import { columns } from "./text";

export const PROGRAM = "pulumi-cloudplatform";

/** Options of every subcommand. */
export const COMMON_OPTIONS = {
  help: { type: "boolean", short: "h", meaning: "Print the usage." },
} satisfies CommandOptions;

/** The usage of the program, with its subcommands. */
export function programUsage(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => ["", name, summary]);
  return [
    `Usage: ${PROGRAM} <command> [options]`,
    "",
    "Commands:",
    ...columns(rows),
    "",
    `${PROGRAM} <command> --help prints the arguments and options of a command.`,
  ].join("\n");
}

/** The usage of a subcommand. */
export function commandUsage(name: string, { summary, arguments: args, options }: Command): string {
  const [argument = ""] = Object.keys(args).map(argumentText);
  // What follows `--` is for another program.
  const parts = argument.startsWith("--") ? ["[options]", `[${argument}]`] : [argument, "[options]"];
  const argumentRows = Object.values(args).map((meaning) => ["", argument, meaning]);
  const optionRows = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([option, definition]) => [
    "",
    typed(option, definition),
    definition.meaning,
  ]);
  return [
    `Usage: ${[PROGRAM, name, ...parts].filter(Boolean).join(" ")}`,
    "",
    summary,
    ...(argumentRows.length > 0 ? ["", "Arguments:", ...columns(argumentRows)] : []),
    "",
    "Options:",
    ...columns(optionRows),
  ].join("\n");
}

/** `name` → `<name>`, and `name...`, of which there may be several, → `<name>...`. */
export function argumentText(name: string): string {
  return name.replace(/^\w+/, "<$&>");
}

/** An option as the user types it: `--stack NAME`, or `-h, --help`. */
export function typed(name: string, { short, value }: CommandOption): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}
