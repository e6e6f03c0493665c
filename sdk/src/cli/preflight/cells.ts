import type { Finding, Level } from "../../operation/finding";
import { printableName, printableText } from "../../util/text";
import type { Row } from "./report";

export const LABELS: Record<Level, string> = {
  fails: "fails",
  note: "note",
  unchecked: "not checked",
  ok: "ok",
};

/** A row with more resources counts the others. */
const MAX_NAMES = 20;

/** What a row says in each column. */
export interface Cells {
  level: Level;
  result: string;
  step: string;
  /** The resources in at most so many characters, if that is possible. The names after the first ones are counted. */
  resource(width?: number): string;
  findings: FindingText[];
}

export interface FindingText {
  /** What `up` would meet; of an error up to its code. */
  sentence: string;
  /** What the reader can do. */
  advice: string;
}

/** The cells of all rows. Only the first finding with a code has the advice, so that many equal problems stay readable. */
export function cellsOf(rows: readonly Row[]): Cells[] {
  const advised = new Set<string>();
  return rows.map(({ level, operation = "account", type, names, findings }) => ({
    level,
    result: LABELS[level],
    step: operation,
    resource: (width) => resourceText(printableName(type), names, width),
    findings: findings.map((finding) => {
      const { sentence, advice } = textOf(finding);
      const isOther = finding.level === "unchecked" && level !== "unchecked";
      const isRepeated = finding.code !== undefined && advised.has(finding.code);
      if (finding.code !== undefined) advised.add(finding.code);
      return {
        sentence: isOther ? `${LABELS.unchecked}: ${sentence}` : sentence,
        advice: isRepeated ? "" : advice,
      };
    }),
  }));
}

function textOf({ code, text }: Finding): FindingText {
  const printable = printableText(text);
  const bracket = `[${code}]`;
  const end = printable.indexOf(bracket);
  if (end < 0) return { sentence: printable, advice: "" };
  const [sentence, rest] = [printable.slice(0, end + bracket.length), printable.slice(end + bracket.length)];
  return { sentence, advice: rest.replace(/^\.?\s+/, "") };
}

function resourceText(type: string, names: readonly string[], width = Number.POSITIVE_INFINITY): string {
  const printable = names.slice(0, MAX_NAMES).map(printableName);
  const withNames = (shown: number) => {
    const left = names.length - shown;
    return [type, printable.slice(0, shown).join(", "), left > 0 ? `and ${left} more` : ""]
      .filter(Boolean)
      .join(" ");
  };
  let shown = printable.length;
  while (shown > 1 && withNames(shown).length > width) shown -= 1;
  return withNames(shown);
}
