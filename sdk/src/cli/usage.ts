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
    `${PROGRAM} help <command> prints the arguments and options of a command.`,
  ].join("\n");
}

/** The usage of a subcommand. */
export function commandUsage(name: string, { summary, forms, arguments: args, options }: Command): string {
  // What follows `--` is for another program.
  const isLast = (arg: string) => arg.startsWith("--");
  const lines = forms.map((form) => {
    const own = form.filter((arg) => !isLast(arg)).map(argumentText);
    return [PROGRAM, name, ...own, "[options]", ...form.filter(isLast)].join(" ");
  });
  const argumentRows = Object.entries(args).map(([arg, meaning]) => [
    "",
    isLast(arg) ? arg : `<${arg}>`,
    meaning,
  ]);
  const optionRows = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([option, definition]) => [
    "",
    typed(option, definition),
    definition.meaning,
  ]);
  return [
    `Usage: ${lines.join("\n       ")}`,
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
