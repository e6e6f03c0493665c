import { INVALID_TIMEOUT } from "../../errors/inputs";
import type { AnyHandler } from "../../lifecycle/handler";
import type { CheckFailure } from "../../lifecycle/inputs/failure";
import { isUnknown, validate, withoutDetails } from "../../lifecycle/inputs/validate";
import { digest } from "../../util/digest";
import { parseDuration } from "../../util/duration";
import type { JsonObject } from "../../util/json";
import { nameOf } from "../names";
import type { Hidden } from "./state";

/** The completed inputs, and all of their errors. */
export function checkInputs(
  handler: Pick<AnyHandler, "inputs" | "complete">,
  before: JsonObject,
  declared: JsonObject,
  hidden: Hidden,
): { inputs: JsonObject; failures: CheckFailure[] } {
  const inputs =
    hidden.__urn && !isUnknown(hidden.__urn)
      ? (handler.complete?.(declared, hints(hidden.__urn, before, hidden.__org)) ?? declared)
      : declared;
  return { inputs, failures: [...validate(handler.inputs, inputs), ...timeoutFailures(hidden)] };
}

/**
 * A failure for the engine. The engine prints the property's value next to the reason, even a secret value, and `<nil>`
 * for a nested or missing property. In these cases the reason contains the property's name instead.
 */
export function printable(
  { property, reason }: CheckFailure,
  inputs: JsonObject,
  secret: readonly string[] = [],
): CheckFailure {
  const hasValue = Object.hasOwn(inputs, property) && inputs[property] !== null;
  if (property === "" || (hasValue && !secret.includes(property))) return { property, reason };
  const isSecret = secret.includes(property.replace(/[.[].*$/s, ""));
  return { property: "", reason: `${property} ${isSecret ? withoutDetails(reason) : reason}` };
}

/** Two stacks of the same name in two organizations have the same URNs, and need different names. */
function hints(urn: string, before: JsonObject, organization = "") {
  return { logicalName: nameOf(urn), suffix: digest(organization + urn, 7), before };
}

function timeoutFailures({ __timeouts: timeouts = {} }: Hidden): CheckFailure[] {
  return Object.entries(timeouts)
    .filter(([, text]) => parseDuration(text) === undefined)
    .map(([operation]) => ({
      property: `customTimeouts.${operation}`,
      reason: INVALID_TIMEOUT,
    }));
}
