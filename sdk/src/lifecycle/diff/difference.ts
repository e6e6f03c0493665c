import { canonicalJson, isObject, type JsonObject } from "../../util/json";
import type { AnyProperties, IsDeclared, Property } from "../handler";
import { containsUnknown } from "../inputs/validate";
import { declaredPaths } from "./declared";

export interface Difference {
  /** Names of the inputs that differ from the state, or `declared` if only the set of declared inputs differs. */
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
  // The values are equal, but other inputs are declared: nothing is sent, and the state is updated.
  if (result.changed.length === 0 && !sameList(declaredPaths(inputs, properties), declaredBefore))
    result.changed.push("declared");
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

function isFulfilled(property: Property<unknown, unknown>, wanted: unknown, actual: unknown): boolean {
  if (containsUnknown(wanted)) return false;
  return property.same?.(wanted, actual) ?? canonicalJson(wanted) === canonicalJson(actual ?? null);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
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
