import type { z } from "zod";
import { type CheckFailure, missingProperty, unknownProperty } from "../../errors/inputs";
import { isObject, type Json, type JsonObject, pick } from "../../util/json";
import { nearest } from "../../util/nearest";

/** The errors of the inputs of a thing, which may have other names beside. Unknown values are valid everywhere. */
export function validate(
  schema: z.ZodType,
  inputs: unknown,
  thing = "resource",
  others: string[] = [],
): CheckFailure[] {
  const issues = schema.safeParse(inputs).error?.issues ?? [];
  return issues
    .flatMap((issue) => {
      if (issue.code === "unrecognized_keys") return unknownKeys(issue, schema, thing, others);
      const isValid = isUnknown(valueAt(inputs as Json, issue.path));
      return isValid ? [] : [{ path: issue.path, reason: reasonOf(issue, inputs as Json) }];
    })
    .map(({ path, reason }) => ({ property: pathText(path), reason }));
}

type Path = ReadonlyArray<PropertyKey>;

function unknownKeys(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
  thing: string,
  others: string[],
) {
  const known = [...namesAt(schema, path), ...(path.length === 0 ? others : [])];
  return keys.map((key) => ({
    path: [...path, key],
    reason: unknownProperty(thing, nearest(key, known)),
  }));
}

/** The rules between properties have a sentence of their own for a missing property. */
function reasonOf({ code, path, message }: z.core.$ZodIssue, inputs: Json): string {
  const isMissing = code !== "custom" && valueAt(inputs, path) === undefined;
  return isMissing ? missingProperty(message) : message;
}

/** The names of the properties at a path. */
function namesAt(schema: z.ZodType, path: Path): string[] {
  return Object.keys(shapeOf(path.reduce<z.core.$ZodType>(schemaAt, schema)));
}

/** The schemas of the properties of an object, or of the items of a list. */
export function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const { def } = unwrapped(schema)._zod;
  if (def.type === "array") return shapeOf(def.element);
  return def.type === "object" ? def.shape : {};
}

function schemaAt(schema: z.core.$ZodType, key: PropertyKey): z.core.$ZodType {
  const { def } = unwrapped(schema)._zod;
  if (def.type === "array") return def.element;
  return (def.type === "object" && def.shape[key as string]) || schema;
}

/** Without `optional` and `nullable`. The program loads this file, so it names no class of zod. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodTypes {
  const type = schema as z.core.$ZodTypes;
  const { def } = type._zod;
  return def.type === "optional" || def.type === "nullable" ? unwrapped(def.innerType) : type;
}

function valueAt(inputs: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (Array.isArray(value)) return value[key as number];
    return isObject(value) ? (value as JsonObject)[key as string] : value;
  }, inputs);
}

function pathText(path: Path): string {
  return path.reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    "",
  );
}

/** The reason without the part that may quote the value of the property, for a secret property. */
export function withoutDetails(reason: string): string {
  return reason.replace(/;.*/s, "");
}

/** Stands for a text that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * In previews a provider gets unknown values as these strings, one for each type of value. They are part of the engine's
 * wire format.
 */
const SENTINELS = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

export function isUnknown(value: unknown): boolean {
  return typeof value === "string" && SENTINELS.has(value);
}

export function containsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsUnknown);
  return isObject(value) ? Object.values(value).some(containsUnknown) : isUnknown(value);
}

/** The inputs whose values a preview contains. */
export function knownValues(inputs: JsonObject): JsonObject {
  return pick(inputs, (_, value) => !containsUnknown(value));
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
