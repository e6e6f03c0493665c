import { z } from "zod";
import { type Page, pageOf } from "../../core/page";

interface Cut {
  readonly limit: number;
  readonly offset: number;
}

/** A page that knows the addresses of its neighbours. */
export interface LinkedPage<T> extends Page<T> {
  readonly next: string | null;
  readonly previous: string | null;
}

export function linkedPageSchema<T>(item: z.ZodType<T>): z.ZodType<LinkedPage<T>> {
  return z.strictObject({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item).readonly(),
  });
}

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
