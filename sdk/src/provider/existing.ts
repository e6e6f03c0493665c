import { EXISTING } from "../errors/existing";
import type { CheckFailure } from "../errors/inputs";
import { type Identity, idForm, idOf, parseIdentity, parseParts, scopeOf } from "../operation/identity";
import { knownValues, validate } from "../operation/inputs/validate";
import { type AnyProperties, declaredPaths, difference, inputsOf } from "../operation/properties";
import { type AnyResource, isLive } from "../operation/resource";
import type { Reader } from "../platform/api/api";
import type { LeaveOut } from "../platform/api/pages";
import { canonicalJson, type JsonObject, jsonText, plainJson } from "../util/json";
import { printableName } from "../util/text";
import type { ResourceState } from "./state";

/** An object, with its id in the state. */
export type ExistingObject = Pick<ResourceState, "id" | "values">;

/** A failure whose reason does not contain its code. */
export interface CodedFailure extends CheckFailure {
  code?: string;
}

/** Reads an object by the id that the program or the user names. Throws if it does not exist or cannot be read. */
export async function readExisting(
  { type, identity }: AnyResource,
  id: string,
  declared: JsonObject,
  reader: Reader,
): Promise<ExistingObject> {
  if (identity === undefined) throw EXISTING.unreadable.error({ type, id });
  const parsed = parseIdentity(identity, id, declared);
  if ("problem" in parsed) throw EXISTING.invalidId.error({ type, id, problem: parsed.problem });
  const seen = await identity.read(reader, idOf(identity, parsed.state), parsed.state);
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
  const live = inputsOf(properties, state, () => true);
  return difference(properties, state, [], knownValues(inputs)).changed.map((property) => ({
    property,
    reason: EXISTING.differs.message({ value: jsonText(live[property] ?? null) }),
    code: EXISTING.differs.code,
  }));
}

/** An existing object as its creation would have stored it. */
export interface ImportedObject {
  state: ResourceState;
  inputs: JsonObject;
  /** Why the inputs cannot be declared. */
  failures: CheckFailure[];
}

/**
 * An existing object as a resource with all of its inputs declared. An optional input that is a part of the id is left out: a
 * resource that declares it adopts the object.
 */
export function importedObject(resource: AnyResource, { id, values }: ExistingObject): ImportedObject {
  const { inputs: schema, properties, identity } = resource;
  const isAdoption = (name: string) => name in (identity?.id ?? {}) && properties[name]?.optional === true;
  const inputs = inputsOf(properties, values, (path) => !isAdoption(path));
  const state = { id, values, declared: declaredPaths(inputs, properties) };
  return { state, inputs, failures: validate(schema, inputs) };
}

/** The inputs that do not have their default. */
export function withoutDefaults({ properties }: AnyResource, inputs: JsonObject): JsonObject {
  const differing = Object.entries(inputs).filter(([name, value]) => {
    const { default: usual } = properties[name] ?? {};
    return usual === undefined || canonicalJson(usual) !== canonicalJson(value);
  });
  return Object.fromEntries(differing);
}

/** The path that names one object alone. */
export function objectPath(identity: Identity, id: string, state: JsonObject): string {
  const scope = scopeOf(identity);
  const place = Object.keys(scope).length > 0 ? [idOf({ id: scope }, state)] : [];
  return [...place, id].join("/");
}

/** The parts of a path that names one object, such as `1234/76/<uuid>`: what is needed beside the id, and the id. */
export function parseObjectPath(
  { type, identity }: AnyResource & { identity: Identity },
  path: string,
): { scope: JsonObject; id: string } {
  const [scopeParts, { id }] = [scopeOf(identity), identity];
  const invalid = (problem: string) => EXISTING.invalidId.error({ type, id: printableName(path), problem });
  const [values, length] = [path.split("/"), Object.keys(scopeParts).length];
  if (values.length !== length + Object.keys(id).length)
    throw invalid(`must have the form ${idForm({ ...scopeParts, ...id })}`);
  if (length === 0) return { scope: {}, id: path };
  const scope = parseParts(scopeParts, values.slice(0, length).join("/"));
  if ("problem" in scope) throw invalid(scope.problem);
  return { scope: scope.state, id: values.slice(length).join("/") };
}
