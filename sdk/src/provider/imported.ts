import { EXISTING } from "../errors/existing";
import type { CheckFailure } from "../errors/inputs";
import { type Identity, idForm, idOf, parseParts, scopeOf } from "../operation/identity";
import { validate } from "../operation/inputs/validate";
import { declaredPaths, inputsOf } from "../operation/properties";
import type { AnyResource } from "../operation/resource";
import { canonicalJson, type JsonObject } from "../util/json";
import { printableName } from "../util/text";
import type { ExistingObject } from "./existing";
import type { ResourceState } from "./state";

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
