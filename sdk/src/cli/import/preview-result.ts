import { isObject, parseJson } from "../../util/json";
import { printableLine } from "../../util/text";
import { COMMAND } from "../errors";
import { printNote } from "../output";
import type { PreviewOutput } from "../pulumi";
import { urnEnd } from "./stack";

interface Step {
  op: string;
  urn: string;
  /** The names of the properties that differ. */
  diffReasons?: string[] | null;
}

interface Diagnostic {
  message?: string;
  severity?: string;
}

/** Throws unless the preview has each of these resources, without a change, and prints the changes. Other resources do not count. */
export function checkPreview(
  { stdout, stderr }: PreviewOutput,
  imported: ReadonlyArray<{ type: string; name: string }>,
  parent: string | undefined,
): void {
  const { steps, diagnostics } = parsePreview(stdout);
  const byEnd = new Map(steps.map((step) => [endOf(step.urn), step]));
  const found = imported.map(({ type, name }) => ({
    type,
    name,
    step: byEnd.get(urnEnd(type, name, parent)),
  }));
  if (found.some(({ step }) => step === undefined)) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    const texts = errors.length > 0 ? errors.map(({ message = "" }) => message) : [stderr];
    const reasons = texts.map((text) => printableLine(text.replace(/^error: /, "")));
    throw COMMAND.previewFailed.error({ reason: reasons.join("; ") || "the Pulumi CLI printed no preview" });
  }
  const changed = found.filter(({ step }) => step?.op !== "same");
  const changes = changed.map(({ type, name, step }) => {
    const names = step?.diffReasons?.length ? `: ${step.diffReasons.join(", ")}` : "";
    return `- ${printableLine(`${step?.op} ${type} ${name}${names}`)}`;
  });
  if (changes.length === 0) return;
  printNote(changes.join("\n"));
  throw COMMAND.previewShowsChanges.error({ changed: changes.length, count: imported.length });
}

/** The types and the name in a URN. */
function endOf(urn: string): string {
  return `::${urn.split("::").slice(2).join("::")}`;
}

function parsePreview(text: string): { steps: Step[]; diagnostics: Diagnostic[] } {
  const parsed = parseJson(text);
  const listOf = <T>(key: string) => {
    const value = isObject(parsed) ? parsed[key] : undefined;
    return (Array.isArray(value) ? value : []) as T[];
  };
  return { steps: listOf<Step>("steps"), diagnostics: listOf<Diagnostic>("diagnostics") };
}
