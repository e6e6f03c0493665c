import { DELETED_OUTSIDE, type Finding, type Level, note } from "../../operation/finding";
import type { PreviewFindings } from "../../pulumi/files/preview-findings";
import { isChecked, isLateRead, operationsOf, type PreviewStep, stackOf } from "./preview";
import { accountName, type Rights, rightsOf } from "./rights";

/** The findings of one step. */
export interface CheckedStep {
  step: PreviewStep;
  findings: Finding[];
}

/** An account that cannot be used, or that does not answer. */
export interface CheckedAccount {
  /** Where its settings come from. */
  name: string;
  finding: Finding;
}

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
  accounts: CheckedAccount[];
  steps: CheckedStep[];
  /** Problems first. */
  rows: Row[];
  /** The number of steps, by the worst level of their findings. */
  counts: Record<Level, number>;
  /** Resources of this package that the run does not change. */
  unchanged: number;
  /** Steps of other packages. */
  others: number;
  rights: Rights;
}

/** `site-2` before `site-10`. */
const NUMBERED = new Intl.Collator("en", { numeric: true });

const LEVELS: readonly Level[] = ["fails", "note", "unchecked", "ok"];

export function reportOf(steps: readonly PreviewStep[], found: readonly PreviewFindings[]): Report {
  const checked = steps.filter(isChecked).map((step) => ({ step, findings: findingsOf(step, found) }));
  const accounts = accountsIn(steps, found);
  const counts = { fails: 0, note: 0, unchecked: 0, ok: 0 };
  const rows = checked.map(rowOf);
  for (const { level } of rows) counts[level] += 1;
  const accountRows = accounts.map(
    ({ name, finding }): Row => ({ level: finding.level, type: name, names: [], findings: [finding] }),
  );
  return {
    stack: stackOf(steps),
    ...{ accounts, steps: checked, counts },
    rows: [...accountRows, ...merged(rows.sort(byName))].sort(byLevel),
    unchanged: steps.filter(({ isOurs }) => isOurs).length - checked.length,
    others: steps.filter(isOfOthers).length,
    rights: rightsOf(steps, found),
  };
}

const UNASKED: Finding = {
  level: "unchecked",
  text: "the platform was not asked: the settings of its Provider change, or are known only during `up`",
};

/** What was found for the operations of a step. Of a replacement, the deletion may have nothing to ask. */
function findingsOf(step: PreviewStep, found: readonly PreviewFindings[]): Finding[] {
  if (isLateRead(step)) return [{ level: "unchecked", text: "its id is known only during `up`" }];
  const operations = operationsOf(step);
  const own = found.flatMap(({ step: one }) =>
    one?.urn === step.urn && operations.includes(one.operation) && (one.id ?? step.id) === step.id
      ? [one]
      : [],
  );
  const gone = step.goneId === undefined ? [] : [note(`the object ${step.goneId} ${DELETED_OUTSIDE}`)];
  return [...gone, ...(own.length === 0 ? [UNASKED] : own.flatMap(({ findings }) => findings))];
}

function accountsIn(steps: readonly PreviewStep[], found: readonly PreviewFindings[]): CheckedAccount[] {
  return found.flatMap(({ account }) => {
    if (account === undefined) return [];
    const { urn, ...finding } = account;
    return [{ name: accountName(steps.find((step) => step.urn === urn)?.provider), finding }];
  });
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

function isOfOthers({ isOurs, isInternal, op }: PreviewStep): boolean {
  return !isOurs && !isInternal && !["same", "read", "discard"].includes(op);
}
