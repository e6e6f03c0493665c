import type { Field, ResourceHandler } from "../contract/resource";
import { canonicalJson, type JsonObject } from "../util/json";
import { containsUnknown } from "../validation/unknown";
import { isLettered, lettersOf, only } from "./declared";

export interface Difference {
  /** The inputs that the state does not fulfil. */
  changed: string[];
  /** Those of them that make a new object necessary. */
  replaces: string[];
}

type AnyHandler = Pick<ResourceHandler<object, object>, "fields" | "optional">;

/** What differs between the state and the inputs that are declared now. Values may be unknown; nothing is asked. */
export function difference(
  handler: AnyHandler,
  state: JsonObject,
  letters: string,
  inputs: JsonObject,
): Difference {
  const fields = Object.entries(handler.fields as Record<string, Field<object, object>>).filter(
    ([, field]) => !field.onlyAtCreation && !field.neverCompared,
  );
  const changed = fields.filter(([name, field]) => {
    const declared = inputs[name];
    if (declared === undefined) return isLettered(letters, name, handler.optional);
    if (containsUnknown(declared)) return true;
    return !(field.same?.(inputs, state) ?? canonicalJson(declared) === canonicalJson(state[name] ?? null));
  });
  const names = changed.map(([name]) => name);
  const replaces = changed.filter(([, field]) => field.replaces).map(([name]) => name);
  // The same values declared otherwise: nothing to change at the platform, but the state has to learn of it.
  const after = relevant(handler);
  const newlyDeclared = lettersOf(inputs, after) !== only(letters, after);
  return { changed: names.length > 0 || !newlyDeclared ? names : ["declared"], replaces };
}

/** Letters of inputs that matter after the creation. */
function relevant({ fields, optional }: AnyHandler): Record<string, string> {
  const all = fields as Record<string, Field<object, object>>;
  return Object.fromEntries(Object.entries(optional).filter(([path]) => !all[path]?.onlyAtCreation));
}
