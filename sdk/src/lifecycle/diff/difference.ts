import { canonicalJson, isObject, type JsonObject } from "../../util/json";
import type { AnyProperties, IsDeclared, Property } from "../handler";
import { containsUnknown } from "../inputs/validate";

export interface Difference {
  /** Names of the inputs that differ from the state. */
  changed: string[];
  /** Those of them that replace the object. */
  replaces: string[];
  /** The values that an update sends: declared values, and defaults of removed inputs. */
  change: JsonObject;
}

/** The difference between a state and the declared inputs. Inputs may be unknown. Sends no request. */
export function difference(
  properties: AnyProperties,
  state: JsonObject,
  declaredBefore: readonly string[],
  inputs: JsonObject,
): Difference {
  const wasDeclared: IsDeclared = (path) => declaredBefore.includes(path);
  const result: Difference = { changed: [], replaces: [], change: {} };
  for (const [name, property] of Object.entries(properties)) {
    if (property.transient) continue;
    const removed = inputs[name] === undefined && wasDeclared(name);
    const wanted = removed ? property.default : withDefaults(name, property, inputs[name], wasDeclared);
    if (!removed && (wanted === undefined || isFulfilled(property, wanted, state[name]))) continue;
    result.changed.push(name);
    if (property.replaces) result.replaces.push(name);
    else if (wanted !== undefined) result.change[name] = wanted as JsonObject[string];
  }
  return result;
}

/** The part of a change that is not in the state yet. */
export function pendingChanges<C extends object>(properties: object, state: object, change: C): Part<C> {
  const entries = Object.entries(change).filter(([name, wanted]) => {
    const property = (properties as AnyProperties)[name];
    return property && wanted !== undefined && !isFulfilled(property, wanted, (state as JsonObject)[name]);
  });
  return Object.fromEntries(entries) as Part<C>;
}

type Part<C> = { [K in keyof C]?: Exclude<C[K], undefined> };

/** The names of changed properties with other values. A property that the platform does not return may have the sent value. */
export function notApplied(properties: object, state: object, change: object): string[] {
  const names = Object.keys(pendingChanges(properties, state, change));
  return names.filter((name) => (state as JsonObject)[name] !== undefined);
}

/** Whether a value of the platform is the wanted one. An unknown value never is. */
export function isFulfilled(property: Property<unknown, unknown>, wanted: unknown, actual: unknown): boolean {
  if (containsUnknown(wanted)) return false;
  return property.same?.(wanted, actual) ?? canonicalJson(wanted) === canonicalJson(actual ?? null);
}

/** A nested input that was removed goes back to its default. */
function withDefaults(
  name: string,
  { nested = {} }: Property<unknown, unknown>,
  declared: unknown,
  wasDeclared: IsDeclared,
): unknown {
  if (!isObject(declared)) return declared;
  const defaults = Object.entries(nested).flatMap(([path, inner]) => {
    const key = path.slice(1);
    const isRemoved = "default" in inner && declared[key] === undefined && wasDeclared(name + path);
    return isRemoved ? [[key, inner.default]] : [];
  });
  return { ...declared, ...Object.fromEntries(defaults) };
}
