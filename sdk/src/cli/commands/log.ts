import { defineCommand } from "../command";
import { writePage } from "../log/html/files";
import { findRun, readLog } from "../log/runs";
import { runListOf, summaryOf } from "../log/summary";
import { print, printNote } from "../output";

export const log = defineCommand({
  summary:
    "Shows what happened in a run: its operations, requests and waits, the slowest resources, and each failure.",
  arguments: { file: "The log that CLOUDPLATFORM_LOG or cloudplatform:logFile named during the run." },
  options: {
    run: {
      type: "string",
      value: "NUMBER",
      meaning: "The run, if the log has several. Default: the last one that did something.",
    },
    list: {
      type: "boolean",
      meaning: "Lists the runs of the log instead: number, begin, stack, duration, operations.",
    },
    html: {
      type: "string",
      value: "FILE",
      meaning: "Also writes a page that shows the run: each resource with its requests, waits and tasks.",
    },
  },
  async run([file = ""], { run: number, list, html }) {
    // A pipe or a file gets whole lines.
    const width = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
    if (list) {
      print(runListOf((await readLog(file)).runs, width));
      return 0;
    }
    const run = await findRun(file, number);
    print(summaryOf(run, width));
    if (html !== undefined) writePage(file, run, html);
    if (process.stdout.isTTY && html === undefined)
      printNote("\nAll requests: add --html FILE, which writes a page.");
    return 0;
  },
});
