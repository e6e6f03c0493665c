import { printableText } from "../../util/text";
import type { Report } from "./report";
import { cellsOf } from "./table";

const HEAD = ["| result | step | resource | findings |", "|---|---|---|---|"];

/** A report for a comment on a pull request. No name, value or message can add Markdown, HTML, links or mentions. */
export function markdownOf(report: Report, sentences: string[]): string {
  const rows = report.rows.map(cellsOf).map(({ result, step, resource, findings }) => {
    const texts = findings.flatMap((text) => text.split("\n")).map(literal);
    return `| ${[result, step, literal(resource), texts.join("<br>")].join(" | ")} |`;
  });
  const title = `**Preflight** of the stack ${literal(report.stack)}`;
  return [title, ...sentences, [...HEAD, ...rows].join("\n")].join("\n\n");
}

/** Within `<code>`, forges look for no mentions and links. Entities are never parsed as Markdown. */
function literal(text: string): string {
  return `<code>${printableText(text).replace(/[^\p{L}\p{N} ]/gu, (sign) => `&#${sign.codePointAt(0)};`)}</code>`;
}
