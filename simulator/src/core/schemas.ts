import { z } from "zod";
import { parseAddress, parseNetwork } from "./network";
import { parseTimestamp } from "./timestamps";

/** The building blocks of what areas accept. Bodies are never coerced; paths and queries are text by nature. */

export const uuid = z.guid("Must be a UUID.").toLowerCase();

export const ipAddress = z
  .string()
  .refine((text) => parseAddress(text) !== undefined, "Must be an IP address.");

export const cidr = z
  .string()
  .refine(
    (text) => parseNetwork(text) !== undefined,
    "Must be a network in CIDR notation without host bits.",
  );

export const id = z.int().nonnegative();

/** An id whose type the API does not document: a number or any text. */
export type AnyId = number | string;

/** A number and its digits are the same id. */
export function sameAs(id: AnyId): AnyId {
  return Number.isSafeInteger(Number(id)) && String(Number(id)) === String(id) ? Number(id) : String(id);
}

export const anyId = z.union([id, z.string().min(1)]).overwrite(sameAs);

/** Such an id in a path or a query. */
export const anyIdText = z.string().min(1).transform(sameAs);

export const counter = z.int().nonnegative();

export const integerText = z
  .string()
  .regex(/^\d{1,15}$/, "Must be an integer.")
  .transform(Number);

export const timestampText = z
  .string()
  .transform((text) => parseTimestamp(text) ?? Number.NaN)
  .refine((milliseconds) => !Number.isNaN(milliseconds), "Must be an ISO 8601 date and time.");

/** A date and time that stays the text it is. */
export const timestamp = z
  .string()
  .refine((text) => parseTimestamp(text) !== undefined, "Must be an ISO 8601 date and time.");

/** The fields of a shape, none of which is required. */
export function optionalFields<Shape extends z.ZodRawShape>(shape: Shape): OptionalFields<Shape> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, z.exactOptional(schema)]);
  return Object.fromEntries(fields) as OptionalFields<Shape>;
}

/** The same value for each name. */
export function eachOf<Name extends string, T>(names: readonly Name[], value: T): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, T>;
}

type OptionalFields<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]>;
};

export function limitText(fallback: number, max = 1000): z.ZodType<number> {
  return integerText.pipe(z.number().min(1).max(max)).default(fallback);
}

export const offsetText = integerText.default(0);

/** A query parameter that may be given several times. */
export function several<T>(item: z.ZodType<T>): z.ZodType<T[] | undefined> {
  return z.preprocess((value) => (typeof value === "string" ? [value] : value), z.array(item).optional());
}
