import { isObject, type Json, type JsonObject } from "../../util/json";
import type { AnyProperties, IsDeclared } from "../handler";
import { isFulfilled } from "./difference";

/**
 * The paths of the optional inputs that are declared, such as `routes` or `interfaces[2].ipAddress`. The state contains
 * them, because `read` and `delete` do not get the inputs of the last run.
 */
export function declaredPaths(inputs: JsonObject, properties: AnyProperties): string[] {
  const paths = Object.entries(properties).flatMap(([name, { optional, transient, nested = {} }]) => [
    ...(optional && !transient && inputs[name] !== undefined ? [name] : []),
    ...Object.keys(nested).flatMap((path) => nestedPaths(name, path, inputs[name])),
  ]);
  return paths.sort();
}

/** The declared input because of which a deletion leaves the object at the platform. */
export function keepingInput(
  properties: AnyProperties,
  declared: readonly string[] = [],
): string | undefined {
  return Object.keys(properties).find((name) => properties[name]?.keepsObject && declared.includes(name));
}

/** The paths that any of the lists contains. */
export function uniquePaths(...lists: Array<readonly string[] | undefined>): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))].sort();
}

/** A nested path is `.key` of an object, or `[].key` of the items of a list. */
function nestedPaths(name: string, path: string, value: Json | undefined): string[] {
  const key = path.slice(path.indexOf(".") + 1);
  const declares = (item: Json | undefined) => isObject(item) && item[key] !== undefined;
  if (!path.startsWith("[]")) return declares(value) ? [name + path] : [];
  const items = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => (declares(item) ? [`${name}[${index}].${key}`] : []));
}

/** The inputs that declare this state. Optional inputs that the user does not declare are left out. */
export function inputsOf(properties: AnyProperties, state: JsonObject, isDeclared: IsDeclared): JsonObject {
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const actual = state[name];
    const left = property.transient || (property.optional && !isDeclared(name));
    if (left || actual === undefined) return [];
    const value = property.declare ? property.declare(actual, isDeclared) : actual;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries) as JsonObject;
}

/**
 * The state to record after an operation. A declared input that was not changed keeps its recorded value, even if the
 * platform has another one. Only `refresh` records drift; otherwise the next update would overwrite a value that no
 * preview has shown.
 */
export function stateToStore(
  properties: AnyProperties,
  { live, recorded, inputs, change }: Record<"live" | "recorded" | "inputs" | "change", JsonObject>,
): JsonObject {
  const kept = Object.entries(properties).flatMap(([name, property]) => {
    const [declared, before, actual] = [inputs[name], recorded[name], live[name]];
    if (before === undefined) return [];
    if (name in change)
      return property.record && actual !== undefined
        ? [[name, property.record(actual, before, change[name])]]
        : [];
    if (declared === undefined || property.transient || isFulfilled(property, declared, actual)) return [];
    return [[name, before]];
  });
  return { ...live, ...(Object.fromEntries(kept) as JsonObject) };
}
