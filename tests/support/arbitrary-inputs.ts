import fc from "fast-check";
import type { z } from "zod";
import type { JsonObject } from "../../sdk/src/util/json";
import { anyText } from "./any-text";
import { changedAt, type Path, pathText } from "./places";

// Random inputs that follow from a schema: from its types, bounds and patterns. JSON Schema does not contain the
// rules that are written in code, such as those between properties. Tests filter for them, or provide the values.

type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The keywords of JSON Schema that the schemas of the package use. */
interface Description {
  type?: JsonType | JsonType[];
  anyOf?: Description[];
  enum?: string[];
  properties?: Record<string, Description>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Description;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Values for paths where the schema is not enough, such as `routes[].destination`. */
export type ValuesByPath = Record<string, fc.Arbitrary<unknown>>;

/** Valid inputs. */
export function validInputs(schema: z.ZodType, valuesByPath: ValuesByPath = {}): fc.Arbitrary<JsonObject> {
  const any = valuesOf(describe(schema), "", valuesByPath);
  return any.map((inputs) => JSON.parse(JSON.stringify(inputs)) as JsonObject);
}

/** Valid inputs except for one mistake, and the property that the failure must name. */
export function invalidInputs(
  schema: z.ZodType,
  valid: fc.Arbitrary<JsonObject>,
): fc.Arbitrary<{ inputs: JsonObject; property: string }> {
  const description = describe(schema);
  return valid.chain((inputs) =>
    fc.constantFrom(...mistakesIn(description, inputs)).map(({ path, put }) => ({
      inputs: changedAt(inputs, path, put),
      property: pathText(path),
    })),
  );
}

function describe(schema: z.ZodType): Description {
  return schema.toJSONSchema({ io: "input", unrepresentable: "any" }) as Description;
}

/** The types that a value may have, one description each. Empty if every type is valid. */
function formsOf(what: Description): Description[] {
  if (what.anyOf) return what.anyOf.flatMap(formsOf);
  return [what.type ?? []].flat().map((type) => ({ ...what, type }));
}

function valuesOf(what: Description, place: string, valuesByPath: ValuesByPath): fc.Arbitrary<unknown> {
  const forms = formsOf(what).map((form) => valuesOfForm(form, place, valuesByPath));
  return valuesByPath[place] ?? (forms.length > 0 ? fc.oneof(...forms) : fc.jsonValue());
}

function valuesOfForm(form: Description, place: string, valuesByPath: ValuesByPath): fc.Arbitrary<unknown> {
  switch (form.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer(bounds(form));
    case "number":
      return fc.double({ ...bounds(form), noNaN: true, noDefaultInfinity: true });
    case "string":
      return textsOf(form);
    case "array":
      return fc.array(valuesOf(form.items ?? {}, `${place}[]`, valuesByPath), { maxLength: 4 });
    default:
      return objectsOf(form, place, valuesByPath);
  }
}

function bounds({ minimum, maximum }: Description) {
  return { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
}

function textsOf(form: Description): fc.Arbitrary<string> {
  if (form.enum) return fc.constantFrom(...form.enum);
  const any = form.pattern
    ? textsMatching(new RegExp(form.pattern))
    : anyText({ minLength: form.minLength ?? 0, maxLength: form.maxLength ?? 40 });
  return any.filter((text) => fits(text, form));
}

/** fast-check needs a large part of a second to prepare a pattern, and most files load fixtures that they do not use. */
function textsMatching(pattern: RegExp): fc.Arbitrary<string> {
  let texts: fc.Arbitrary<string> | undefined;
  return fc.constant(pattern).chain(() => (texts ??= fc.stringMatching(pattern)));
}

function objectsOf(form: Description, place: string, valuesByPath: ValuesByPath): fc.Arbitrary<unknown> {
  const parts = Object.entries(form.properties ?? {}).map(
    ([key, part]) => [key, valuesOf(part, place ? `${place}.${key}` : key, valuesByPath)] as const,
  );
  return fc.record(Object.fromEntries(parts), { requiredKeys: form.required ?? [] });
}

function fits(text: string, { minLength = 0, maxLength = Infinity, pattern, enum: words }: Description) {
  if (words && !words.includes(text)) return false;
  return text.length >= minLength && text.length <= maxLength && new RegExp(pattern ?? "").test(text);
}

/** The invalid value at a path. If `put` is undefined, the property is removed. */
interface Mistake {
  path: Path;
  put: unknown;
}

function mistakesIn(what: Description, value: unknown, path: Path = []): Mistake[] {
  const inside = partsOf(what, value).flatMap(([key, part, inner]) =>
    mistakesIn(part, inner, [...path, key]),
  );
  return [...mistakesAt(what, value, path), ...inside];
}

/** The items and properties of a value that can be invalid. */
function partsOf(what: Description, value: unknown): Array<[string | number, Description, unknown]> {
  const form = formFor(what, value);
  if (!form || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const [name, part] = Array.isArray(value) ? [Number(key), form.items] : [key, form.properties?.[key]];
    return part && formsOf(part).length > 0 ? [[name, part, inner]] : [];
  });
}

/** The only description that allows the type of the value, or undefined if several do. */
function formFor(what: Description, value: unknown): Description | undefined {
  const forms = formsOf(what).filter((form) => typeOf(form) === typeOfValue(value));
  return forms.length === 1 ? forms[0] : undefined;
}

function mistakesAt(what: Description, value: unknown, path: Path): Mistake[] {
  const form = formFor(what, value);
  return [
    ...(path.length > 0 ? valuesOfOtherTypes(what).map((put) => ({ path, put })) : []),
    ...(form ? valuesOutOfBounds(form, value).map((put) => ({ path, put })) : []),
    ...(form?.type === "object" ? wrongKeys(form, path) : []),
  ];
}

const SAMPLES: Record<string, unknown> = {
  null: null,
  boolean: true,
  number: 61,
  string: "61",
  array: [],
  object: {},
};

function valuesOfOtherTypes(what: Description): unknown[] {
  const kinds = formsOf(what).map(typeOf);
  return Object.entries(SAMPLES).flatMap(([kind, sample]) => (kinds.includes(kind) ? [] : [sample]));
}

/** Values of the right type that are out of bounds. */
function valuesOutOfBounds(form: Description, value: unknown): unknown[] {
  if (typeof value === "string") return invalidTexts(value, form);
  if (typeof value !== "number") return [];
  const { minimum, maximum, type } = form;
  return [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(type === "integer" ? [0.5] : []),
  ];
}

function invalidTexts(text: string, form: Description): string[] {
  const long = "x".repeat((form.maxLength ?? 300) + 1);
  const others = ["", "x", long, `${text} `, ` ${text}`, `${text}\n`, text.slice(1), text.slice(0, -1)];
  return others.filter((other) => !fits(other, form));
}

function wrongKeys({ required = [], additionalProperties }: Description, path: Path): Mistake[] {
  const missing = required.map((key) => ({ path: [...path, key], put: undefined }));
  const unknown = { path: [...path, "unheardOf"], put: 1 };
  return additionalProperties === false ? [...missing, unknown] : missing;
}

function typeOf({ type }: Description): string {
  return type === "integer" ? "number" : String(type);
}

function typeOfValue(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
