import { printableText } from "../../util/text";
import { type Cells, cellsOf } from "./cells";
import type { Report } from "./report";
import { summaryOf } from "./summary";

const HEAD = ["| Result | Step | Resource | Findings |", "|---|---|---|---|"];

/** A report for a comment on a pull request. No name, value or message can add Markdown, HTML, links or mentions. */
export function markdownOf(report: Report): string {
  const cells = cellsOf(report.rows);
  const title = `**Preflight** of the stack ${literal(report.stack)}`;
  const problems = cells.filter(({ level }) => level !== "ok");
  const others = cells.filter(({ level }) => level === "ok");
  return [
    title,
    summaryOf(report),
    ...(problems.length > 0 ? [tableOf(problems)] : []),
    ...(others.length > 0 ? [folded("What is ok", `\n\n${tableOf(others)}\n\n`)] : []),
    ...rightsIn(report),
  ].join("\n\n");
}

/** What the key needs for what the run changes. */
function rightsIn({ rights }: Report): string[] {
  const needed = rights.accounts.filter(({ certain }) => certain.length > 0);
  const lines = needed.map(
    ({ name, certain }) => `${literal(name)}:<br>${certain.map(literal).join("<br>")}`,
  );
  return lines.length > 0 ? [folded("Operations that the run needs", `\n\n${lines.join("\n\n")}\n\n`)] : [];
}

function tableOf(cells: readonly Cells[]): string {
  return [...HEAD, ...cells.map(rowOf)].join("\n");
}

function rowOf({ level, result, step, resource, findings }: Cells): string {
  const texts = findings.map(({ sentence, advice }) => {
    const whatToDo = advice === "" ? "" : folded("What to do", linesOf(advice));
    return linesOf(sentence) + whatToDo;
  });
  const label = level === "fails" ? `**${result}**` : result;
  return `| ${[label, step, literal(resource()), texts.join("<br>")].join(" | ")} |`;
}

function linesOf(text: string): string {
  return text.split("\n").map(literal).join("<br>");
}

function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>${content}</details>`;
}

/** Within `<code>`, forges look for no mentions and links. Entities are never parsed as Markdown. */
function literal(text: string): string {
  return `<code>${printableText(text).replace(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}
