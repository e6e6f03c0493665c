import { CodedError } from "../errors/definition";
import { INVALID_MERGE, NOT_IN_JSON, STACK } from "../stack/errors";
import { checkSize, tooDeep } from "../stack/limits";
import { isObject, type Json, type JsonObject, parseJson } from "../util/json";

const MAX_CHARACTERS = 4_000_000;

/**
 * Parses YAML as the Pulumi CLI does, with yaml.v3 of Go, and passes it to programs, as JSON. Seen with the CLI 3.259.
 * `name` is what errors call the text.
 */
export function parseYaml(text: string, name: string): Json {
  if (text.length > MAX_CHARACTERS)
    throw STACK.tooLarge.error({ name, limit: `${MAX_CHARACTERS} characters` });
  const invalid = (reason: string) => STACK.notYaml.error({ name, reason });
  const { loadAll, Schema, Type } = loadParser();
  const implicit = TYPES.map(
    (type) =>
      new Type(`tag:yaml.org,2002:${type}`, {
        kind: "scalar",
        resolve: (scalar: string | null) => isOfType(resolveScalar(scalar ?? "").type, type),
        construct: (scalar: string | null) => resolveScalar(scalar ?? "").value,
      }),
  );
  // The CLI ignores other tags.
  const explicit = ["scalar", "sequence", "mapping"].map((kind) => new Type("", { kind, multi: true }));
  try {
    // The CLI ignores all documents but the first one.
    const options = { schema: new Schema({ implicit, explicit }), maxDepth: Number.POSITIVE_INFINITY };
    const [content = null] = loadAll(text, null, options);
    checkSize(content, name);
    return withMerges(content as Json, invalid);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(name);
    throw error instanceof CodedError ? error : invalid((error as Error).message.split("\n")[0] as string);
  }
}

/** The parts of js-yaml that are used here. */
interface Parser {
  loadAll(text: string, iterator: null, options: object): unknown[];
  Schema: new (definition: { implicit: unknown[]; explicit: unknown[] }) => unknown;
  Type: new (tag: string, options: object) => unknown;
}

/** Loaded with the first text. Pulumi's SDK has the same dependency, so npm installs it once. */
function loadParser(): Parser {
  return require("js-yaml") as Parser;
}

const TYPES = ["null", "bool", "int", "float", "timestamp"] as const;
type Type = (typeof TYPES)[number];

/** An integer may have the tag `!!float`. */
const isOfType = (found: Type | "str", expected: Type) =>
  found === expected || (found === "int" && expected === "float");

/** The type and value of a scalar without quotes. */
function resolveScalar(text: string): { type: Type | "str"; value: Json } {
  if (/^(~|null|Null|NULL|)$/.test(text)) return { type: "null", value: null };
  if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return { type: "bool", value: /^t/i.test(text) };
  if (/^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/.test(text)) return { type: "float", value: Number.NaN };
  const time = timeOf(text);
  if (time !== undefined) return { type: "timestamp", value: time };
  const digits = /^[-+\d]/.test(text) ? text.replaceAll("_", "") : text;
  const integer = integerOf(digits);
  if (integer !== undefined) return { type: "int", value: integer };
  const isFloat = /^[-+]?(\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?$/i.test(digits) && Number.isFinite(Number(digits));
  if (isFloat) return { type: "float", value: asInProgram(Number(digits)) };
  return { type: "str", value: text };
}

/** An integer of 64 bits, also in binary, octal (`0o17` and `017`) or hexadecimal notation. */
function integerOf(text: string): Json | undefined {
  const [, sign, digits] = /^([-+]?)(0b[01]+|0o?[0-7]+|0x[\da-f]+|0|[1-9]\d*)$/i.exec(text) ?? [];
  if (digits === undefined || digits.length > "0b".length + 64) return undefined;
  const size = BigInt(digits.replace(/^0(?=\d)/, "0o"));
  const value = sign === "-" ? -size : size;
  if (BigInt.asIntN(64, value) === value) return asInProgram(value);
  return BigInt.asUintN(64, value) === value ? asInProgram(Number(value)) : undefined;
}

/** A number as a program gets it from JSON. */
function asInProgram(value: number | bigint): Json {
  return parseJson(String(value)) as Json;
}

/** A date or time as the CLI passes it to programs: `2026-01-31 12:00:00 +0000 UTC`. */
function timeOf(text: string): string | undefined {
  const form = /^(\d{4})-(\d\d?)-(\d\d?)(?:([Tt ])(\d\d?):(\d\d?):(\d\d?)(\.\d+)?(Z|[-+]\d\d:\d\d)?)?$/;
  const [, year, month, day, separator, hour, minute, second, fraction = "", zone] = form.exec(text) ?? [];
  if (year === undefined || (separator !== undefined && (separator === " ") !== (zone === undefined)))
    return undefined;
  const twoDigits = (number = "") => number.padStart(2, "0");
  const date = [year, month, day].map(twoDigits).join("-");
  const time = [hour, minute, second].map(twoDigits).join(":");
  const milliseconds = Date.parse(`${date}T${time}Z`);
  // February 30 would be a day in March.
  if (Number.isNaN(milliseconds) || !new Date(milliseconds).toISOString().startsWith(`${date}T${time}`))
    return undefined;
  const offset = zone?.replace(":", "") ?? "Z";
  return `${date} ${time}${fraction.replace(/\.?0+$/, "")} ${offset === "Z" ? "+0000 UTC" : `${offset} ${offset}`}`;
}

/**
 * The value with its merge keys, `<<`, replaced by the properties of the objects that they name. The object's own properties
 * win, then those of the earlier object.
 */
function withMerges(value: Json, invalid: (reason: string) => Error): Json {
  if (Array.isArray(value)) return value.map((item) => withMerges(item, invalid));
  if (Number.isNaN(value)) throw invalid(NOT_IN_JSON);
  if (!isObject(value)) return value;
  const { "<<": named, ...own } = value as JsonObject;
  const sources = named === undefined ? [] : [named].flat().reverse();
  if (!sources.every(isObject)) throw invalid(INVALID_MERGE);
  return Object.fromEntries([
    ...sources.flatMap((source) => Object.entries(withMerges(source as Json, invalid) as JsonObject)),
    ...Object.entries(own).map(([key, item]) => [key, withMerges(item, invalid)] as const),
  ]);
}
