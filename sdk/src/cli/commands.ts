import type { Command } from "./command";
import { doctor } from "./commands/doctor";
import { importCommand } from "./commands/import";

/** All subcommands, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  import: importCommand,
  doctor,
};
