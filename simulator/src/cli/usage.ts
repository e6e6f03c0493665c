import { type CommandOption, commandOptions, standardOf, typed } from "./options";

/** A mistake on the command line, as a sentence for the user. */
export class UsageError extends Error {}

const column = 27;
const width = 100;

export function usage(): string {
  return [
    "Usage: cloudplatform-simulator [options]",
    "",
    "Serves the cloud platform's HTTP API on this machine, with nothing behind it.",
    "",
    ...Object.entries(commandOptions).flatMap(([name, option]) => lines(name, option)),
    "",
    "The README lists the faults.",
  ].join("\n");
}

function lines(name: string, option: CommandOption): string[] {
  const head = `  ${typed(name, option)}`;
  const text = wrap(explanation(option)).map((part) => " ".repeat(column) + part);
  const [first = "", ...rest] = text;
  return head.length < column ? [head + first.slice(head.length), ...rest] : [head, ...text];
}

function explanation(option: CommandOption): string {
  const standard = standardOf(option);
  const facts = [
    ...(option.multiple ? ["repeatable"] : []),
    ...(standard === undefined ? [] : [`default: ${standard}`]),
  ];
  const text = facts.length === 0 ? option.meaning : `${option.meaning} (${facts.join(", ")})`;
  return text.replaceAll("`", "");
}

function wrap(text: string): string[] {
  return text.match(new RegExp(`\\S.{0,${width - column}}(?= |$)`, "g")) ?? [];
}
