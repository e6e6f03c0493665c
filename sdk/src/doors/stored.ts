import type { ResourceFacts, ResourceState, StoredInputs, Timeouts } from "../provider/state";
import type { RecordPlace } from "../pulumi/files/record-store";
import type { JsonObject } from "../util/json";

// How inputs and states are stored: the same through both doors, so that a resource can move between them.

/**
 * Internal properties among the user's own. The CLI does not show names that begin with two underscores. These names never change,
 * because states have them.
 */
export interface HiddenProperties {
  /** In inputs and state: the provider text. Only the engine's node process reads it. */
  __provider?: string;
  /** In the state, if there are any, and from the program: the names of the secret inputs. */
  __secret?: string[];
  /** In inputs and state: the resource option customTimeouts, which the engine does not pass to dynamic providers. */
  __timeouts?: Timeouts;
  /** In inputs: distinguishes those of two resources that are otherwise equal. */
  __key?: string;
  /** In the state of a replacement: the id of the old object. */
  __replaced?: string;
  /** In the state: the paths of the optional inputs that the user has declared. */
  __declared?: string[];
  /** In inputs and state: of an object that the plugin has imported. */
  __imported?: true;
  /** In the state: the tasks of unfinished work. */
  __tasks?: string[];
  /** In the state: the properties that unfinished work has touched. */
  __unsure?: string[];

  // A program in TypeScript adds these to the inputs of a resource, because the engine passes none of it to a dynamic provider.

  __urn?: string;
  /** The organization of the stack, if the backend has organizations. */
  __org?: string;
  /** The Provider that has a key of its own. */
  __account?: string;
  /** The option retainOnDelete. */
  __retains?: true;
  /** Where the records of unfinished work are. */
  __records?: RecordPlace;
  /** The id of the option `import`. */
  __import?: string;
  /** This is a preview. A replacement may delete the old object first. */
  __preview?: true | "deletesFirst";
  /** From the program to `read`: the resource was declared by `get`. */
  __get?: true;
}

/** The user's own properties, and the hidden ones. */
export function split(properties: JsonObject): { own: JsonObject; hidden: HiddenProperties } {
  const [own, hidden]: [JsonObject, JsonObject] = [{}, {}];
  for (const [key, value] of Object.entries(properties)) (isHidden(key) ? hidden : own)[key] = value;
  return { own, hidden: hidden as HiddenProperties };
}

/** The mark of a resource's own state is not shown either, but belongs to the resource. */
function isHidden(key: string): boolean {
  return key.startsWith("__") && key !== "__unlisted";
}

/** What the program says of a resource through hidden inputs. */
export function factsIn(hidden: HiddenProperties): ResourceFacts {
  return {
    urn: hidden.__urn,
    organization: hidden.__org,
    secret: hidden.__secret,
    timeouts: hidden.__timeouts,
    retains: hidden.__retains,
    importId: hidden.__import,
    deletesFirst: hidden.__preview === "deletesFirst",
  };
}

export function inputsIn(properties: JsonObject): StoredInputs {
  const { own: values, hidden } = split(properties);
  return { values, isImported: hidden.__imported };
}

export function stateIn(id: string, properties: JsonObject): ResourceState {
  const { own: values, hidden } = split(properties);
  const { __tasks: tasks, __unsure: touched } = hidden;
  return {
    ...{ id, values },
    ...((tasks || touched) && { unfinished: { ...(tasks && { tasks }), ...(touched && { touched }) } }),
    declared: hidden.__declared,
    secret: hidden.__secret,
    timeouts: hidden.__timeouts,
    replaced: hidden.__replaced,
    isImported: hidden.__imported,
  };
}

/** A state for the engine, without the provider text. */
export function storedState(state: ResourceState): JsonObject {
  const { tasks, touched } = state.unfinished ?? {};
  const hidden: HiddenProperties = {
    ...storedTimeouts(state.timeouts),
    ...(state.secret && { __secret: state.secret }),
    ...(state.isImported && { __imported: true }),
    ...(state.declared?.length && { __declared: state.declared }),
    ...(state.replaced !== undefined && { __replaced: state.replaced }),
    ...(tasks && { __tasks: tasks }),
    ...(touched && { __unsure: touched }),
  };
  return { ...state.values, ...(hidden as JsonObject) };
}

/** The hidden property that is stored in inputs and states alike. */
export function storedTimeouts(timeouts: Timeouts | undefined): { __timeouts?: Timeouts } {
  return timeouts ? { __timeouts: timeouts } : {};
}
