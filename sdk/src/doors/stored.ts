import type { ResourceState, StoredInputs, Timeouts } from "../provider/state";
import type { JsonObject } from "../util/json";

// How inputs and states are stored: the same through both doors, so that a resource can move between them.

/**
 * Internal properties among the user's own. The CLI does not show names that begin with two underscores. These names never change,
 * because states have them.
 */
interface StoredProperties {
  /** In inputs and state: the provider text. Only the engine's node process reads it. */
  __provider?: string;
  /** In the state, if there are any: the names of the secret inputs. */
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
}

/** The user's own properties, and the hidden ones. */
export function split<H extends object = StoredProperties>(
  properties: JsonObject,
): { own: JsonObject; hidden: H } {
  const [own, hidden]: [JsonObject, JsonObject] = [{}, {}];
  for (const [key, value] of Object.entries(properties)) (isHidden(key) ? hidden : own)[key] = value;
  return { own, hidden: hidden as H };
}

/** The mark of a resource's own state is not shown either, but belongs to the resource. */
function isHidden(key: string): boolean {
  return key.startsWith("__") && key !== "__unlisted";
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
  const hidden: StoredProperties = {
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
