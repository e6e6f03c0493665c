import { containsUnknown, UNKNOWN } from "../../lifecycle/inputs/validate";
import { isObject, type JsonObject } from "../../util/json";
import { CheckEnd, unchecked } from "./finding";
import { SECRET } from "./preview";

/** Why the preview does not contain a value; undefined if it does. */
export function whyUnknown(value: unknown): string | undefined {
  if (containsUnknown(value)) return "is known only during `up`";
  return containsSecret(value) ? "is secret, and a preview does not contain secret values" : undefined;
}

function containsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsSecret);
  return isObject(value) ? Object.values(value).some(containsSecret) : value === SECRET;
}

/** The inputs, of which a check can use only those that the preview contains. Any other one ends the check. */
export function guarded(inputs: JsonObject): JsonObject {
  return new Proxy(inputs, {
    // A copy of all inputs has only the known ones.
    ownKeys: (target) => Object.keys(knownInputs(target)),
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      const reason = whyUnknown(value);
      if (reason) throw new CheckEnd(unchecked(`${String(name)} ${reason}`));
      return value;
    },
  });
}

/** The inputs that the preview contains. */
export function knownInputs(inputs: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(inputs).filter(([, value]) => !whyUnknown(value)));
}

/** The inputs, with unknown values in place of secret ones, which cannot be compared either. */
export function withoutSecrets(inputs: JsonObject): JsonObject {
  const entries = Object.entries(inputs).map(([name, value]) => [name, whyUnknown(value) ? UNKNOWN : value]);
  return Object.fromEntries(entries) as JsonObject;
}
