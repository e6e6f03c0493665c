import type { Finding, Level } from "./finding";
import { isChecked, type Preview, type PreviewStep } from "./preview";
import type { CheckedStep, PreflightResult } from "./run";

/** An account, or steps with the same findings. */
export interface Row {
  /** The worst of the findings. */
  level: Level;
  /** What Pulumi does; absent for an account. */
  operation?: string;
  /** The class, or the name of an account. */
  type: string;
  /** The names of the resources. */
  names: string[];
  findings: Finding[];
}

export interface Report {
  stack: string;
  /** Problems first. */
  rows: Row[];
  /** The number of steps, by the worst level of their findings. */
  counts: Record<Level, number>;
  /** Resources of this package that the run does not change. */
  unchanged: number;
  /** Steps of other packages. */
  others: number;
}

/** `site-2` before `site-10`. */
const NUMBERED = new Intl.Collator("en", { numeric: true });

const LEVELS: readonly Level[] = ["fails", "note", "unchecked", "ok"];

export function reportOf(preview: Preview, { accounts, steps }: PreflightResult): Report {
  const counts = { fails: 0, note: 0, unchecked: 0, ok: 0 };
  const rows = steps.map(rowOf);
  for (const { level } of rows) counts[level] += 1;
  const accountRows = accounts.map(
    ({ name, finding }): Row => ({ level: finding.level, type: name, names: [], findings: [finding] }),
  );
  return {
    stack: preview.stack,
    rows: [...accountRows, ...merged(rows.sort(byName))].sort(byLevel),
    counts,
    unchanged: preview.steps.filter((step) => step.isOurs && !isChecked(step)).length,
    others: preview.steps.filter(isOfOthers).length,
  };
}

/** Whether `up` would fail, as far as the platform shows. */
export function wouldFail({ rows }: Report): boolean {
  return rows.some(({ level }) => level === "fails");
}

/** What is as expected is not worth a line beside what is not. */
function rowOf({ step, findings: all }: CheckedStep): Row {
  const level = LEVELS.find((each) => all.some((finding) => finding.level === each)) ?? "ok";
  const findings = level === "ok" ? all : all.filter((finding) => finding.level !== "ok");
  return { level, operation: step.op, type: step.type, names: [step.name], findings: findings.sort(byLevel) };
}

/** Steps with equal findings as one row. */
function merged(rows: Row[]): Row[] {
  const groups = new Map<string, Row>();
  for (const row of rows) {
    const { operation, type, findings } = row;
    const key = JSON.stringify([operation, type, findings]);
    const group = groups.get(key);
    if (group) group.names.push(...row.names);
    else groups.set(key, row);
  }
  return [...groups.values()];
}

/** The steps of a preview have the order in which Pulumi got to them, which differs from run to run. */
function byName(one: Row, other: Row): number {
  const [left, right] = [one, other].map(({ type, names }) => `${type} ${names[0]}`) as [string, string];
  return NUMBERED.compare(left, right);
}

function byLevel(one: { level: Level }, other: { level: Level }): number {
  return LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level);
}

/** The stack, its Providers and components have nothing that a platform could be asked. */
function isOfOthers({ isOurs, isComponent, op, type }: PreviewStep): boolean {
  const isInternal = isComponent || type.startsWith("pulumi:providers:");
  return !isOurs && !isInternal && !["same", "read", "refresh", "discard"].includes(op);
}
