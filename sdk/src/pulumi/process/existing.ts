import { EXISTING } from "../../errors/existing";
import type { CheckFailure } from "../../errors/inputs";
import { difference } from "../../lifecycle/diff/difference";
import { inputsOf } from "../../lifecycle/diff/recorded";
import type { AnyHandler, AnyProperties, OperationContext } from "../../lifecycle/handler";
import { idOf, parseIdentity } from "../../lifecycle/identity";
import { containsUnknown } from "../../lifecycle/inputs/validate";
import { type JsonObject, jsonText, plainJson } from "../../util/json";

/** Reads an object by the id that the program or the user names. Throws if it does not exist or cannot be read. */
export async function readExisting(
  { type, identity, read }: AnyHandler,
  id: string,
  declared: JsonObject,
  context: OperationContext,
): Promise<{ id: string; state: JsonObject }> {
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

/** All objects of a place. Throws if the deployment cannot list them. */
export async function listExisting(
  { type, identity, list }: AnyHandler,
  place: JsonObject,
  context: OperationContext,
): Promise<Array<{ id: string; state: JsonObject }>> {
  const states = await list?.read(place, context);
  if (states === undefined || identity === undefined) throw EXISTING.unlistable.error({ type });
  return states.map(plainJson).map((state) => ({ id: idOf(identity, state), state }));
}

/**
 * All inputs of an existing object. An optional input that is a part of the id is left out: a resource that declares it
 * adopts the object.
 */
export function inputsOfExisting({ properties, identity }: AnyHandler, state: JsonObject): JsonObject {
  const isAdoption = (name: string) => name in (identity?.id ?? {}) && properties[name]?.optional === true;
  const inputs = Object.entries(inputsOf(properties, state, () => true));
  return Object.fromEntries(inputs.filter(([name]) => !isAdoption(name)));
}

/** Names of the known inputs in which an existing object differs. */
export function differingInputs(properties: AnyProperties, state: JsonObject, inputs: JsonObject): string[] {
  const known = Object.entries(inputs).filter(([, value]) => !containsUnknown(value));
  return difference(properties, state, [], Object.fromEntries(known)).changed;
}

/** The failures of inputs that differ from an object to import, with the value to declare. */
export function importFailures(
  properties: AnyProperties,
  state: JsonObject,
  inputs: JsonObject,
): CheckFailure[] {
  const live = inputsOf(properties, state, () => true);
  return differingInputs(properties, state, inputs).map((property) => ({
    property,
    reason: EXISTING.differs.message({ value: jsonText(live[property] ?? null) }),
  }));
}
