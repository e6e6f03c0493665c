import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Session } from "../../provider/session";
import { type PreviewFindings, readFindings } from "../../pulumi/files/preview-findings";
import { FileRecordStore, placeOf } from "../../pulumi/files/record-store";
import { PREFLIGHT_VARIABLE } from "../../pulumi/names";
import { defineCommand } from "../command";
import { COMMAND } from "../errors";
import { writeFile } from "../files";
import { print, widthOf } from "../output";
import { askAboutDeletions } from "../preflight/deletions";
import { jsonOf } from "../preflight/json";
import { markdownOf } from "../preflight/markdown";
import { type PreviewStep, parsePreview } from "../preflight/preview";
import { Progress } from "../preflight/progress";
import { type Report, reportOf, wouldFail } from "../preflight/report";
import { rightsJson, rightsText } from "../preflight/rights";
import { sarifOf } from "../preflight/sarif";
import { nextText, summaryOf } from "../preflight/summary";
import { tableOf } from "../preflight/table";
import { findProject } from "../project";
import { PulumiCli } from "../pulumi";
import { NO_ENGINE } from "../reader";
import { wrapText } from "../text";

export const preflight = defineCommand({
  summary:
    "Asks the platform what `pulumi up` would meet. Changes nothing. Exit code 1: `up` would fail; 2: preflight, or the preview itself, failed.",
  arguments: { "-- option...": "Options of `pulumi preview`, such as `-- --target URN` or `-- --refresh`." },
  options: {
    stack: { type: "string", value: "NAME", meaning: "The stack. Default: the selected stack." },
    json: { type: "boolean", meaning: "Print JSON." },
    rights: {
      type: "boolean",
      meaning: "Print instead which operations of the platform the key needs for the run.",
    },
    "markdown-file": {
      type: "string",
      value: "FILE",
      meaning: "Write Markdown for a comment on a pull request as well.",
    },
    sarif: {
      type: "string",
      value: "FILE",
      meaning: "Write the findings as SARIF as well, with the lines that declare the resources.",
    },
  },
  // 1 means that `up` would fail.
  failureCode: 2,
  run,
});

interface Options {
  stack?: string;
  json?: boolean;
  rights?: boolean;
  "markdown-file"?: string;
  sarif?: string;
}

async function run(
  previewOptions: readonly string[],
  { stack, json, rights, "markdown-file": file, sarif }: Options,
): Promise<number> {
  const project = findProject(process.cwd());
  if (project === undefined) throw COMMAND.noProject.error();
  // An earlier report must not count for this run.
  if (file !== undefined) writeFile(file, "");
  if (sarif !== undefined) writeFile(sarif, sarifOf(project.folder));
  const progress = new Progress();
  try {
    progress.show("running pulumi preview");
    const pulumi = new PulumiCli(stack);
    const { steps, found } = await preview(pulumi, previewOptions);
    progress.show("asking the platform about deletions");
    const all = [...found, ...(await findingsOfDeletions(steps, found, pulumi, project.programFolder))];
    progress.clear();
    const report = reportOf(steps, all);
    if (file !== undefined) writeFile(file, `${markdownOf(report)}\n`);
    if (sarif !== undefined) writeFile(sarif, sarifOf(project.folder, report));
    if (rights) print(json ? rightsJson(report.rights) : rightsText(report.rights));
    else if (json) print(jsonOf(report));
    else print(textOf(report, stack));
    return wouldFail(report) ? 1 : 0;
  } finally {
    progress.clear();
  }
}

/** The steps of a preview, and what its processes have found. */
async function preview(
  pulumi: PulumiCli,
  options: readonly string[],
): Promise<{ steps: PreviewStep[]; found: PreviewFindings[] }> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-cloudplatform-"));
  const file = join(folder, "findings");
  try {
    writeFileSync(file, "", { mode: 0o600 });
    const steps = parsePreview(await pulumi.preview(options, { [PREFLIGHT_VARIABLE]: file }));
    return { steps, found: readFindings(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function findingsOfDeletions(
  steps: readonly PreviewStep[],
  found: readonly PreviewFindings[],
  pulumi: PulumiCli,
  programFolder: string,
): Promise<PreviewFindings[]> {
  const ofDeletions: PreviewFindings[] = [];
  const session = new Session({
    process: "command",
    // The findings are printed in the report.
    engine: { ...NO_ENGINE, log() {} },
    recordStore: new FileRecordStore(placeOf(realpathSync(programFolder)), true),
    collect: (finding) => ofDeletions.push(finding),
  });
  try {
    await askAboutDeletions({ steps, found, pulumi, session });
    return ofDeletions;
  } finally {
    await session.accounts.close();
  }
}

function textOf(report: Report, stack: string | undefined): string {
  const width = widthOf();
  const table = tableOf(report, width);
  const lines = [summaryOf(report), nextText(report, stack)].flatMap((sentence) => wrapText(sentence, width));
  return [...(table === "" ? [] : [table, ""]), ...lines].join("\n");
}
