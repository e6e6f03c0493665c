import { realpathSync } from "node:fs";
import { text as readAll } from "node:stream/consumers";
import { currentScope, FileRecordStore } from "../../pulumi/files/record-store";
import { PREFLIGHT_VARIABLE } from "../../pulumi/names";
import { Session } from "../../pulumi/process/session";
import { handlerLoaders } from "../../resources/handlers";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { readText } from "../files";
import { print } from "../output";
import { jsonOf } from "../preflight/json";
import { markdownOf } from "../preflight/markdown";
import { outlookOf } from "../preflight/outlook";
import { type Preview, parsePreview, requireSameStack } from "../preflight/preview";
import { Progress } from "../preflight/progress";
import { type Report, reportOf, wouldFail } from "../preflight/report";
import { Preflight } from "../preflight/run";
import { nextText, sentencesOf } from "../preflight/summary";
import { tableOf, wrapText } from "../preflight/table";
import { findProject } from "../project";
import { PulumiCli } from "../pulumi";
import { NO_ENGINE } from "../reader";

const TIMEOUT_MS = 20 * 60_000;
const DEFAULT_WIDTH = 120;

export const preflight = defineCommand({
  summary:
    "Asks the platform what `pulumi up` would meet. Changes nothing. Exit code 1: `up` would fail; 2: preflight failed.",
  forms: [[]],
  arguments: {},
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    preview: {
      type: "string",
      value: "FILE",
      meaning: "Read the output of `pulumi preview --json --show-sames` from this file; -: standard input.",
    },
    parallel: {
      type: "string",
      value: "NUMBER",
      meaning: "The option --parallel of the run to forecast. Default: that of Pulumi.",
    },
    json: { type: "boolean", meaning: "Print JSON." },
    markdown: { type: "boolean", meaning: "Print Markdown for a comment on a pull request." },
  },
  // 1 means that `up` would fail.
  failureCode: 2,
  run: (_args, options) => run(options),
});

interface Options {
  stack?: string;
  preview?: string;
  parallel?: string;
  json?: boolean;
  markdown?: boolean;
}

async function run({ stack, preview: file, parallel, json, markdown }: Options): Promise<number> {
  if (json && markdown) throw COMMAND.twoFormats.error();
  const parallelism = parseParallel(parallel);
  const progress = new Progress();
  const project = findProject(process.cwd());
  if (project === undefined && file === undefined) throw COMMAND.noProject.error();
  if (file === undefined) progress.show("running pulumi preview");
  const preview = await readPreview(new PulumiCli(stack), file).finally(() => progress.clear());
  if (file !== undefined) requireSameStack(preview, sourceOf(file), { project: project?.name, stack });
  const folder = realpathSync(project?.programFolder ?? process.cwd());
  const recordStore = new FileRecordStore(undefined, currentScope(folder), true);
  const facts = {
    preview,
    isOwnPreview: file === undefined,
    pulumi: new PulumiCli(stack ?? (preview.stack || undefined)),
    session: new Session({ process: "command", engine: NO_ENGINE, recordStore, isReadOnly: true }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
  try {
    const result = await new Preflight({
      ...facts,
      handlers: handlerLoaders(),
      onProgress: (done, total) => progress.show(`asking the platform: ${done} of ${total} checks`),
    }).run();
    const outlook = await outlookOf({ ...facts, result, parallel: parallelism });
    progress.clear();
    const report = reportOf(preview, result);
    const sentences = sentencesOf(report, outlook);
    if (json) print(jsonOf(result, report, outlook));
    else
      print(
        markdown ? markdownOf(report, sentences) : textOf(report, [...sentences, nextText(report, stack)]),
      );
    return wouldFail(report) ? 1 : 0;
  } finally {
    progress.clear();
    await facts.session.accounts.close();
  }
}

function parseParallel(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw COMMAND.invalidOption.error({
      problem: "the value of --parallel must be a whole number, 1 or more",
    });
  return Number(text);
}

async function readPreview(pulumi: PulumiCli, file: string | undefined): Promise<Preview> {
  if (file === undefined)
    return parsePreview(
      await pulumi.preview({ [PREFLIGHT_VARIABLE]: "true" }),
      "what `pulumi preview` printed",
    );
  return parsePreview(file === "-" ? await readAll(process.stdin) : readText(file), sourceOf(file));
}

function sourceOf(file: string): string {
  return file === "-" ? "the standard input" : file;
}

function textOf(report: Report, sentences: string[]): string {
  const width = process.stdout.columns ?? DEFAULT_WIDTH;
  const table = tableOf(report, width);
  const lines = sentences.flatMap((sentence) => wrapText(sentence, width));
  return [...(table === "" ? [] : [table, ""]), ...lines].join("\n");
}
