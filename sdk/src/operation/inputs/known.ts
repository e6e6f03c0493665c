import type { JsonObject } from "../../util/json";
import { containsUnknown } from "./validate";

/** The inputs whose values a preview contains. */
export function knownValues(inputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !containsUnknown(value)));
}

/** The inputs. Reading one whose value a preview does not contain throws the error of `refuse`. */
export function guardedValues(inputs: JsonObject, refuse: (name: string) => Error): JsonObject {
  return new Proxy(inputs, {
    // A copy of all inputs has only the known ones.
    ownKeys: (target) => Object.keys(knownValues(target)),
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (containsUnknown(value)) throw refuse(String(name));
      return value;
    },
  });
}
