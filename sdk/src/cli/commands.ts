import type { Command } from "./command";
import { doctor } from "./commands/doctor";
import { importCommand } from "./commands/import";
import { log } from "./commands/log";
import { preflight } from "./commands/preflight";
import { recover } from "./commands/recover";

/** All subcommands, by name. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  import: importCommand,
  doctor,
  log,
  preflight,
  recover,
};
