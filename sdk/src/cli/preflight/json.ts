import { safeJson } from "../output";
import { type Report, wouldFail } from "./report";

/** The version of the form below. It grows if a reader of the old form would misread the new one. */
const VERSION = 1;

/** The result for programs, as docs/preflight.md describes it. */
export function jsonOf(report: Report): string {
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
  };
  return safeJson(content);
}
