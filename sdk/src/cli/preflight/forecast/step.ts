import type { AnyHandler, WorkPart } from "../../../lifecycle/handler";
import { type AnyProperties, difference } from "../../../lifecycle/properties";
import { split } from "../../../pulumi/process/state";
import type { Json, JsonObject } from "../../../util/json";
import { knownInputs, withoutSecrets } from "../known-inputs";
import type { PreviewStep, Operation as StepOperation } from "../preview";

/** Part of the run of a step: what the engine does with a resource at one time. */
export interface Action {
  urn: string;
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
  /** Deletions follow when the program has ended, dependents first. */
  deletions: Action[];
}

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

/** The actions of a preview, which lists dependencies first, and dependents of deleted resources first. */
export function planOf(steps: readonly PreviewStep[], handlerOf: Loader): Plan {
  const declared: Action[] = [];
  const deletions: Action[] = [];
  const replaced: Action[] = [];
  for (const step of steps) {
    const action = (...operations: Operation[]): Action => ({
      urn: step.urn,
      dependsOn: step.dependsOn,
      parts: operations.flatMap((operation) => partsOf(step, operation, handlerOf)),
      isChange: step.op !== "same",
      growth: operations.reduce((sum, operation) => sum + GROWTH[operation], 0),
    });
    if (step.op === "create" || step.op === "create-replacement") declared.push(action("create"));
    else if (step.op === "update") declared.push(action("update"));
    else if (step.op === "delete" || step.op === "delete-replaced") deletions.push(action("delete"));
    else if (step.op === "replace" && step.deletesFirst) declared.push(action("delete", "create"));
    else if (step.op === "replace") {
      declared.push(action("create"));
      replaced.unshift(action("delete"));
    } else {
      const isRead = step.isOurs && READS.includes(step.op);
      declared.push({ ...action(), ...(isRead && { parts: [{ requests: 1 }] }) });
    }
  }
  const resources = steps.filter(({ before }) => before !== undefined).length;
  return { resources, declared, deletions: dependentsFirst([...deletions, ...replaced]) };
}

/** What an operation of a step sends. */
export function partsOf(step: PreviewStep, operation: Operation, handlerOf: Loader): WorkPart[] {
  const handler = step.isOurs ? handlerOf(step.type) : undefined;
  if (handler === undefined) return [];
  const inputs = withoutSecrets(split(step.after?.inputs ?? {}).own);
  const { own: recorded, hidden } = split(step.before?.outputs ?? {});
  const state = knownInputs(recorded);
  const declared = hidden.__declared ?? [];
  const properties = handler.properties;
  if (operation === "create") return handler.work.create(inputs);
  if (operation === "update") {
    const masked = Object.fromEntries(step.changed.flatMap((name) => maskedChange(name, properties, inputs)));
    const { change } = difference(properties, state, declared, inputs);
    return handler.work.update?.({ ...masked, ...change }, state, inputs) ?? [];
  }
  const isKept = declared.some((name) => properties[name]?.keepsObject);
  return isKept ? [] : (handler.work.delete?.(state) ?? []);
}

/** A changed input whose value may be masked before and after the change. */
function maskedChange(name: string, properties: AnyProperties, inputs: JsonObject): [string, Json][] {
  const { [name]: property } = properties;
  const { [name]: value } = inputs;
  const isSent = property !== undefined && !property.transient && !property.replaces;
  return isSent && value !== undefined ? [[name, value]] : [];
}

/** Deletions in their order, each depending on those that depend on it. */
function dependentsFirst(deletions: Action[]): Action[] {
  const dependents = new Map<string, string[]>();
  for (const { urn, dependsOn } of deletions)
    for (const other of dependsOn) {
      const list = dependents.get(other) ?? [];
      list.push(urn);
      dependents.set(other, list);
    }
  return deletions.map((action) => ({ ...action, dependsOn: dependents.get(action.urn) ?? [] }));
}
