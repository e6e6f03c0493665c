import { writeFileSync } from "node:fs";
import { printNote } from "../output";
import { LOG } from "./errors";
import { htmlOf } from "./html";
import { runDataOf } from "./run-data";
import type { LoggedRun } from "./runs";
import { traceOf } from "./trace";

/** Writes the page and the trace of a run, if they are wanted. */
export function writeFiles({ events, urns }: LoggedRun, files: { html?: string; trace?: string }): void {
  if (files.html === undefined && files.trace === undefined) return;
  const data = runDataOf(events, urns);
  if (files.html !== undefined) write(files.html, htmlOf(data), "Open it in a browser.");
  if (files.trace !== undefined) write(files.trace, JSON.stringify(traceOf(data)), "Open it in Perfetto.");
}

/** For its owner only, like the log. */
function write(file: string, content: string, next: string): void {
  try {
    writeFileSync(file, content, { mode: 0o600 });
  } catch (error) {
    const [reason = ""] = (error as Error).message.split(",");
    throw LOG.unwritableFile.error({ file, reason });
  }
  printNote(`Wrote ${file}. ${next}`);
}
