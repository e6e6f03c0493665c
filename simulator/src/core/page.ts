export interface Page<T> {
  readonly count: number;
  readonly results: readonly T[];
}

/** One page of a list: count is that of all matches, not of the page. */
export function pageOf<T>(all: readonly T[], { limit, offset }: { limit: number; offset: number }): Page<T> {
  return { count: all.length, results: all.slice(offset, offset + limit) };
}
