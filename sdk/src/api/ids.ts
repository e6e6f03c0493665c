import { z } from "zod";

/** An id of 64 bits: a number where JavaScript holds it, else the text of its digits. */
export type LongId = number | string;

export const LongId = z.union([z.int(), z.string().regex(/^\d+$/)]);

/** An id that is a text. Paths contain it and Pulumi prints it as it is, so it has no blanks, controls or markup. */
export const TextId = z.string().regex(/^(?!\.{1,2}$)[\w.:@=+~-]{1,255}$/, { error: "is not an id" });

/** Whether two ids are the same, however each is written. */
export function sameLongId(one: LongId | undefined, other: LongId | undefined): boolean {
  return String(one) === String(other);
}
