import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRun, type LoggedRun } from "../../sdk/src/cli/log/runs";
import type { LogEvent } from "../../sdk/src/log/events";
import { temporaryFolder } from "./temporary-folder";

/** The last run of a log with these events, as the command reads it. */
export async function loggedRun(events: readonly LogEvent[]): Promise<LoggedRun> {
  const folder = temporaryFolder();
  const file = join(folder.path, "run.jsonl");
  writeFileSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  try {
    return await findRun(file, undefined);
  } finally {
    folder.remove();
  }
}
