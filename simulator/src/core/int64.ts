import { z } from "zod";

/** An id of 64 bits as its decimal digits: a JavaScript number is exact up to 2^53 only. */
export type Int64 = string;

/** What may be given for such an id: a number that is small enough to be exact, a bigint, or the digits. */
export type Int64Like = number | bigint | Int64;

const largest = 2n ** 63n - 1n;

/** Such an id in a path or a query. */
export const int64Text = z.string().refine(isInt64, "Must be an int64.").transform(int64);

/** Such an id in JSON: a number as far as it is exact, or its digits. */
export const int64Json = z
  .union([z.int().nonnegative(), int64Text], {
    error: "Must be an integer of 64 bits, or a text of its digits.",
  })
  .transform(int64);

export function int64(id: Int64Like): Int64 {
  return BigInt(id).toString();
}

/** The digits as a number of a JSON text, all of them. */
export function exactNumber(id: Int64): unknown {
  return json.rawJSON(id);
}

// Node has it, TypeScript does not describe it yet.
const json = JSON as JSON & { rawJSON(text: string): unknown };

function isInt64(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= largest;
}
