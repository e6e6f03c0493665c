import type { AnyHandler, WorkPart } from "../../../lifecycle/handler";
import { type AnyProperties, difference, keepingInput, pendingChanges } from "../../../lifecycle/properties";
import { split } from "../../../pulumi/process/state";
import type { Json, JsonObject } from "../../../util/json";
import { knownInputs, withoutSecrets } from "../known-inputs";
import { isImported, type PreviewStep, providerBefore, type Operation as StepOperation } from "../preview";
import type { FoundObjects } from "../run";

/** Part of the run of a step: what the engine does with a resource at one time. */
export interface Action {
  urn: string;
  /** The Provider, which has a process of its own. */
  provider?: string | undefined;
  dependsOn: readonly string[];
  parts: readonly WorkPart[];
  /** The state changes, so the engine saves it. */
  isChange: boolean;
  /** By how many resources the state grows. */
  growth: number;
}

export interface Plan {
  /** The number of resources in the state before the run. */
  resources: number;
  /** In the order in which the program declares the resources. */
  declared: Action[];
  /** Deletions follow when the program has ended: one group after the other. */
  deletions: Action[][];
  /** How many resources are checked and compared. */
  checked: number;
  /** No resource of the package is checked. */
  onlyDeletes: boolean;
}

/** What a forecast uses of a preview and of the checks of its steps. */
export type PlannedStep = PreviewStep & { found?: FoundObjects };

type Operation = "create" | "update" | "delete";

/** How many resources an operation adds to the state. */
const GROWTH = { create: 1, update: 0, delete: -1 };

type Loader = (type: string) => AnyHandler | undefined;

/** Steps that read one object. */
const READS: readonly StepOperation[] = [
  "read",
  "read-replacement",
  "import",
  "import-replacement",
  "refresh",
];

/** A deletion, and a read after its refusal. */
const GONE: readonly WorkPart[] = [{ requests: 2 }];
const ONE_READ: readonly WorkPart[] = [{ requests: 1 }];
/** An import reads the object to check the inputs, and for the state. */
const IMPORT: readonly WorkPart[] = [{ requests: 2 }];

/** The actions of a preview, which lists dependencies first. */
export function planOf(steps: readonly PlannedStep[], handlerOf: Loader): Plan {
  const declared: Action[] = [];
  const deletions: Action[] = [];
  const deletedFirst = new Map<string, Action>();
  for (const step of steps) {
    const action = (...operations: Operation[]): Action => ({
      urn: step.urn,
      provider: operations[0] === "delete" ? providerBefore(step) : step.provider,
      dependsOn: step.dependsOn,
      parts: operations.flatMap((operation) => partsOf(step, operation, handlerOf)),
      isChange: step.op !== "same",
      growth: operations.reduce((sum, operation) => sum + GROWTH[operation], 0),
    });
    if (step.op === "create" || step.op === "create-replacement") declared.push(action("create"));
    else if (step.op === "update") declared.push(action("update"));
    else if (step.op === "delete" || step.op === "delete-replaced") deletions.push(action("delete"));
    else if (step.op === "replace" && step.deletesFirst) {
      // The engine deletes the dependents that it replaces one after the other, before the first object.
      const first = step.dependsOn.map((urn) => deletedFirst.get(urn)).find((each) => each !== undefined);
      const own = first ? action("create") : action("delete", "create");
      if (first) first.parts = [...action("delete").parts, ...first.parts];
      deletedFirst.set(step.urn, first ?? own);
      declared.push(own);
    } else if (step.op === "replace") {
      declared.push(action("create"));
      deletions.push(action("delete"));
    } else {
      const isRead = step.isOurs && READS.includes(step.op);
      declared.push({ ...action(), ...(isRead && { parts: ONE_READ }) });
    }
  }
  const resources = steps.filter(({ before }) => before !== undefined).length;
  const isDeclared = new Set(declared.map(({ urn }) => urn));
  const onlyDeletes = !steps.some(({ isOurs, urn }) => isOurs && isDeclared.has(urn));
  return { resources, declared, deletions: deletionGroups(deletions), checked: declared.length, onlyDeletes };
}

/** What an operation of a step sends. */
export function partsOf(step: PlannedStep, operation: Operation, handlerOf: Loader): readonly WorkPart[] {
  const handler = step.isOurs ? handlerOf(step.type) : undefined;
  const found = step.found?.[operation];
  if (handler === undefined || found === "kept") return [];
  const inputs = withoutSecrets(split(step.after?.inputs ?? {}).own);
  const { own: recorded, hidden } = split(step.before?.outputs ?? {});
  const state = knownInputs(recorded);
  const declared = hidden.__declared ?? [];
  const { properties, work } = handler;
  if (operation === "create") {
    if (isImported(step)) return IMPORT;
    if (found === undefined || found === "gone") return work.create(inputs);
    return work.create(inputs, { state: found, change: difference(properties, found, [], inputs).change });
  }
  if (operation === "update") {
    const masked = Object.fromEntries(step.changed.flatMap((name) => maskedChange(name, properties, inputs)));
    const { change } = difference(properties, state, declared, inputs);
    const sent = { ...masked, ...change };
    const isKnown = found !== undefined && found !== "gone";
    const missing = isKnown ? pendingChanges(properties, found, sent) : sent;
    return work.update?.(missing as JsonObject, state, inputs) ?? [];
  }
  if (found === "gone") return GONE;
  return keepingInput(properties, declared) ? [] : (work.delete?.(state) ?? []);
}

/** A changed input whose value may be masked before and after the change. */
function maskedChange(name: string, properties: AnyProperties, inputs: JsonObject): [string, Json][] {
  const { [name]: property } = properties;
  const { [name]: value } = inputs;
  const isSent = property !== undefined && !property.transient && !property.replaces;
  return isSent && value !== undefined ? [[name, value]] : [];
}

/**
 * Deletions in the order of the engine: in groups, of which the next begins when the one before has ended. The resources of the
 * last group depend on no deleted one, those of the group before on those, and so on.
 */
function deletionGroups(deletions: readonly Action[]): Action[][] {
  const groups: Action[][] = [];
  let left = [...deletions];
  while (left.length > 0) {
    const urns = new Set(left.map(({ urn }) => urn));
    const needsNone = ({ dependsOn }: Action) => !dependsOn.some((urn) => urns.has(urn));
    const free = left.filter(needsNone);
    // A preview in a file may have a circle.
    if (free.length === 0) return [left, ...groups];
    groups.unshift(free);
    left = left.filter((action) => !needsNone(action));
  }
  return groups;
}
