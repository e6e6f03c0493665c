import { LOG } from "../../../sdk/src/cli/log/errors";
import { provocations } from "../../support/provocations";
import { runCommand } from "../../support/run-command";

const time = "2026-01-31T12:00:00.000Z";
const start = { event: "start", version: "1.0.0", node: "24.0.0", process: "provider" };
const LINE = JSON.stringify({ time, run: "1a2b3c4d", pid: 1, ...start });

const logs = (text: string, ...options: string[]) =>
  runCommand(["log", "run.jsonl", ...options], { files: { "run.jsonl": text } });

export const PROVOCATIONS = provocations(LOG, {
  notALog: () => logs("Diagnostics:\n"),
  noSuchRun: () => logs(`${LINE}\n`, "--run", "2"),
  unwritableFile: () => logs(`${LINE}\n`, "--html", "missing/run.html"),
});
