import type { z } from "zod";
import { isObject, type Json } from "../util/json";
import type { StackFile } from "./entries";
import { join, type Reference } from "./template";

/** The types of values, as messages name them. */
const TYPES = {
  string: "a text",
  enum: "a text",
  number: "a number",
  boolean: "a boolean",
  array: "a list",
  object: "an object",
  record: "an object",
} as const;

export type TypeName = (typeof TYPES)[keyof typeof TYPES];

export function typeName(value: Json): string {
  if (Array.isArray(value)) return TYPES.array;
  return isObject(value) ? TYPES.object : (TYPES[typeof value as keyof typeof TYPES] ?? "null");
}

/** Outputs that every resource has. */
export const COMMON_OUTPUTS = ["id", "urn"];

/** The types of the output to which a reference refers, where it is an input as well; undefined if they are not known. */
export function outputTypes({ path }: Reference, { entries }: StackFile): TypeName[] | undefined {
  const [section, name, ...output] = path as [string, string, ...Reference["path"]];
  const entry = entries.get(join(section, String(name)));
  if (entry === undefined || output.length === 0) return undefined;
  const isCommon = output.length === 1 && COMMON_OUTPUTS.includes(String(output[0]));
  return isCommon ? [TYPES.string] : typesAt(entry.kind.handler.inputs, output);
}

/** The types of values that a schema accepts at a path; undefined if they are not known. */
export function typesAt(schema: z.core.$ZodType, path: Reference["path"]): TypeName[] | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "optional" || def.type === "nullable") return typesAt(def.innerType, path);
  if (def.type === "union") {
    const options = def.options.map((option) => typesAt(option, path));
    return options.every((types) => types !== undefined) ? options.flat() : undefined;
  }
  const [key, ...rest] = path;
  if (key === undefined)
    return Object.hasOwn(TYPES, def.type) ? [TYPES[def.type as keyof typeof TYPES]] : undefined;
  if (def.type === "array") return typeof key === "number" ? typesAt(def.element, rest) : undefined;
  return def.type === "object" && Object.hasOwn(def.shape, key)
    ? typesAt(def.shape[key] as z.core.$ZodType, rest)
    : undefined;
}
