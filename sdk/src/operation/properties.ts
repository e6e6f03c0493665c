import type { z } from "zod";
import { SETTING_NAMES } from "../platform/settings";
import { digestOf } from "../util/digest";
import { canonicalJson, isObject, type Json, type JsonObject, mapDefined, pick } from "../util/json";
import { containsUnknown, shapeOf } from "./inputs/validate";
import { UnorderedList } from "./unordered-list";

/**
 * What is particular to one input of a resource. The difference to the state, the change to send, the check after the request and the
 * inputs that `refresh` returns follow from this description and from the schema.
 */
export interface Property<V, A> {
  /** What a change of the input does. Default: an update reads the object, and sends what differs. */
  kind?: Kind;
  /** The value to send when the input is removed from the program. If absent, an empty list is sent, or the value is left unchanged. */
  default?: V;
  /** The values to send when optional inputs inside of this one are removed. */
  nestedDefaults?: Record<string, unknown>;
  /** Whether the actual value is the declared one. Default: equal JSON. Of an unordered list, others may change items at the same time. */
  same?: Same<V, A> | UnorderedList<unknown>;
  /** The input that declares this value. Default: the value itself. */
  declare?(actual: A, isDeclared: IsDeclared): V | undefined;
}

type Same<V, A> = (declared: V, actual: A | undefined) => boolean;

type Kind =
  /** A change creates a new object. */
  | "replaces"
  /** The same. The input names an existing object, which stays at the platform when the resource is deleted. */
  | "adopts"
  /** An update needs no read before: its request has all values of the object, and its reply shows the result. */
  | "whole"
  /**
   * A change of the declared value is sent. What the platform writes later is no difference, so the state has a digest of the declared
   * value beside the actual one.
   */
  | "sent"
  /** The platform does not have the value: the state has the declared one, once an operation has reached it. */
  | "local";

/** Whether an input was declared, by its path: `a`, `a.b`, or `a[2].b` in a list. */
export type IsDeclared = (path: string) => boolean;

/** An input of any resource: declared and actual values are JSON here. */
export interface AnyProperty extends Omit<Property<unknown, unknown>, "same"> {
  same?: Same<unknown, unknown>;
  /** Its value is a list of these. */
  items?: UnorderedList<unknown>;
  /** The input may be omitted. The state contains the names of the optional inputs that are declared. */
  optional: boolean;
  /** The optional inputs inside of this one, or inside of the items of this list, with their defaults. */
  nested: Record<string, unknown>;
  replaces: boolean;
  /** Not compared, and not stored unless it is secret. */
  transient: boolean;
}

type Declared<T> = Exclude<T, undefined>;

export type AnyProperties = Record<string, AnyProperty>;

/**
 * The properties of a resource with this schema. An input with the name of a setting is only used by a creation, and the setting is its
 * default.
 */
export function propertiesOf<I extends object, S extends object>(
  schema: z.ZodType<I>,
  particular: {
    [K in keyof I]?: Property<Declared<I[K]>, K extends keyof S ? Declared<S[K]> : unknown>;
  } = {},
): AnyProperties {
  const entries = Object.entries(shapeOf(schema)).map(([name, input]): [string, AnyProperty] => {
    const { same, ...property } = (particular as Record<string, Property<unknown, unknown>>)[name] ?? {};
    const { kind, nestedDefaults = {} } = property;
    const replaces = kind === "replaces" || kind === "adopts";
    const transient = kind === "sent" || isSetting(name);
    // Nothing of an input that an update does not send is reset.
    const inner =
      replaces || transient ? [] : Object.entries(shapeOf(input)).filter(([, one]) => isOptional(one));
    const nested = Object.fromEntries(inner.map(([key]) => [key, nestedDefaults[key]]));
    return [
      name,
      {
        ...property,
        ...(same instanceof UnorderedList ? { items: same, default: [] } : same && { same }),
        optional: isOptional(input),
        nested,
        replaces,
        transient,
      },
    ];
  });
  return Object.fromEntries(entries);
}

export function isSetting(name: string): boolean {
  return (SETTING_NAMES as string[]).includes(name);
}

function isOptional({ _zod: { optout } }: z.core.$ZodType): boolean {
  return optout === "optional";
}

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
  live: object,
  declaredBefore: readonly string[],
  desired: object,
): Difference {
  const [state, inputs] = [live as JsonObject, desired as JsonObject];
  const wasDeclared: IsDeclared = (path) => declaredBefore.includes(path);
  const result: Difference = { changed: [], replaces: [], change: {} };
  for (const [name, property] of Object.entries(properties)) {
    if (property.transient) continue;
    const removed = inputs[name] === undefined && wasDeclared(name);
    const wanted = removed ? property.default : withDefaults(name, property, inputs[name], wasDeclared);
    const differs = wanted === undefined ? removed : isOther(property, wanted, state[name]);
    if (!differs) continue;
    result.changed.push(name);
    if (property.replaces) result.replaces.push(name);
    else if (wanted !== undefined) result.change[name] = wanted as JsonObject[string];
  }
  return result;
}

/** The transient inputs whose declared value was changed. A value without a digest is compared with the actual one. */
export function redeclared(
  properties: AnyProperties,
  state: JsonObject,
  declaredBefore: readonly string[],
  inputs: JsonObject,
): JsonObject {
  return pick(inputs, (name, wanted) => {
    const property = properties[name];
    if (property?.kind !== "sent") return false;
    const before = declaredBefore.filter((path) => path.startsWith(`${name}=`)).join();
    // A failed update leaves the digests of both values.
    const differs = before ? before !== digestPath(name, wanted) : isOther(property, wanted, state[name]);
    return differs || !(name in state);
  });
}

function digestPath(name: string, value: Json): string {
  return `${name}=${digestOf(value).slice(0, 7)}`;
}

/** Whether an update reads the object before it sends the change. Without a change, it returns what the platform has. */
export function isReadBefore(properties: AnyProperties, change: object): boolean {
  const names = Object.keys(change).length > 0 ? Object.keys(change) : Object.keys(properties);
  return names.some((name) => {
    const { kind, replaces, transient } = properties[name] ?? {};
    return !replaces && !transient && kind !== "whole" && kind !== "local";
  });
}

/**
 * The part of a change that an update sends. What differs from a recorded value is always sent, because a read that is a few
 * seconds old may show it already. What is not recorded, as an unfinished operation has touched it or nobody has declared it, is sent if
 * the object does not have it.
 */
export function changesToSend<C extends object>(
  properties: AnyProperties,
  { live, recorded }: { live: object; recorded: object },
  change: C,
): Part<C> {
  const certain = pick(change, (name, value) => name in recorded && value !== undefined) as Part<C>;
  return { ...pendingChanges(properties, live, change), ...certain };
}

/** The part of a change that is not in the state yet. */
export function pendingChanges<C extends object>(
  properties: AnyProperties,
  state: object,
  change: C,
): Part<C> {
  const isPending = (name: string, wanted: unknown) =>
    properties[name] !== undefined &&
    wanted !== undefined &&
    !isFulfilled(properties[name], wanted, (state as JsonObject)[name]);
  return pick(change, isPending) as Part<C>;
}

/** A list in a state or in inputs. An absent one is empty. */
export function listIn(values: object, name: string): unknown[] {
  return ((values as JsonObject)[name] ?? []) as unknown[];
}

/** The values of lists, each computed from those that the change and the two states have. */
export function mapLists(
  properties: AnyProperties,
  change: object,
  map: (items: UnorderedList<unknown>, wanted: unknown[], name: string) => unknown,
): JsonObject {
  return mapDefined(change as JsonObject, (name, wanted) => {
    const { items } = properties[name] ?? {};
    return items && Array.isArray(wanted) ? map(items, wanted, name) : undefined;
  });
}

type Part<C> = { [K in keyof C]?: Exclude<C[K], undefined> };

/**
 * The names of changed properties whose change did not take effect. A property that the platform does not return may have the
 * sent value.
 */
export function notApplied(
  properties: AnyProperties,
  { recorded, state, change }: { recorded: object; state: object; change: object },
): string[] {
  return Object.keys(pendingChanges(properties, state, change)).filter((name) => {
    const { items } = properties[name] ?? {};
    if ((state as JsonObject)[name] === undefined) return false;
    return !items?.applied(listIn(change, name), listIn(recorded, name), listIn(state, name));
  });
}

/** Whether an input asks for another value than the actual one. */
function isOther(property: AnyProperty, wanted: unknown, actual: unknown): boolean {
  return containsUnknown(wanted) || !isFulfilled(property, wanted, actual);
}

/** Whether a value of the platform is the wanted one. */
export function isFulfilled({ items, same }: AnyProperty, wanted: unknown, actual: unknown): boolean {
  if (items) return items.same(wanted as unknown[], actual as unknown[] | undefined);
  return same?.(wanted, actual) ?? canonicalJson(wanted) === canonicalJson(actual ?? null);
}

/** A nested input that was removed goes back to its default. */
function withDefaults(
  name: string,
  { nested }: AnyProperty,
  declared: unknown,
  wasDeclared: IsDeclared,
): unknown {
  if (!isObject(declared)) return declared;
  const isRemoved = (key: string, usual: unknown) =>
    usual !== undefined && declared[key] === undefined && wasDeclared(`${name}.${key}`);
  return { ...declared, ...pick(nested, isRemoved) };
}

/**
 * The paths of the optional inputs that are declared, such as `routes` or `interfaces[2].ipAddress`, and the digests of transient
 * ones, such as `lastSending=0a1b2c3`. The state contains them, because `read` and `delete` do not get the inputs of the last run.
 */
export function declaredPaths(inputs: JsonObject, properties: AnyProperties): string[] {
  const paths = Object.entries(properties).flatMap(([name, { kind, optional, transient, nested }]) => [
    ...(optional && !transient && inputs[name] !== undefined ? [name] : []),
    ...(kind === "sent" && inputs[name] !== undefined ? [digestPath(name, inputs[name])] : []),
    ...Object.keys(nested).flatMap((key) => nestedPaths(name, key, inputs[name])),
  ]);
  return paths.sort();
}

/** The declared input because of which a deletion leaves the object at the platform. */
export function keepingInput(
  properties: AnyProperties,
  declared: readonly string[] = [],
): string | undefined {
  return Object.keys(properties).find(
    (name) => properties[name]?.kind === "adopts" && declared.includes(name),
  );
}

/** The input of a path such as `routes` or `interfaces[2].ipAddress`. */
export function inputOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? "";
}

/** The paths that any of the lists contains. */
export function uniquePaths(...lists: Array<readonly string[] | undefined>): string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))].sort();
}

/** The paths at which a value declares a nested input: `a.key`, or `a[0].key` for the items of a list. */
function nestedPaths(name: string, key: string, value: Json | undefined): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => nestedPaths(`${name}[${index}]`, key, item));
  return isObject(value) && value[key] !== undefined ? [`${name}.${key}`] : [];
}

/** The inputs that declare this state. Optional inputs that the user does not declare are left out. */
export function inputsOf(properties: AnyProperties, state: object, isDeclared: IsDeclared): JsonObject {
  return mapDefined(properties, (name, property) => {
    const actual = (state as JsonObject)[name];
    const left = property.transient || (property.optional && !isDeclared(name));
    if (left || actual === undefined) return undefined;
    return property.declare ? property.declare(actual, isDeclared) : actual;
  });
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
  const kept = mapDefined(properties, (name, property) => {
    const { kind, items, transient } = property;
    const old = name in recorded ? recorded[name] : items && [];
    const [declared, actual] = [inputs[name], live[name]];
    const reached = name in change ? change[name] : old;
    if (kind === "local") return declared === undefined ? undefined : reached;
    if (name in change && actual === undefined) return undefined;
    if (name in change)
      return items?.record(listIn(live, name), listIn(recorded, name), listIn(change, name));
    const isDrift = declared !== undefined && !transient && !isFulfilled(property, declared, actual);
    return isDrift ? old : undefined;
  });
  const read = pick(live, (name) => properties[name]?.kind !== "local");
  return { ...read, ...kept };
}
