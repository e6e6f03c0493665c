import { classOf, nameOf } from "../../pulumi/names";
import { printableLine, printableName } from "../../util/text";
import { safeJson } from "../output";
import { declaredProvider } from "../stack-provider";
import { utcTime, wrapText } from "../text";
import type { LostOperation, Window } from "./lost-run";
import type { Candidate, Recovery } from "./search";

/** An operation of the lost run, and what becomes of it. */
export interface RecoveredOperation {
  operation: LostOperation;
  /** Absent for an operation on an object that the state has. */
  recovery?: Recovery;
}

export interface RecoverReport {
  stack: string | undefined;
  window: Window;
  operations: RecoveredOperation[];
  /** Who holds the lock of the stack. */
  lock?: string | undefined;
}

export function isUnclear({ recovery }: RecoveredOperation): boolean {
  return recovery?.is === "unclear";
}

const MAX_LENGTH = 1_000;

/** The report as text. What is unclear comes last, beside what to do next. */
export function textOf(report: RecoverReport, width: number): string {
  const { operations, window, lock } = report;
  const sorted = operations.toSorted((one, other) => Number(isUnclear(one)) - Number(isUnclear(other)));
  const from = Number.isFinite(window.from) ? ` after ${utcTime(window.from)}` : "";
  const lines = [
    `The last run of this stack was lost. It has begun ${operations.length} operations${from}, and left them.`,
    ...(lock ? [lock] : []),
    "",
    ...sorted.flatMap((one) => linesOf(one, report.stack)),
    "",
    nextText(operations, report.stack),
  ];
  return lines.flatMap((line) => wrapText(line, width)).join("\n");
}

export const NO_EVIDENCE = [
  "The state has no pending operations of this package, so nothing shows what a lost run has begun.",
  "If a run was lost nevertheless, `CLOUDPLATFORM_IF_EXISTS=adopt pulumi up` uses routers and notification settings that exist as declared, whoever has created them.",
].join("\n");

function linesOf(one: RecoveredOperation, stack: string | undefined): string[] {
  const { urn } = one.operation;
  const label = one.recovery?.is ?? "pending";
  const sentence = printableLine(sentenceOf(one), MAX_LENGTH);
  const head = `${label.padEnd(10)} ${printableName(`${classOf(urn)} ${nameOf(urn)}`)}: ${sentence}`;
  const { recovery } = one;
  if (recovery?.is !== "unclear") return [head];
  return [head, ...recovery.candidates.map((candidate) => `    ${candidateText(candidate, one, stack)}`)];
}

function sentenceOf({ operation: { kind }, recovery }: RecoveredOperation): string {
  if (recovery === undefined) return OTHERS[kind] ?? `Pulumi was ${kind} it`;
  switch (recovery.is) {
    case "continues":
      return `the lost run has created ${recovery.noun} ${recovery.id}${recovery.task ? `, which task ${recovery.task} still creates or changes` : ""}: \`up\` continues with it`;
    case "creates":
      return "nothing was created: `up` creates it";
    case "repeats":
      return "`up` sends the same request again, which changes nothing that exists";
    case "done":
      return "the state has its object";
    case "unclear":
      return `it is not certain ${DOUBTS[Math.min(recovery.candidates.length, 2)]?.(recovery.noun)}: ${recovery.reason}`;
  }
}

/** By the number of candidates. */
const DOUBTS = [
  (noun: string) => `whether its ${noun} exists`,
  (noun: string) => `that this is its ${noun}`,
  (noun: string) => `that one of these is its ${noun}`,
];

const OTHERS: Record<string, string> = {
  updating: "`up` sends what differs from the state again",
  deleting: "`up` or `destroy` deletes it again; if it is gone, that is no error",
  reading: "`up` reads it again",
  importing: "`up` imports it again",
};

function candidateText(
  { id, path, createdAt }: Candidate,
  { operation }: RecoveredOperation,
  stack?: string,
): string {
  const { urn, type, provider } = operation;
  const time = createdAt === undefined ? "" : `, created ${utcTime(createdAt)}`;
  const ofProvider = nameOf(declaredProvider(provider));
  const options = [stack && `--stack ${stack}`, ofProvider && `--provider ${ofProvider}`].filter(Boolean);
  const target = quoted(`${printableName(nameOf(urn))}=${type}:${path}`);
  const words = ["npx pulumi-cloudplatform import", ...options, target];
  return printableLine(`${id}${time}. If it is: ${words.join(" ")}`, MAX_LENGTH);
}

/** What is unclear is left out: `up` would refuse some of it, and create second ones of others. */
function nextText(operations: readonly RecoveredOperation[], stack: string | undefined): string {
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  const unclear = operations.filter(isUnclear);
  if (unclear.length === 0) return `Next: pulumi up${option}`;
  const excluded = unclear.map(
    ({ operation: { urn } }) => ` --exclude ${quoted(printableLine(urn, MAX_LENGTH))}`,
  );
  return `Next: decide what is unclear, or deploy the rest: pulumi up --continue-on-error --exclude-dependents${option}${excluded.join("")}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The report for programs. It contains no input. */
export function jsonOf({ operations, window, lock }: RecoverReport): string {
  const content = {
    version: 1,
    isUnclear: operations.some(isUnclear),
    ...(Number.isFinite(window.from) && { from: new Date(window.from).toISOString() }),
    until: new Date(window.until).toISOString(),
    ...(lock && { lock }),
    operations: operations.map(({ operation: { urn, type, kind }, recovery }) => ({
      ...{ urn, type, operation: kind },
      ...(recovery && { result: recovery.is }),
      ...(recovery?.is === "continues" && { id: recovery.id, ...(recovery.task && { task: recovery.task }) }),
      ...(recovery?.is === "unclear" && {
        reason: recovery.reason,
        candidates: recovery.candidates.map(({ id, createdAt }) => ({
          id,
          ...(createdAt !== undefined && { createdAt: new Date(createdAt).toISOString() }),
        })),
      }),
    })),
  };
  return safeJson(content);
}
