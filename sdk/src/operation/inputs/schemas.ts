import { z } from "zod";
import { IP_PATTERN, ipFamily, NETWORK_PATTERN, parseNetwork } from "../../util/ip";
import { isObject } from "../../util/json";
import { segmentProblem } from "../../util/text";

/**
 * Schemas of inputs and arguments. The user reads their messages after the property's name. A message may quote the value
 * only after a semicolon, because `withoutDetails` removes this part for secret values.
 *
 * `meta` adds keywords of JSON Schema for a rule that zod checks with a function, so that editors know a part of it.
 */

/**
 * Makes zod check a rule between properties even if single properties are invalid, so that all errors are reported at
 * once.
 */
export const whenObject = { when: ({ value }: { value: unknown }) => isObject(value) };
export const whenList = { when: ({ value }: { value: unknown }) => Array.isArray(value) };

export function record<T extends z.ZodRawShape>(what: string, shape: T) {
  return z.strictObject(shape, { error: `must be ${what}` });
}

/** The id of an object, if it is a number that JavaScript represents exactly. */
export const id = (what: string) =>
  z
    .int({
      error: ({ input }) =>
        `must be the number of a ${what}: a whole number${typeof input === "string" ? ", not a text" : ""}`,
    })
    .min(1, { error: `must be the number of a ${what}: 1 or more` });

const ROUNDED = "it is too long for a number of JavaScript, which rounds it; write it as a text of digits";
const LARGEST_ID = 2n ** 63n - 1n;

/** A 64-bit id: a number, or a string of digits, which is never rounded. */
export const longId = (what: string) =>
  z
    .union([z.number(), z.string()], { error: `must be the number of a ${what}: a whole number, 1 or more` })
    .superRefine((value, context) => {
      const problem = typeof value === "number" ? numberProblem(value) : textProblem(value);
      if (problem) context.addIssue(`must be the number of a ${what}: ${problem}`);
    })
    .meta({ pattern: "^[1-9]\\d{0,18}$", minimum: 1, maximum: Number.MAX_SAFE_INTEGER, multipleOf: 1 });

function numberProblem(value: number): string | undefined {
  if (!Number.isInteger(value) || value < 1) return "a whole number, 1 or more";
  return exactnessProblem(value);
}

function textProblem(text: string): string | undefined {
  if (!/^[1-9]\d*$/.test(text)) return "a whole number, 1 or more; as a text, digits alone";
  return text.length > 19 || BigInt(text) > LARGEST_ID ? `${LARGEST_ID} or less` : undefined;
}

/** An id whose type is not documented: a number, or any text that can be a segment of a path. */
export const anyId = (what: string) =>
  z
    .union([z.number(), z.string()], { error: `must be the id of a ${what}: a whole number or a text` })
    .superRefine((value, context) => {
      const problem = typeof value === "number" ? exactnessProblem(value) : segmentProblem(value);
      if (problem) context.addIssue(`must be the id of a ${what}: ${problem}`);
    })
    .meta({ minLength: 1, not: { enum: [".", ".."] }, multipleOf: 1 });

function exactnessProblem(value: number): string | undefined {
  if (!Number.isInteger(value)) return "a whole number or a text";
  return Number.isSafeInteger(value) ? undefined : ROUNDED;
}

export const uuid = (what: string) =>
  z.guid({ error: `must be the UUID of a ${what}, such as "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21"` });

/** One of some words, all of which are in the message. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) => {
  const quoted = words.map((word) => `"${word}"`);
  return z.enum(words, { error: `must be ${[quoted.slice(0, -1).join(", "), quoted.at(-1)].join(" or ")}` });
};

export const flag = () => z.boolean({ error: "must be true or false" });

export const text = (what: string) => z.string({ error: `must be ${what}` });

/** An IP address; the example is in the message. */
export const ipAddress = (example: string) => {
  const error = `must be an IP address, such as "${example}"`;
  return z
    .string({ error })
    .refine((value) => ipFamily(value) !== undefined, { error })
    .meta({ pattern: IP_PATTERN });
};

/** A network in CIDR notation without host bits; the example is in the message. */
export const network = (example: string) => {
  const error = `must be a network in CIDR notation, such as "${example}"`;
  return z
    .string({ error })
    .superRefine((value, context) => {
      const parsed = parseNetwork(value);
      if (!parsed) context.addIssue(error);
      else if (!parsed.exact)
        context.addIssue(`has bits set to the right of its prefix; the network is "${parsed.canonical}"`);
    })
    .meta({ pattern: NETWORK_PATTERN });
};

/** A list without two items of the same key. Items that are not objects are left to the schema of the item. */
export const uniqueList = <T extends z.ZodType>(item: T, what: string, key: string, thing: string) =>
  z.array(item, { error: `must be ${what}` }).superRefine((list: unknown[], context) => {
    const keys = list.map((each) => String(isObject(each) ? (each[key] ?? "") : "").toLowerCase());
    keys.forEach((each, index) => {
      if (each !== "" && keys.indexOf(each) < index)
        context.addIssue({
          code: "custom",
          path: [index, key],
          message: `names a ${thing} that is in the list already`,
        });
    });
  }, whenList);

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time in ISO 8601, or only a date. */
export const time = (error: string) =>
  z
    .string({ error })
    .regex(TIME, { error, abort: true })
    .refine(isRealDate, { error: "is not a date that exists" });

/** `Date.parse` accepts February 30 as a day in March, so the date is checked separately. */
function isRealDate(value: string): boolean {
  return !Number.isNaN(Date.parse(value)) && z.iso.date().safeParse(value.slice(0, 10)).success;
}
