import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Finding, Level } from "../../operation/finding";
import { digestOf } from "../../util/digest";
import { printableText } from "../../util/text";
import { version } from "../../util/version";
import { safeJson } from "../output";
import type { Position, PreviewStep } from "./preview";
import type { Report } from "./report";

// SARIF 2.1.0, with which forges show each finding beside the line that declares the resource.

const LEVELS: Record<Level, "error" | "warning" | "note"> = {
  fails: "error",
  unchecked: "warning",
  note: "note",
  ok: "note",
};

/** What a finding without a code is called. */
const RULES: Record<Level, string> = {
  fails: "preflight-fails",
  unchecked: "preflight-unchecked",
  note: "preflight-note",
  ok: "preflight-ok",
};

/** The findings, at places in the folder of the project. Without a report: the command has not ended, or has failed. */
export function sarifOf(folder: string, report?: Report): string {
  const { accounts = [], steps = [] } = report ?? {};
  const results = [
    ...accounts.map(({ name, finding }) => resultOf(folder, finding, { what: name, key: name })),
    ...steps.flatMap(({ step, findings }) =>
      findings
        .filter(({ level }) => level !== "ok")
        .map((finding) => {
          const what = `${step.op} ${step.type} ${step.name}`;
          return resultOf(folder, finding, { what, key: step.urn, position: positionOf(step, folder) });
        }),
    ),
  ];
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  return safeJson({
    version: "2.1.0",
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    runs: [
      {
        tool: { driver: { name: "pulumi-cloudplatform preflight", version, rules } },
        automationDetails: { id: `preflight/${report?.stack ?? ""}` },
        invocations: [{ executionSuccessful: report !== undefined }],
        results,
      },
    ],
  });
}

interface About {
  what: string;
  /** Identifies what the finding is about, in every run. */
  key: string;
  position?: Position | undefined;
}

function resultOf(folder: string, { level, code, text }: Finding, { what, key, position }: About) {
  const { file, line, column } = position ?? { file: join(folder, "Pulumi.yaml"), line: 1, column: 1 };
  const ruleId = code ?? RULES[level];
  return {
    ruleId,
    level: LEVELS[level],
    message: { text: printableText(`${what}: ${text}`) },
    partialFingerprints: { "finding/v1": digestOf([key, ruleId]) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file, repositoryOf(folder)) },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  };
}

/** Where Pulumi says that the resource is declared. In YAML, the line with its name. */
function positionOf({ position, name }: PreviewStep, folder: string): Position | undefined {
  if (position && !position.file.startsWith("..")) return { ...position, file: join(folder, position.file) };
  const files = ["Pulumi.yaml", "Main.yaml"].map((file) => join(folder, file));
  return files.flatMap((file) => lineOf(name, file) ?? [])[0];
}

/** The first line with the name below the resources. */
function lineOf(name: string, file: string): Position | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  const begin = lines.findIndex((line) => /^\s*["']?resources["']?:\s*$/.test(line));
  const isNamed = (line: string) => line.trimStart().replace(/["']/g, "").startsWith(`${name}:`);
  const index = lines.findIndex((line, at) => begin >= 0 && at > begin && isNamed(line));
  const column = (lines[index]?.search(/\S/) ?? 0) + 1;
  return index < 0 ? undefined : { file, line: index + 1, column };
}

/** Forges look for the files in the repository. */
function repositoryOf(folder: string): string {
  for (let each = folder; ; each = dirname(each)) {
    if (existsSync(join(each, ".git"))) return each;
    if (dirname(each) === each) return folder;
  }
}

function uriOf(file: string, repository: string): string {
  return relative(repository, file).split(sep).map(encodeURIComponent).join("/");
}
