import { z } from "zod";

/** A 64-bit id: a number if JavaScript can represent it exactly, otherwise a string of digits. */
export type LongId = number | string;

export const LongId = z.union([z.int(), z.string().regex(/^\d+$/)]);

/**
 * A string id. It becomes part of paths and of Pulumi's output, so spaces, control characters and markup are invalid.
 */
export const TextId = z.string().regex(/^(?!\.{1,2}$)[\w.:@=+~-]{1,255}$/, { error: "is not an id" });

/** Whether two ids are equal, as numbers or strings. */
export function sameLongId(one: LongId | undefined, other: LongId | undefined): boolean {
  return String(one) === String(other);
}
