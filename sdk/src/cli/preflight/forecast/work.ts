import { ifRefused } from "../../../lifecycle/differences";
import { difference, isReadBefore, keepingInput } from "../../../lifecycle/properties";
import { type AnyResource, isNamed, type JsonResource, type Step } from "../../../lifecycle/resource";
import { isUnfinished, split } from "../../../pulumi/process/state";
import type { JsonObject } from "../../../util/json";
import { knownInputs, whyUnknown, withoutSecrets } from "../known-inputs";
import { isImported, type PreviewStep } from "../preview";
import type { FoundObjects } from "../run";

/** What a forecast uses of a preview and of the checks of its steps. */
export type PlannedStep = PreviewStep & { found?: FoundObjects };

export type Operation = "create" | "update" | "delete";
export type Loader = (type: string) => AnyResource | undefined;

/** A part of an operation: requests one after the other, and then a task that the last of them has begun. */
export interface WorkPart {
  requests: number;
  /** The type of the task, as the platform names it; for a person's decision, what is decided. */
  task?: string;
}

export const READ: WorkPart = { requests: 1 };

/**
 * What the plan of an operation costs, without the polls of tasks. The platform has all operations and carries out each request,
 * changes are visible at once, and nobody else changes the object. Values of a preview may be unknown: each may be any text.
 */
export function partsOf(step: PlannedStep, operation: Operation, handlerOf: Loader): WorkPart[] {
  const resource = (step.isOurs ? handlerOf(step.type) : undefined) as JsonResource | undefined;
  const found = step.found?.[operation];
  if (resource === undefined || found === "kept") return [];
  // An import reads the object to check the inputs, and for the state.
  if (operation === "create" && isImported(step)) return [READ, READ];
  const object = found === "gone" ? undefined : found;
  const inputs = withoutSecrets(split(step.after?.inputs ?? {}).own);
  if (operation === "create") return creationWork(resource, inputs, object);
  const before = split(step.before?.outputs ?? {});
  const recorded = knownInputs(before.own);
  const { __declared: declared = [] } = before.hidden;
  const { properties } = resource;
  // A deletion, and a read after its refusal.
  if (operation === "delete" && found === "gone") return [READ, READ];
  if (operation === "delete")
    return keepingInput(properties, declared) ? [] : deletionWork(resource, object ?? recorded);
  const { change } = difference(properties, recorded, declared, inputs);
  // A value may be masked before and after the change.
  for (const name of step.changed) {
    const { [name]: property } = properties;
    const isSent = property && !property.transient && !property.replaces;
    if (isSent && inputs[name] !== undefined) change[name] ??= inputs[name];
  }
  const isRead = isUnfinished(before) || isReadBefore(properties, change);
  return [...(isRead ? [READ] : []), ...changeWork(resource, object ?? recorded, inputs, change, recorded)];
}

function creationWork(resource: JsonResource, inputs: JsonObject, found?: JsonObject): WorkPart[] {
  const changeFrom = (state: JsonObject, wanted = inputs) =>
    changeWork(resource, state, wanted, difference(resource.properties, state, [], wanted).change);
  const creation = resource.creation(inputs);
  if (isNamed(creation)) {
    const { id = {}, scope = {} } = resource.identity ?? {};
    const parts = Object.entries(creation.known).filter(([name]) => name in { ...id, ...scope });
    return [READ, ...changeFrom(found ?? Object.fromEntries(parts))];
  }
  const known = knownInputs(inputs);
  const { objects, step, ...begun } = resource.creation(known) as typeof creation;
  if (objects === undefined) return workOf([step]);
  // Lists show only a part of an object that a task has created, and of others the reply shows all.
  const isReadAlone = step.task !== undefined || (!found && objects.provisionalId !== undefined);
  const rest = found ? changeFrom(found) : changeFrom(step.after?.(begun.known) ?? begun.known, known);
  const second = !found && objects.mayHaveSecond ? [READ] : [];
  return [READ, ...(found ? [] : workOf([step])), ...(isReadAlone ? [READ] : []), ...second, ...rest];
}

function deletionWork({ removal }: JsonResource, state: JsonObject): WorkPart[] {
  return (removal?.(state) ?? []).flatMap((step) => {
    // An object that stays is read after the refusal.
    const stays = "send" in step && !step.clearing && ifRefused(step, state) !== undefined;
    return [...workOf([step]), ...(stays ? [READ] : [])];
  });
}

/** The steps of a change, and the read of the result. */
function changeWork(
  { properties, change }: JsonResource,
  state: JsonObject,
  inputs: JsonObject,
  asked: JsonObject,
  recorded = state,
): WorkPart[] {
  // How many items of an unknown list are sent one by one is not known.
  const counted = Object.entries(asked).filter(
    ([name, value]) => !properties[name]?.record || !whyUnknown(value),
  );
  const possible = Object.fromEntries(counted);
  for (const wanted of [possible, knownInputs(possible)]) {
    try {
      const steps = change(state, { inputs, change: wanted, recorded });
      const isConfirmed = steps.length > 0 && isReadBefore(properties, asked);
      return [...workOf(steps), ...(isConfirmed ? [READ] : [])];
    } catch {
      // An unknown value may make the plan impossible. Failures of `up` are not forecast.
    }
  }
  return [];
}

function workOf(steps: Step<JsonObject>[]): WorkPart[] {
  return steps.flatMap((step) =>
    "info" in step ? [] : [{ requests: 1, ...(step.task !== undefined && { task: step.task }) }],
  );
}
