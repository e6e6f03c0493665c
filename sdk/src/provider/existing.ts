import { EXISTING } from "../errors/existing";
import type { CheckFailure } from "../errors/inputs";
import { idOf, parseIdentity, scopeOf } from "../operation/identity";
import { containsUnknown } from "../operation/inputs/validate";
import { type AnyProperties, difference, inputsOf } from "../operation/properties";
import { type AnyResource, isLive } from "../operation/resource";
import type { Reader } from "../platform/api/api";
import type { LeaveOut } from "../platform/api/pages";
import { type JsonObject, jsonText, plainJson } from "../util/json";
import type { ResourceState } from "./state";

/** An object, with its id in the state. */
export type ExistingObject = Pick<ResourceState, "id" | "values">;

/** A failure whose reason does not contain its code. */
export interface CodedFailure extends CheckFailure {
  code?: string;
}

/** Reads an object by the id that the program or the user names. Throws if it does not exist or cannot be read. */
export async function readExisting(
  { type, identity, read }: AnyResource,
  id: string,
  declared: JsonObject,
  reader: Reader,
): Promise<ExistingObject> {
  if (identity === undefined || read === undefined) throw EXISTING.unreadable.error({ type, id });
  const parsed = parseIdentity(identity, id, declared);
  if ("problem" in parsed) throw EXISTING.invalidId.error({ type, id, problem: parsed.problem });
  const seen = await read(reader, idOf(identity, parsed.state), parsed.state);
  if (seen === "unreadable") throw EXISTING.unreadable.error({ type, id });
  if (!isLive(seen)) {
    const scope = Object.keys(scopeOf(identity)).map((name) => `, ${name} ${parsed.state[name]}`);
    throw EXISTING.notFound.error({ type, id, scope: scope.join("") });
  }
  const values = plainJson(seen.state);
  return { id: idOf(identity, values), values };
}

/**
 * The objects with these properties that can be read whole. `leaveOut` gets the others. Throws if the deployment cannot list them.
 */
export async function listExisting(
  { type, identity }: AnyResource,
  selected: JsonObject,
  reader: Reader,
  leaveOut: LeaveOut,
): Promise<ExistingObject[]> {
  const objects = await identity?.list?.(reader, selected, leaveOut);
  if (objects === undefined || identity === undefined) throw EXISTING.unlistable.error({ type });
  const names = Object.keys(identity.query ?? {}).filter((name) => name in selected);
  return objects
    .map(({ state }) => plainJson(state))
    .filter((values) => names.every((name) => String(values[name]) === String(selected[name])))
    .map((values) => ({ id: idOf(identity, values), values }));
}

/** The failures of the known inputs that differ from an object to import, with the value to declare. */
export function importFailures(
  properties: AnyProperties,
  state: JsonObject,
  inputs: JsonObject,
): CodedFailure[] {
  const known = Object.entries(inputs).filter(([, value]) => !containsUnknown(value));
  const live = inputsOf(properties, state, () => true);
  return difference(properties, state, [], Object.fromEntries(known)).changed.map((property) => ({
    property,
    reason: EXISTING.differs.message({ value: jsonText(live[property] ?? null) }),
    code: EXISTING.differs.code,
  }));
}
