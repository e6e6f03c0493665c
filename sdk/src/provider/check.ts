import { createHash } from "node:crypto";
import type { z } from "zod";
import { INPUTS } from "../catalogue/inputs";
import type { ResourceHandler } from "../resources/handler";
import { parseDuration } from "../util/duration";
import { isObject, type Json, type JsonObject } from "../util/json";
import type { Hidden } from "./hidden";
import { isUnknown } from "./unknown";

/** What is wrong with one property, as the engine shows it. */
export interface CheckFailure {
  property: string;
  reason: string;
}

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

/** Failures of the schema, but for values that are not known yet: those pass, wherever they stand. */
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
    reason: INPUTS.unknown.says({ thing }),
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

function timeoutFailures({ __timeouts: timeouts = {} }: Hidden): CheckFailure[] {
  return Object.entries(timeouts)
    .filter(([, text]) => parseDuration(text) === undefined)
    .map(([operation]) => ({
      property: `customTimeouts.${operation}`,
      reason: INPUTS.timeout.says(),
    }));
}
