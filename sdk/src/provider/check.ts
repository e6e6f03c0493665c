import { createHash } from "node:crypto";
import type { ResourceHandler } from "../contract/resource";
import { INPUTS } from "../errors/inputs";
import { parseDuration } from "../util/duration";
import type { JsonObject } from "../util/json";
import { isUnknown } from "../validation/unknown";
import { type CheckFailure, validate } from "../validation/validate";
import type { Hidden } from "./hidden";

type AnyHandler = Pick<ResourceHandler<object, object>, "inputs" | "complete">;

/** The inputs with what can be derived from them, and all that is wrong with them at once. */
export function checkInputs(
  handler: AnyHandler,
  before: JsonObject,
  declared: JsonObject,
  hidden: Hidden,
): { inputs: JsonObject; failures: CheckFailure[] } {
  const inputs =
    hidden.__urn && !isUnknown(hidden.__urn)
      ? (handler.complete?.(declared, hints(hidden.__urn, before)) ?? declared)
      : declared;
  return { inputs, failures: [...validate(handler.inputs, inputs), ...timeoutFailures(hidden)] };
}

function hints(urn: string, before: JsonObject) {
  const suffix = createHash("sha256").update(urn).digest("hex").slice(0, 7);
  return { logicalName: nameOf(urn), suffix, before };
}

/** A resource's name in the program. */
export function nameOf(urn: string): string {
  return urn.slice(urn.lastIndexOf("::") + 2);
}

function timeoutFailures({ __timeouts: timeouts = {} }: Hidden): CheckFailure[] {
  return Object.entries(timeouts)
    .filter(([, text]) => parseDuration(text) === undefined)
    .map(([operation]) => ({
      property: `customTimeouts.${operation}`,
      reason: INPUTS.timeout.says(),
    }));
}
