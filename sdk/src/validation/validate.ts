import type { z } from "zod";
import { unknownProperty } from "../errors/inputs";
import { isObject, type Json, type JsonObject } from "../util/json";
import { isUnknown } from "./unknown";

/** One error of one property, in the engine's format. */
export interface CheckFailure {
  property: string;
  reason: string;
}

/** The errors of the inputs. Unknown values are valid everywhere. */
export function validate(schema: z.ZodType, inputs: unknown, thing = "resource"): CheckFailure[] {
  const issues = schema.safeParse(inputs).error?.issues ?? [];
  return issues
    .flatMap((issue) => failuresOf(issue, thing))
    .filter(({ path }) => !isUnknown(valueAt(inputs as Json, path)))
    .map(({ path, reason }) => ({ property: pathText(path), reason }));
}

type Path = ReadonlyArray<PropertyKey>;

function failuresOf(issue: z.core.$ZodIssue, thing: string): Array<{ path: Path; reason: string }> {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path, reason: issue.message }];
  return issue.keys.map((key) => ({
    path: [...issue.path, key],
    reason: unknownProperty(thing),
  }));
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
