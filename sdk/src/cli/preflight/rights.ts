import { OPERATIONS } from "../../platform/http/operations";
import type { PreviewFindings } from "../../pulumi/files/preview-findings";
import { nameOf } from "../../pulumi/names";
import { printableLine } from "../../util/text";
import { safeJson } from "../output";
import { declaredProvider } from "../stack-provider";
import { isChecked, operationsOf, type PreviewStep, stackOf } from "./preview";

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
  const names = [...accounts.keys()].sort((one, other) => rankOf(one).localeCompare(rankOf(other)));
  const ofSteps = names.map((name) => ({ name, ...ofAccount(accounts.get(name) ?? [], found) }));
  const called = new Set(found.flatMap(({ calls }) => calls ?? []));
  const ofFunctions = { name: FUNCTIONS, ...ofCalls(called) };
  const all = [...ofSteps, ofFunctions].filter(
    ({ certain, possible }) => certain.length + possible.length > 0,
  );
  return { stack: stackOf(steps), accounts: all };
}

const OF_STACK = "the stack's configuration";

/** How an account is named in a report. */
export function accountName(provider: string | undefined): string {
  const urn = declaredProvider(provider);
  return urn === "" ? OF_STACK : `Provider ${nameOf(urn)}`;
}

/** The account of the stack is the first one. */
const rankOf = (name: string) => (name === OF_STACK ? "" : name);

function ofAccount(
  steps: readonly PreviewStep[],
  found: readonly PreviewFindings[],
): Omit<AccountRights, "name"> {
  const changing = steps.filter(isChecked);
  const urns = new Set(changing.map(({ urn }) => urn));
  const sent = new Set(found.flatMap(({ step }) => (step && urns.has(step.urn) ? (step.sends ?? []) : [])));
  /** The steps that may send it. Any run may read, and only a deletion deletes. */
  const sendersOf = (name: string) => {
    if (name.startsWith("GET ")) return steps;
    if (!name.startsWith("DELETE ")) return changing;
    return changing.filter((step) => operationsOf(step).includes("delete"));
  };
  const isPossible = (name: string, users: readonly string[]) =>
    sendersOf(name).some(({ type }) => users.includes(type));
  return {
    certain: namesOf(({ name }) => sent.has(name)),
    possible: namesOf(({ name, users }) => !sent.has(name) && isPossible(name, users)),
  };
}

/** A function with one operation sends it. */
function ofCalls(called: ReadonlySet<string>): Omit<AccountRights, "name"> {
  const single = [...called].filter((name) => sentBy(name).length === 1);
  const certain = new Set(single.flatMap(sentBy));
  return {
    certain: namesOf(({ name }) => certain.has(name)),
    possible: namesOf(({ name, users }) => !certain.has(name) && users.some((user) => called.has(user))),
  };
}

const sentBy = (user: string): string[] => namesOf(({ users }) => users.includes(user));

function namesOf(isWanted: (operation: (typeof OPERATIONS)[number]) => boolean): string[] {
  return OPERATIONS.filter(isWanted).map(({ name }) => name);
}

/** The rights as text, which the simulator's option `--key-rights` reads: the operations are the lines that are no comments. */
export function rightsText({ accounts }: Rights): string {
  if (accounts.length === 0) return "# The run sends no request.";
  const sections = accounts.map(({ name, certain, possible }) => [
    printableLine(`# ${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    ...list("needs", certain),
    ...list("may need", possible),
  ]);
  return sections.map((lines) => lines.join("\n")).join("\n\n");
}

function list(title: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`#   ${title}`, ...names];
}

/** The rights for programs, as docs/preflight.md describes them. */
export function rightsJson({ stack, accounts }: Rights): string {
  return safeJson({ version: 1, stack, accounts });
}
