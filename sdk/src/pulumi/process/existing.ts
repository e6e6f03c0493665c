import { EXISTING } from "../../errors/existing";
import type { CheckFailure } from "../../errors/inputs";
import type { AnyHandler, OperationContext } from "../../lifecycle/handler";
import { idOf, parseIdentity } from "../../lifecycle/identity";
import { containsUnknown } from "../../lifecycle/inputs/validate";
import { type AnyProperties, difference, inputsOf } from "../../lifecycle/properties";
import { awaitAndFind } from "../../lifecycle/steps/resume";
import { TaskFailed, TaskNotFound } from "../../platform/tasks/task";
import { type JsonObject, jsonText, plainJson } from "../../util/json";
import { isPending, objectIdOf, type SplitProperties } from "./state";

/** An object, with its id in the state. */
export interface IdentifiedState {
  id: string;
  state: JsonObject;
}

/** Reads an object by the id that the program or the user names. Throws if it does not exist or cannot be read. */
export async function readExisting(
  { type, identity, read }: AnyHandler,
  id: string,
  declared: JsonObject,
  context: OperationContext,
): Promise<IdentifiedState> {
  if (identity === undefined) throw EXISTING.unreadable.error({ type, id });
  const parsed = parseIdentity(identity, id, declared);
  if ("problem" in parsed) throw EXISTING.invalidId.error({ type, id, problem: parsed.problem });
  const seen = await read(id, parsed.state, context);
  if (seen === "unreadable") throw EXISTING.unreadable.error({ type, id });
  if (seen === "gone") {
    const scope = Object.keys(identity.scope ?? {}).map((name) => `, ${name} ${parsed.state[name]}`);
    throw EXISTING.notFound.error({ type, id, scope: scope.join("") });
  }
  const state = plainJson(seen);
  return { id: idOf(identity, state), state };
}

/**
 * Waits for the tasks of an interrupted operation. Returns the object's id at the platform; undefined if an interrupted creation
 * has created nothing.
 */
export async function resolveId(
  handler: AnyHandler,
  id: string,
  { own, hidden: { __tasks: tasks = [] } }: SplitProperties,
  context: OperationContext,
): Promise<string | undefined> {
  if (!isPending(id)) {
    await context.awaitTasks(tasks, own).catch((error) => warnOfFailure(error, context));
    return id;
  }
  if (tasks.length === 0) return objectIdOf(handler, id, own);
  const creation = handler.creation?.(own);
  return creation && (await awaitAndFind(creation, { tasks, idsBefore: undefined }, context))?.id;
}

/** The object existed before the failed task, so it still exists, and this run changes it again. */
function warnOfFailure(error: unknown, context: OperationContext): void {
  if (!(error instanceof TaskFailed || error instanceof TaskNotFound)) throw error;
  context.warn(error);
}

/** The failures of the known inputs that differ from an object to import, with the value to declare. */
export function importFailures(
  properties: AnyProperties,
  state: JsonObject,
  inputs: JsonObject,
): CheckFailure[] {
  const known = Object.entries(inputs).filter(([, value]) => !containsUnknown(value));
  const live = inputsOf(properties, state, () => true);
  return difference(properties, state, [], Object.fromEntries(known)).changed.map((property) => ({
    property,
    reason: EXISTING.differs.message({ value: jsonText(live[property] ?? null) }),
  }));
}
