import { guardedValues, knownValues } from "../../lifecycle/inputs/known";
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

const isUnknown = (value: unknown) => whyUnknown(value) !== undefined;

/** The inputs, of which a check can use only those that the preview contains. Any other one ends the check. */
export function guarded(inputs: JsonObject): JsonObject {
  const refuse = (name: string, value: unknown) => new CheckEnd(unchecked(`${name} ${whyUnknown(value)}`));
  return guardedValues(inputs, refuse, isUnknown);
}

/** The inputs that the preview contains. */
export function knownInputs(inputs: JsonObject): JsonObject {
  return knownValues(inputs, isUnknown);
}

/** The inputs, with unknown values in place of secret ones, which cannot be compared either. */
export function withoutSecrets(inputs: JsonObject): JsonObject {
  const entries = Object.entries(inputs).map(([name, value]) => [name, whyUnknown(value) ? UNKNOWN : value]);
  return Object.fromEntries(entries) as JsonObject;
}
