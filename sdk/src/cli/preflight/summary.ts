import { count, number } from "../text";
import { type Report, wouldFail } from "./report";

/** The numbers of the report as one sentence. */
export function summaryOf({ rows, counts, unchanged, others }: Report): string {
  const total = counts.fails + counts.note + counts.unchecked + counts.ok;
  const all = [
    { amount: counts.fails, text: "would fail" },
    { amount: counts.note, text: "with notes" },
    { amount: counts.unchecked, text: "not checked" },
    { amount: counts.ok, text: "ok" },
  ];
  const parts = all
    .filter(({ amount }) => amount > 0)
    .map(({ amount, text }) => `${amount < total ? number(amount) : total > 1 ? "all" : ""} ${text}`.trim());
  const own = total === 0 ? "No steps to check" : `${count(total, "step")}: ${parts.join(", ")}`;
  const accounts = rows.filter(({ level, operation }) => level === "fails" && operation === undefined).length;
  const rest = [
    accounts > 0 && `${count(accounts, "account")} cannot be used`,
    unchanged > 0 && `${count(unchanged, "resource")} unchanged`,
    others > 0 && `${count(others, "step")} of other packages not checked`,
  ].filter(Boolean);
  return `${[own, ...rest].join("; ")}.`;
}

/** What to do next. */
export function nextText(report: Report, stack: string | undefined): string {
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  if (wouldFail(report))
    return `Next: correct what fails, then run npx pulumi-cloudplatform preflight${option} again`;
  const { counts } = report;
  return counts.note + counts.unchecked + counts.ok + report.others === 0
    ? "Nothing to deploy."
    : `Next: pulumi up${option}`;
}
