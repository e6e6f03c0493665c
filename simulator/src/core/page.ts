import { z } from "zod";

export interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

export function pageSchema<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  return z.strictObject({ count: z.int(), results: z.array(item).readonly() });
}

/** One page of a list: count is that of all matches, not of the page. */
export function pageOf<T>(all: readonly T[], { limit, offset }: { limit: number; offset: number }): Page<T> {
  return { count: all.length, results: all.slice(offset, offset + limit) };
}
