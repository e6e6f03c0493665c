import { realpathSync, writeFileSync } from "node:fs";
import { fileReason } from "../files";
import { printNote } from "../output";
import { LOG } from "./errors";
import { htmlOf } from "./html";
import { runDataOf } from "./run-data";
import type { LoggedRun } from "./runs";
import { traceOf } from "./trace";

/** Writes the page and the trace of a run, if they are wanted. */
export function writeFiles(
  log: string,
  { events, urns }: LoggedRun,
  files: { html?: string | undefined; trace?: string | undefined },
): void {
  const { html, trace } = files;
  for (const file of [html, trace]) if (file !== undefined) protect(log, file);
  if (html === undefined && trace === undefined) return;
  const data = runDataOf(events, urns);
  if (html !== undefined) write(html, htmlOf(data), "Open it in a browser.");
  if (trace !== undefined) write(trace, JSON.stringify(traceOf(data)), "Open it in Perfetto.");
}

/** The log is a record, which nothing restores. */
function protect(log: string, file: string): void {
  try {
    if (realpathSync(file) !== realpathSync(log)) return;
  } catch {
    // The file does not exist.
    return;
  }
  throw LOG.unwritableFile.error({ file, reason: "it is the log" });
}

/** For its owner only, like the log. */
function write(file: string, content: string, next: string): void {
  try {
    writeFileSync(file, content, { mode: 0o600 });
  } catch (error) {
    throw LOG.unwritableFile.error({ file, reason: fileReason(error) });
  }
  printNote(`Wrote ${file}. ${next}`);
}
