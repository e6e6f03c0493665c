import { keepingInput } from "../../operation/properties";
import { classOf, nameOf, pluginToken, tokenOf } from "../../pulumi/names";
import { printableLine, printableName } from "../../util/text";
import { safeJson } from "../output";
import { declaredProvider } from "../stack-provider";
import { count, utcTime, wrapText } from "../text";
import { firstInputs, type LostOperation, type Window } from "./lost-run";
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
}

export function isUnclear({ recovery }: RecoveredOperation): boolean {
  return recovery?.is === "unclear";
}

/** Whether something of an operation is left, as far as the state and the platform show. */
function isOpen({ recovery }: RecoveredOperation, { from }: Window): boolean {
  // A run that has succeeded since has created all that its program declares.
  return recovery?.is !== "done" && !(recovery?.is === "creates" && !Number.isFinite(from));
}

const MAX_LENGTH = 1_000;

/** The report as text. What is unclear comes last, beside what to do next. */
export function textOf(report: RecoverReport, width: number): string {
  const sorted = report.operations.toSorted(
    (one, other) => Number(isUnclear(one)) - Number(isUnclear(other)),
  );
  const lines = [
    headOf(report),
    "",
    ...sorted.flatMap((one) => linesOf(one, report.stack)),
    "",
    ...nextTexts(report),
  ];
  return lines.flatMap((line) => wrapText(line, width)).join("\n");
}

function headOf({ operations, window }: RecoverReport): string {
  const open = operations.filter((one) => isOpen(one, window));
  if (open.length === 0)
    return `Nothing of a lost run is open. The state still has ${count(operations.length, "pending operation")}.`;
  const from = Number.isFinite(window.from) ? ` begun after ${utcTime(window.from)}` : "";
  return `A run of this stack was lost. It has left ${count(open.length, "operation")}${from}.`;
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

function sentenceOf({ operation, recovery }: RecoveredOperation): string {
  if (recovery === undefined)
    return `${OTHERS[operation.kind] ?? `Pulumi was ${operation.kind} it`}${firstText(operation)}`;
  switch (recovery.is) {
    case "continues":
      return `the lost run has created ${recovery.noun} ${recovery.id}${recovery.task ? `, which task ${recovery.task} still creates or changes` : ""}: \`up\` continues with it`;
    case "creates":
      return "the platform has nothing of it: `up` creates it if the program declares it";
    case "repeats":
      return `\`up\` sends the same request again, which changes nothing that exists${firstText(operation)}`;
    case "done":
      return "the state has its object";
    case "unclear":
      return `it is not certain ${DOUBTS[Math.min(recovery.candidates.length, 2)]?.(recovery.noun)}: ${recovery.reason}`;
  }
}

function firstText(operation: LostOperation): string {
  const names = firstInputs(operation).join(", ");
  return names && `. It was the first to declare ${names}`;
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
  const time = createdAt === undefined ? "" : `, created ${utcTime(createdAt)}`;
  // The state has the object that the creation was to replace.
  const way = operation.known ? "delete it at the platform" : importText(operation, path, stack);
  return printableLine(`${id}${time}. If it is: ${way}`, MAX_LENGTH);
}

/** The command that imports an object. That of this package is for programs in TypeScript. */
function importText(operation: LostOperation, path: string, stack?: string): string {
  const { urn, handler, provider, parent = "" } = operation;
  const isPlugin = isOfPlugin(operation);
  const ofProvider = declaredProvider(provider);
  const ofParent = tokenOf(parent) === "pulumi:pulumi:Stack" ? "" : parent;
  const named = (other: string, own: string) => quoted(isPlugin ? `${nameOf(other)}=${other}` : own);
  const name = printableName(nameOf(urn));
  return [
    isPlugin ? "pulumi import --protect=false --generate-code=false" : "npx pulumi-cloudplatform import",
    ...(stack ? [`--stack ${stack}`] : []),
    ...(ofProvider ? [`--provider ${named(ofProvider, nameOf(ofProvider))}`] : []),
    ...(ofParent ? [`--parent ${named(ofParent, ofParent)}`] : []),
    isPlugin
      ? `${pluginToken(handler.type)} ${quoted(name)} ${quoted(path)}`
      : quoted(`${name}=${handler.type}:${path}`),
  ].join(" ");
}

function isOfPlugin({ urn }: LostOperation): boolean {
  return tokenOf(urn).startsWith(pluginToken(""));
}

/** What to do. What is unclear is left out: `up` would refuse some of it, and create second ones of others. */
function nextTexts({ operations, window, stack }: RecoverReport): string[] {
  const option = stack === undefined ? "" : ` --stack ${stack}`;
  const clear = `pulumi refresh --clear-pending-creates --yes --skip-preview --non-interactive${option}`;
  if (!operations.some((one) => isOpen(one, window))) return [`Next: ${clear}`];
  const excluded = operations
    .filter(isUnclear)
    .map(({ operation: { urn } }) => ` --exclude ${quoted(printableLine(urn, MAX_LENGTH))}`)
    .join("");
  // Any run ends the other pending operations.
  const isCreation = operations.some(({ operation: { kind } }) => kind === "creating");
  return [
    ...(operations.some(isRemovable) ? [LEFT] : []),
    excluded === ""
      ? `Next: pulumi up --refresh${option}`
      : `Next: decide what is unclear, or deploy the rest: pulumi up --continue-on-error --exclude-dependents${option}${excluded}`,
    ...(isCreation ? [`Then end Pulumi's warning: ${clear}`] : []),
  ];
}

const LEFT =
  "What the program no longer has stays at the platform: declare it for one `pulumi up`, and then remove it.";

/** Whether the removal of a resource or an input from the program removes what the lost run has left. */
function isRemovable({ operation, recovery }: RecoveredOperation): boolean {
  const { properties, removal } = operation.handler;
  if (recovery !== undefined && !["continues", "repeats"].includes(recovery.is)) return false;
  const isKept = keepingInput(properties, Object.keys(operation.inputs)) !== undefined;
  return recovery === undefined || isKept ? firstInputs(operation).length > 0 : removal !== undefined;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The report for programs. It contains no input. */
export function jsonOf({ operations, window }: RecoverReport): string {
  const content = {
    version: 1,
    isOpen: operations.some((one) => isOpen(one, window)),
    isUnclear: operations.some(isUnclear),
    ...(Number.isFinite(window.from) && { from: new Date(window.from).toISOString() }),
    until: new Date(window.until).toISOString(),
    operations: operations.map(({ operation, recovery }) => ({
      ...{ urn: operation.urn, type: operation.handler.type, operation: operation.kind },
      ...(operation.kind === "updating" && { first: firstInputs(operation) }),
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
