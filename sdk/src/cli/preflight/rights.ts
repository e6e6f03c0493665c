import { OPERATIONS } from "../../platform/http/operations";
import type { PreviewFindings } from "../../pulumi/files/preview-findings";
import { nameOf } from "../../pulumi/names";
import { safeJson } from "../output";
import { declaredProvider } from "../stack-provider";
import { isChecked, type PreviewStep, stackOf } from "./preview";

/** The operations of the platform that a run sends with one key. */
export interface AccountRights {
  /** Where the settings of the account come from. */
  name: string;
  /** Without one of them, the run fails. */
  certain: string[];
  /** What depends on what the run meets: reads, polls of tasks, and what clears the way of a request. */
  possible: string[];
}

export interface Rights {
  stack: string;
  accounts: AccountRights[];
}

/** The functions are called in the program, which does not say with which account. */
const FUNCTIONS = "functions of the program";

export function rightsOf(steps: readonly PreviewStep[], found: readonly PreviewFindings[]): Rights {
  const accounts = Map.groupBy(
    steps.filter(({ isOurs }) => isOurs),
    ({ provider }) => accountName(provider),
  );
  const ofSteps = [...accounts].map(([name, own]) => ({ name, ...ofAccount(own, found) }));
  const called = new Set(found.flatMap(({ calls }) => calls ?? []));
  const ofFunctions = { name: FUNCTIONS, ...ofCalls(called) };
  const all = [...ofSteps, ofFunctions].filter(
    ({ certain, possible }) => certain.length + possible.length > 0,
  );
  return { stack: stackOf(steps), accounts: all };
}

/** How an account is named in a report. */
export function accountName(provider: string | undefined): string {
  const urn = declaredProvider(provider);
  return urn === "" ? "the stack's configuration" : `Provider ${nameOf(urn)}`;
}

function ofAccount(
  steps: readonly PreviewStep[],
  found: readonly PreviewFindings[],
): Omit<AccountRights, "name"> {
  const urns = new Set(steps.filter(isChecked).map(({ urn }) => urn));
  const sent = new Set(found.flatMap(({ step }) => (step && urns.has(step.urn) ? (step.sends ?? []) : [])));
  const changed = new Set(steps.filter(isChecked).map(({ type }) => type));
  const all = new Set(steps.map(({ type }) => type));
  const isPossible = (name: string, users: readonly string[]) =>
    users.some((user) => changed.has(user) || (all.has(user) && name.startsWith("GET ")));
  return {
    certain: namesOf(({ name }) => sent.has(name)),
    possible: namesOf(({ name, users }) => !sent.has(name) && isPossible(name, users)),
  };
}

/** A function with one operation sends it. */
function ofCalls(called: ReadonlySet<string>): Omit<AccountRights, "name"> {
  const single = [...called].filter((name) => operationsOf(name).length === 1);
  const certain = new Set(single.flatMap(operationsOf));
  return {
    certain: namesOf(({ name }) => certain.has(name)),
    possible: namesOf(({ name, users }) => !certain.has(name) && users.some((user) => called.has(user))),
  };
}

const operationsOf = (user: string): string[] => namesOf(({ users }) => users.includes(user));

function namesOf(isWanted: (operation: (typeof OPERATIONS)[number]) => boolean): string[] {
  return OPERATIONS.filter(isWanted).map(({ name }) => name);
}

/** The rights as text. */
export function rightsText({ accounts }: Rights): string {
  if (accounts.length === 0) return "The run sends no request.";
  const sections = accounts.map(({ name, certain, possible }) => [
    `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    ...list("needs", certain),
    ...list("may need", possible),
  ]);
  return sections.map((lines) => lines.join("\n")).join("\n\n");
}

function list(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`  ${title}`, ...names.map((name) => `    ${name}`)];
}

/** The rights for programs, as docs/preflight.md describes them. */
export function rightsJson({ stack, accounts }: Rights): string {
  return safeJson({ version: 1, stack, accounts });
}
