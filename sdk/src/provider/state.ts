import type { Progress } from "../contract/progress";
import type { JsonObject } from "../util/json";

/** Properties that travel beside the user's own; the CLI does not show names that begin with two underscores. */
export interface Hidden {
  /** The provider text. Only the engine's node process reads it. */
  __provider?: string;
  /** Program to check, never stored: whose inputs these are. */
  __urn?: string;
  /** Program to check, never stored: the organization of the stack. */
  __org?: string;
  /** Names of inputs that are secret, where any are: what they contain is never printed. */
  __secret?: string[];
  /** The resource option customTimeouts, which the engine does not pass on. */
  __timeouts?: Timeouts;
  /** In the inputs of a resource whose other inputs are those of another one: tells the two apart. */
  __key?: string;
  /** In the state: a character for each optional input that the user declared. */
  __declared?: string;
  /** In the state: the object's id at the platform, where Pulumi had to be given another one before it was known. */
  __id?: string;
  /** In the state of an interrupted operation: the platform's tasks that were awaited. */
  __tasks?: string[];
  /** In the state of an interrupted operation: properties that may be as they were, or as they were sent. */
  __unsure?: string[];
}

export type Timeouts = Partial<Record<"create" | "read" | "update" | "delete", string>>;

/** What the engine hands over: the user's own properties, and the hidden ones. */
export interface Properties {
  own: JsonObject;
  hidden: Hidden;
}

export function split(properties: JsonObject): Properties {
  const own: JsonObject = {};
  const hidden: JsonObject = {};
  for (const [key, value] of Object.entries(properties)) (key.startsWith("__") ? hidden : own)[key] = value;
  return { own, hidden: hidden as Hidden };
}

/** Inputs as check returned them: the engine adds only the provider text. */
export function checkedInputs({ __provider, ...inputs }: JsonObject): JsonObject {
  return inputs;
}

/** The user's own properties whose values are certain. */
export function certainValues({ own, hidden: { __unsure: unsure = [] } }: Properties): JsonObject {
  return Object.fromEntries(Object.entries(own).filter(([name]) => !unsure.includes(name)));
}

/** The hidden properties that are stored in inputs and outputs alike. */
export function storedOptions({ __timeouts, __secret }: Hidden): JsonObject {
  return {
    ...(__timeouts && { __timeouts: __timeouts as JsonObject }),
    ...(__secret && { __secret }),
  };
}

/** An object that has no id yet is known by the task that creates it. */
const PENDING = "pending:";

export function isPending(id: string): boolean {
  return id.startsWith(PENDING);
}

/** Unfinished work as a state of the engine tells of it. */
export function progressOf(id: string, { own, hidden }: Properties): Progress {
  const { __id: realId, __tasks: tasks, __unsure: unsure, __declared: declared } = hidden;
  return {
    ...(realId !== undefined ? { id: realId } : !isPending(id) && { id }),
    known: own,
    ...(tasks && { tasks }),
    ...(unsure && { unsure }),
    ...(declared !== undefined && { declared }),
  };
}

/** Pulumi's id of an object with unfinished work; undefined where there is nothing that a state could keep. */
export function stateIdOf({ id, tasks }: Progress): string | undefined {
  return id ?? (tasks?.[0] === undefined ? undefined : PENDING + tasks[0]);
}

/** Unfinished work as hidden properties of a state. */
export function hiddenProgress({ tasks, unsure }: Progress): JsonObject {
  return { ...(tasks && { __tasks: tasks }), ...(unsure && { __unsure: unsure }) };
}
