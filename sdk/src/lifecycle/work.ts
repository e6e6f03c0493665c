import type { JsonObject } from "../util/json";
import { ifRefused } from "./differences";
import { knownValues } from "./inputs/known";
import { containsUnknown, UNKNOWN } from "./inputs/validate";
import { difference, isReadBefore } from "./properties";
import { isNamed, type JsonResource, type Step } from "./resource";

// What the plan of an operation costs, without the polls of tasks. The platform has all operations and carries out each request,
// changes are visible at once, and nobody else changes the object. Values may be unknown: each may be any text.

/** What an operation sends, and the types of the tasks that it waits for, one after the other. */
export interface Work {
  requests: number;
  /** The types of tasks, as the platform names them; for a person's decision, what is decided. */
  tasks: string[];
}

export const READ: Work = { requests: 1, tasks: [] };
export const NO_WORK: Work = { requests: 0, tasks: [] };

/** @param found The existing object that the creation uses. */
export function creationWork(resource: JsonResource, declared: JsonObject, found?: JsonObject): Work {
  const inputs = withUnknownTexts(declared);
  const changeFrom = (state: JsonObject, wanted = inputs) => {
    const { change } = difference(resource.properties, state, [], wanted);
    return changeWork(resource, state, { inputs: wanted, change, recorded: state });
  };
  const creation = resource.creation(inputs);
  if (isNamed(creation)) {
    const { id = {}, scope = {} } = resource.identity ?? {};
    const parts = Object.entries(creation.known).filter(([name]) => name in { ...id, ...scope });
    return sumOf(READ, changeFrom(found ?? Object.fromEntries(parts)));
  }
  const known = knownValues(inputs);
  const { objects, step, ...begun } = resource.creation(known) as typeof creation;
  if (objects === undefined) return workOf([step]);
  const rest = found ? changeFrom(found) : changeFrom(step.after?.(begun.known) ?? begun.known, known);
  const looksForSecond = !found && objects.mayHaveSecond === true;
  // The reply shows an object that no task creates. The list that looks for a second one shows one that is as declared.
  const isNewShown = step.task ? looksForSecond && rest.requests === 0 : objects.provisionalId === undefined;
  const isFoundShown = (state: JsonObject) => !containsUnknown(state) && objects.isShown?.(state) !== false;
  const isShown = found ? isFoundShown(found) : isNewShown;
  return sumOf(
    READ,
    found ? NO_WORK : workOf([step]),
    isShown ? NO_WORK : READ,
    looksForSecond ? READ : NO_WORK,
    rest,
  );
}

/** @param isRead An interrupted operation is compared with the object, whatever the change is. */
export function updateWork(
  resource: JsonResource,
  state: JsonObject,
  wish: { inputs: JsonObject; change: JsonObject; recorded: JsonObject },
  isRead: boolean,
): Work {
  const reads = isRead || isReadBefore(resource.properties, wish.change);
  const inputs = withUnknownTexts(wish.inputs);
  return sumOf(reads ? READ : NO_WORK, changeWork(resource, state, { ...wish, inputs }));
}

export function deletionWork({ removal }: JsonResource, state: JsonObject): Work {
  const steps = removal?.(state) ?? [];
  // An object that stays is read after the refusal.
  const stays = steps.filter(
    (step) => "send" in step && !step.clearing && ifRefused(step, state) !== undefined,
  );
  return sumOf(workOf(steps), ...stays.map(() => READ));
}

/** The steps of a change, and the read of the result. */
function changeWork(
  { properties, change: planner }: JsonResource,
  state: JsonObject,
  { inputs, change, recorded }: { inputs: JsonObject; change: JsonObject; recorded: JsonObject },
): Work {
  // How many items of an unknown list are sent one by one is not known.
  const counted = Object.entries(change).filter(
    ([name, value]) => !properties[name]?.record || !containsUnknown(value),
  );
  const possible = Object.fromEntries(counted);
  for (const wanted of [possible, knownValues(possible)]) {
    try {
      const steps = planner(state, { inputs, change: wanted, recorded });
      const isConfirmed = steps.length > 0 && isReadBefore(properties, change);
      return sumOf(workOf(steps), isConfirmed ? READ : NO_WORK);
    } catch {
      // An unknown value may make the plan impossible. Failures of `up` are not forecast.
    }
  }
  return NO_WORK;
}

/** The inputs, in which a value that is known only in part is unknown. */
function withUnknownTexts(inputs: JsonObject): JsonObject {
  const entries = Object.entries(inputs).map(([name, value]) => [
    name,
    containsUnknown(value) ? UNKNOWN : value,
  ]);
  return Object.fromEntries(entries) as JsonObject;
}

function workOf(steps: Step<JsonObject>[]): Work {
  const sent = steps.filter((step) => !("info" in step)) as Array<{ task?: string }>;
  return { requests: sent.length, tasks: sent.flatMap(({ task }) => task ?? []) };
}

function sumOf(...parts: Work[]): Work {
  return {
    requests: parts.reduce((sum, { requests }) => sum + requests, 0),
    tasks: parts.flatMap(({ tasks }) => tasks),
  };
}
