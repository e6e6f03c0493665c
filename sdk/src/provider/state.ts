import { platformId } from "../operation/identity";
import { type AnyProperties, listIn, mapLists } from "../operation/properties";
import type { Unfinished } from "../operation/record";
import type { AnyResource } from "../operation/resource";
import { type JsonObject, pick } from "../util/json";

export type OperationKind = "create" | "read" | "update" | "delete";
export type Timeouts = Partial<Record<OperationKind, string>>;

/** What the program and the engine say of a resource beside its inputs. Absent: the door has not learnt it. */
export interface ResourceFacts {
  /** Absent: the resource of this call is not known. Its operation then keeps no record, and prints beside the stack. */
  urn?: string | undefined;
  /** The organization of the stack, if the backend has organizations. */
  organization?: string | undefined;
  /** The names of the secret inputs, whose values are never printed. */
  secret?: string[] | undefined;
  timeouts?: Timeouts | undefined;
  /** The option retainOnDelete, with which an old object is let go. */
  retains?: boolean | undefined;
  /** The id of the option `import`. */
  importId?: string | undefined;
  /** The name that the engine proposes; null if there must be none. */
  proposedName?: string | null | undefined;
  /** A replacement deletes the old object first. */
  deletesFirst?: boolean | undefined;
}

/** A resource as a state has it. */
export interface ResourceState {
  /** Pulumi's id. */
  id: string;
  values: JsonObject;
  unfinished?: Unfinished | undefined;
  /** The paths of the optional inputs that the user has declared. */
  declared?: string[] | undefined;
  secret?: string[] | undefined;
  timeouts?: Timeouts | undefined;
  /** Of a replacement, until the next update: the id of the old object, which Pulumi may not have deleted yet. */
  replaced?: string | undefined;
  /** Of an object that the plugin has imported, until the next change: only the stored inputs show what was declared. */
  isImported?: boolean | undefined;
}

/** The inputs of the last run. */
export interface StoredInputs {
  values: JsonObject;
  /** They are all of an imported object, and nobody has declared them. */
  isImported?: boolean | undefined;
}

/** The values, without those that an unfinished operation has touched. */
export function untouchedValues({ values, unfinished: { touched = [] } = {} }: ResourceState): JsonObject {
  return pick(values, (name) => !touched.includes(name));
}

/**
 * What an update starts from. The items of a list that was not declared are of others. Of a list that an unfinished operation has
 * touched, the state has all items that may be there because of it: those are left that are not declared any more.
 */
export function recordedValues(
  properties: AnyProperties,
  state: ResourceState,
  inputs: JsonObject,
): JsonObject {
  const { declared = [], unfinished } = state;
  const touched = mapLists(properties, state.values, (items, known, name) => {
    if (!unfinished?.touched?.includes(name)) return undefined;
    const left = items.extra(listIn(inputs, name), known);
    return left.length > 0 ? left : undefined;
  });
  const isOfOthers = (name: string) => properties[name]?.items && !declared.includes(name);
  return pick({ ...untouchedValues(state), ...touched }, (name) => !isOfOthers(name));
}

/** The prefix of a provisional id: the id of the task that creates the object follows it. */
const PENDING = "pending:";

export function isPending(id: string): boolean {
  return id.startsWith(PENDING);
}

/** The platform's id of an object. After a refresh, the state of an interrupted creation has it beside the provisional id. */
export function objectIdOf({ identity }: AnyResource, id: string, state: JsonObject): string {
  return (identity && platformId(identity, id, state)) ?? id;
}

/** The id that Pulumi gets for an object that tasks create; undefined if there is no task. */
export function pendingIdOf([task]: string[] = []): string | undefined {
  return task && PENDING + task;
}

/** A secret input is stored, as the engine marks an output as secret by the input of the same name. */
export function partition(
  { properties }: AnyResource,
  inputs: JsonObject,
  secret: readonly string[] = [],
): Record<"transient" | "stored", JsonObject> {
  const [transient, stored]: [JsonObject, JsonObject] = [{}, {}];
  for (const [name, value] of Object.entries(inputs))
    (properties[name]?.transient && !secret.includes(name) ? transient : stored)[name] = value;
  return { transient, stored };
}
