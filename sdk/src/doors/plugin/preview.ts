import { containsUnknown, UNKNOWN } from "../../operation/inputs/validate";
import type { ResourceState } from "../../provider/state";
import { canonicalJson, type JsonObject } from "../../util/json";

type Properties = Record<string, Record<string, unknown>>;

/** What is read of the package's schema. */
interface Schema {
  resources: Record<string, { properties: Properties; inputProperties: Properties }>;
}

/**
 * The outputs that a preview knows of a resource: the inputs, but for those to which the platform adds values, and outputs that are
 * the id. All others are unknown.
 */
export function previewedOutputs(
  token: string,
  inputs: JsonObject,
  existing?: Pick<ResourceState, "id" | "values">,
): JsonObject {
  const { resources } = require("../../../plugin/schema.json") as Schema;
  const { properties, inputProperties } = resources[token] ?? { properties: {}, inputProperties: {} };
  const entries = Object.keys(properties).map((name) => {
    const [input, old] = [inputs[name], existing?.values[name]];
    if (existing && String(old) === existing.id) return [name, old];
    const isSame = shapeOf(properties[name]) === shapeOf(inputProperties[name]);
    return [name, input !== undefined && isSame && !containsUnknown(input) ? input : UNKNOWN];
  });
  return Object.fromEntries(entries);
}

/** The type of a property, without its texts. */
function shapeOf({ $ref, type, items }: Record<string, unknown> = {}): string {
  return canonicalJson({ $ref, type, items });
}
