import type { Forecast } from "./forecast";
import { type Report, wouldFail } from "./report";

/** The version of the form below. It grows if a reader of the old form would misread the new one. */
const VERSION = 1;

/** The result for programs, as docs/preflight.md describes it. */
export function jsonOf(report: Report, forecast: Forecast | undefined): string {
  const { stack, accounts, steps, counts, unchanged, others } = report;
  const content = {
    version: VERSION,
    stack,
    wouldFail: wouldFail(report),
    summary: { ...counts, unchanged, otherPackages: others },
    accounts: accounts.map(({ name, finding }) => ({ name, ...finding })),
    steps: steps.map(({ step: { urn, type, name, op: operation }, findings }) => ({
      urn,
      type,
      name,
      operation,
      findings,
    })),
    ...(forecast && { forecast }),
  };
  return escaped(JSON.stringify(content, undefined, 2));
}

/**
 * The same JSON, in which names cannot contain anything that a terminal or a CI runner interprets: controls, direction marks, and the
 * beginnings of commands such as `##[`. Outside of strings, JSON has only the line breaks.
 */
function escaped(json: string): string {
  return json.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#|<(?=\{%)/gu, (sign) =>
    [...Array(sign.length).keys()]
      .map((index) => `\\u${sign.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
