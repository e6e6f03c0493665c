import type { z } from "zod";
import { unknownProperty } from "../errors/inputs";
import { isObject, type Json, type JsonObject } from "../util/json";
import { isUnknown } from "./unknown";

/** One error of one property, in the engine's format. */
export interface CheckFailure {
  property: string;
  reason: string;
}

/** The sentence about a property that the schema does not have, beside the properties that it has. */
type UnknownSentence = (name: string, known: string[]) => string;

/** The errors of the inputs. Unknown values are valid everywhere. */
export function validate(
  schema: z.ZodType,
  inputs: unknown,
  thing = "resource",
  unknownSentence: UnknownSentence = () => unknownProperty(thing),
): CheckFailure[] {
  const issues = schema.safeParse(inputs).error?.issues ?? [];
  return issues
    .flatMap((issue) => failuresOf(issue, schema, unknownSentence))
    .filter(({ path }) => !isUnknown(valueAt(inputs as Json, path)))
    .map(({ path, reason }) => ({ property: pathText(path), reason }));
}

type Path = ReadonlyArray<PropertyKey>;

function failuresOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  unknownSentence: UnknownSentence,
): Array<{ path: Path; reason: string }> {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path, reason: issue.message }];
  const known = namesAt(schema, issue.path);
  return issue.keys.map((key) => ({ path: [...issue.path, key], reason: unknownSentence(key, known) }));
}

/** The names of the properties at a path. */
function namesAt(schema: z.ZodType, path: Path): string[] {
  const { def } = unwrapped(path.reduce<z.core.$ZodType>(schemaAt, schema))._zod;
  return def.type === "object" ? Object.keys(def.shape) : [];
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
