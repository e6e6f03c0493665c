import { providerBefore, type Operation as StepOperation } from "../preview";
import { type Loader, type Operation, type PlannedStep, partsOf, READ, type WorkPart } from "./work";

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

/** How many resources an operation adds to the state. */
const GROWTH = { create: 1, update: 0, delete: -1 };

/** Steps that read one object. */
const READS: readonly StepOperation[] = [
  "read",
  "read-replacement",
  "import",
  "import-replacement",
  "refresh",
];

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
      declared.push({ ...action(), ...(isRead && { parts: [READ] }) });
    }
  }
  const resources = steps.filter(({ before }) => before !== undefined).length;
  const isDeclared = new Set(declared.map(({ urn }) => urn));
  const onlyDeletes = !steps.some(({ isOurs, urn }) => isOurs && isDeclared.has(urn));
  return { resources, declared, deletions: deletionGroups(deletions), checked: declared.length, onlyDeletes };
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
