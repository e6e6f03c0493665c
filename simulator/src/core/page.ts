import { z } from "zod";

export interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

interface LinkedPage<T> extends Page<T> {
  readonly next: string | null;
  readonly previous: string | null;
}

interface Cut {
  readonly limit: number;
  readonly offset: number;
}

export function pageSchema<T>(item: z.ZodType<T>): z.ZodType<Page<T>> {
  return z.strictObject({ count: z.int(), results: z.array(item).readonly() });
}

export function linkedPageSchema<T>(item: z.ZodType<T>): z.ZodType<LinkedPage<T>> {
  const link = z.string().nullable();
  return z.strictObject({
    count: z.int(),
    next: link,
    previous: link,
    results: z.array(item).readonly(),
  });
}

/** One page of a list. The count is that of all matches. */
export function pageOf<T>(all: readonly T[], { limit, offset }: Cut): Page<T> {
  return { count: all.length, results: all.slice(offset, offset + limit) };
}

/** One page with the addresses of the pages before and after it. */
export function linkedPageOf<T>(all: readonly T[], cut: Cut, address: string): LinkedPage<T> {
  const { limit, offset } = cut;
  const at = (start: number): string => `${address}?limit=${limit}&offset=${start}`;
  const { count, results } = pageOf(all, cut);
  return {
    count,
    next: offset + limit < count ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  };
}
