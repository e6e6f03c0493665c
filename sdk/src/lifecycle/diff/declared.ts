import { isObject, type Json, type JsonObject } from "../../util/json";
import type { AnyProperties } from "../handler";

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
