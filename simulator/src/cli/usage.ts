import { type CommandOption, commandOptions, standardOf, typed } from "./options";

/** A mistake on the command line, as a sentence for the user. */
export class UsageError extends Error {}

export function usage(): string {
  return [
    "Usage: cloudplatform-simulator [options] [-- command]",
    "",
    "Serves the cloud platform's HTTP API on this machine, with nothing behind it: to all, or to one command, which gets",
    "the address and a key in its environment.",
    "",
    ...Object.entries(commandOptions).flatMap(([name, option]) => [
      `  ${typed(name, option)}`,
      `      ${explanation(option)}`,
    ]),
    "",
    "The README lists the faults.",
  ].join("\n");
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
