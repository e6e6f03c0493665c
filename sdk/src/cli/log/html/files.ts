import { realpathSync } from "node:fs";
import { COMMAND } from "../../errors";
import { writeFile } from "../../files";
import { printNote } from "../../output";
import type { LoggedRun } from "../runs";
import { htmlOf } from "./html";
import { runDataOf } from "./run-data";

/** Writes the page of a run. For its owner only, like the log. */
export function writePage(log: string, run: LoggedRun, file: string): void {
  protect(log, file);
  writeFile(file, htmlOf(runDataOf(run)), 0o600);
  printNote(`Wrote ${file}. Open it in a browser.`);
}

/** The log is a record, which nothing restores. */
function protect(log: string, file: string): void {
  try {
    if (realpathSync(file) !== realpathSync(log)) return;
  } catch {
    // The file does not exist.
    return;
  }
  throw COMMAND.outFile.error({ file, reason: "it is the log" });
}
