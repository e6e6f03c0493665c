import type { ParseArgsOptionDescriptor } from "node:util";

/** An option of a subcommand: what parses it, and what the usage and the docs say about it. */
export interface CommandOption extends ParseArgsOptionDescriptor {
  /** The name of its value; absent for an option without a value. */
  readonly value?: string;
  readonly meaning: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The given options. */
type Values<O extends CommandOptions> = {
  readonly [K in keyof O]?: O[K]["type"] extends "boolean" ? boolean : string;
};

/** A subcommand: its parser, usage and docs follow from this description. */
interface Definition<O extends CommandOptions, V> {
  readonly summary: string;
  /** The only argument, if any, with its meaning. Three dots: one or more; after `--`: any number. */
  readonly arguments: Readonly<Record<string, string>>;
  readonly options: O;
  /** The exit code if the command itself fails. Default: 1. */
  readonly failureCode?: number;
  /** Returns the exit code. A thrown error is printed. */
  run(args: readonly string[], values: V): Promise<number>;
}

export type Command = Definition<CommandOptions, Readonly<Record<string, string | boolean>>>;

/** Infers the types of the options. */
export function defineCommand<const O extends CommandOptions>(command: Definition<O, Values<O>>): Command {
  return command as unknown as Command;
}
