import fc from "fast-check";
import { anyText } from "./any-text";

// The types of arguments that functions have. They do not use the schemas of the package.

/** Random valid values of an argument, and a check of any value. */
export interface Argument {
  valid: fc.Arbitrary<unknown>;
  isValid(value: unknown): boolean;
}

export const wholeNumber: Argument = {
  valid: fc.oneof(fc.integer({ min: 1 }), fc.constantFrom(1, Number.MAX_SAFE_INTEGER)),
  isValid: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
};

export const longNumber: Argument = {
  valid: fc.oneof(wholeNumber.valid, fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String)),
  isValid: (value) =>
    wholeNumber.isValid(value) ||
    (typeof value === "string" &&
      /^\d+$/.test(value) &&
      String(BigInt(value)) === value &&
      BigInt(value) > 0n &&
      BigInt(value) < 2n ** 63n),
};

export const oneOf = (...words: string[]): Argument => ({
  valid: fc.constantFrom(...words),
  isValid: (value) => words.includes(value as string),
});

export const textWith = (isValid: (text: string) => boolean): Argument => ({
  valid: fc.oneof(anyText(), fc.string()).filter(isValid),
  isValid: (value) => typeof value === "string" && isValid(value),
});

const anyDay = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });

export const time: Argument = {
  valid: fc
    .tuple(anyDay, fc.constantFrom("Z", "+02:00", "-0330", ""), fc.constantFrom(10, 16, 19, 23))
    .map(([date, zone, length]) => date.toISOString().slice(0, length) + (length > 10 ? zone : "")),
  isValid: (value) => typeof value === "string" && value.length >= 10 && !Number.isNaN(Date.parse(value)),
};

const isPlain = (value: unknown): boolean => {
  if (value === null || ["string", "boolean"].includes(typeof value)) return true;
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) ? Array.from(value).every(isPlain) : isPlainObject(value);
};

const isPlainObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  Object.values(value).every((inner) => inner === undefined || isPlain(inner));

export const variables: Argument = {
  valid: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>),
  isValid: isPlainObject,
};

/** The arguments of a function, and what the platform receives. */
export interface Signature {
  required: Record<string, Argument>;
  optional: Record<string, Argument>;
  received(args: Record<string, unknown>): object;
}
