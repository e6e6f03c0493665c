import { idOf } from "../../lifecycle/identity";
import { type AnyProperties, mapLists } from "../../lifecycle/properties";
import type { Unfinished } from "../../lifecycle/record";
import type { AnyResource } from "../../lifecycle/resource";
import type { Json, JsonObject } from "../../util/json";

/**
 * Internal properties among the user's own. The CLI does not show names that begin with two underscores. What is stored keeps its
 * name for ever.
 */
export interface Hidden {
  /** In inputs and state: the provider text. Only the engine's node process reads it. */
  __provider?: string;
  /** From the program to `check`, and from the plugin to all methods, never stored: the URN of the resource. */
  __urn?: string;
  /** From the program to `check`, never stored: the organization of the stack, if the backend has organizations. */
  __org?: string;
  /** From the program to `check`, never stored: the Provider that has a key of its own. */
  __account?: string;
  /** From the program to `check`, never stored: the option retainOnDelete, with which an old object is let go. */
  __retains?: true;
  /** From the program to `check`, never stored: where the records of unfinished work are. */
  __records?: { folder: string; scope: string };
  /** From the program to `check`, never stored: the id of the option `import`. */
  __import?: string;
  /** From the plugin to `check`, never stored: the name that the engine proposes; null if there must be none. */
  __name?: string | null;
  /** From the program to `check`, never stored: this is a preview. A replacement may delete the old object first. */
  __preview?: true | "deletesFirst";
  /** From the program to `read`, never stored: the resource was declared by `get`. */
  __get?: true;
  /** In the state, if there are any: the names of the secret inputs, whose values are never printed. */
  __secret?: string[];
  /** In inputs and state: the resource option customTimeouts, which the engine does not pass to dynamic providers. */
  __timeouts?: Timeouts;
  /** In inputs: distinguishes those of two resources that are otherwise equal. */
  __key?: string;
  /** In the state of a replacement, until the next update: the id of the old object, which Pulumi may not have deleted yet. */
  __replaced?: string;
  /** In the state: the paths of the optional inputs that the user declared. */
  __declared?: string[];
  /**
   * Of an object that the plugin has imported. In inputs, until the next run stores those of the program: they are all of the object.
   * In the state, until the next change: only the stored inputs show what was declared.
   */
  __imported?: true;
}

/** The properties of a state that contain the unfinished work of an interrupted operation. */
type Progress = Partial<Record<"__tasks" | "__unsure", string[]>>;

export type OperationKind = "create" | "read" | "update" | "delete";
export type Timeouts = Partial<Record<OperationKind, string>>;

/** Inputs or a state from the engine: the user's own properties, the hidden ones, and the unfinished work on the object. */
export interface SplitProperties {
  own: JsonObject;
  hidden: Hidden;
  unfinished?: Unfinished;
}

export function split(properties: JsonObject): SplitProperties {
  const own: JsonObject = {};
  const hidden: JsonObject = {};
  for (const [key, value] of Object.entries(properties)) (isHidden(key) ? hidden : own)[key] = value;
  const { __tasks: tasks, __unsure: touched, ...others } = hidden as Progress;
  const unfinished = { ...(tasks && { tasks }), ...(touched && { touched }) };
  return { own, hidden: others as Hidden, ...((tasks || touched) && { unfinished }) };
}

/** The mark of a resource's own state is not shown either, but belongs to the resource. */
function isHidden(key: string): boolean {
  return key.startsWith("__") && key !== "__unlisted";
}

/** The user's own properties, without those that an unfinished operation has touched. */
export function untouchedValues({ own, unfinished: { touched = [] } = {} }: SplitProperties): JsonObject {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !touched.includes(name)));
}

/**
 * What an update starts from. The items of a list that was not declared are of others. Of a list that an unfinished operation has
 * touched, the state has all items that may be there because of it: those are left that are not declared any more.
 */
export function recordedValues(
  properties: AnyProperties,
  before: SplitProperties,
  inputs: JsonObject,
): JsonObject {
  const { __declared = [] } = before.hidden;
  const touched = mapLists(properties, before.own, (items, known, name) => {
    if (!before.unfinished?.touched?.includes(name)) return undefined;
    const left = items.extra(inputs[name] ?? [], known) as Json[];
    return left.length > 0 ? left : undefined;
  });
  const isOfOthers = (name: string) => properties[name]?.items && !__declared.includes(name);
  const values = Object.entries({ ...untouchedValues(before), ...touched });
  return Object.fromEntries(values.filter(([name]) => !isOfOthers(name)));
}

/** The hidden property that is stored in inputs and outputs alike. */
export function storedTimeouts({ __timeouts }: Hidden): JsonObject {
  return __timeouts ? { __timeouts: __timeouts as JsonObject } : {};
}

/** The hidden properties that later operations need. */
export function storedOptions(hidden: Hidden): JsonObject {
  const { __secret } = hidden;
  return { ...storedTimeouts(hidden), ...(__secret && { __secret }) };
}

/** The outputs to store: the handler's state, and the hidden properties that later methods need. */
export function storedOutputs(state: JsonObject, hidden: Hidden, declared: string[]): JsonObject {
  const { __replaced, __imported } = hidden;
  return {
    ...state,
    ...storedOptions(hidden),
    ...(__imported && { __imported }),
    ...(declared.length > 0 && { __declared: declared }),
    ...(__replaced !== undefined && { __replaced }),
  };
}

/** The prefix of a provisional id: the id of the task that creates the object follows it. */
const PENDING = "pending:";

export function isPending(id: string): boolean {
  return id.startsWith(PENDING);
}

/** The platform's id of an object. After a refresh, the state of an interrupted creation has it beside the provisional id. */
export function objectIdOf({ identity }: AnyResource, id: string, state: JsonObject): string {
  if (!isPending(id)) return identity?.objectId?.(id, state) ?? id;
  const isKnown = identity !== undefined && Object.keys(identity.id).every((name) => name in state);
  return isKnown ? idOf(identity, state) : id;
}

/** The id that Pulumi gets for an object that tasks create; undefined if there is no task. */
export function pendingIdOf([task]: string[] = []): string | undefined {
  return task && PENDING + task;
}

/** Unfinished work as properties for a state. */
export function storedProgress({ tasks, touched }: Unfinished): JsonObject & Progress {
  return { ...(tasks && { __tasks: tasks }), ...(touched && { __unsure: touched }) };
}
