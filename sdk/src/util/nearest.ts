/** More mistakes are no typo: long names with the same end, such as two quotas, differ by few characters. */
const MAX_TYPOS = 2;

/** Nobody misspells a longer name by two characters only, and the comparison takes time for each character. */
const MAX_LENGTH = 200;

/** The known name that a misspelt name probably means; undefined if no known name is similar. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const wanted = letters(name);
  const limit = Math.min(MAX_TYPOS, Math.max(1, Math.floor(name.length / 3)));
  let best: string | undefined;
  let lowest = limit + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, letters(candidate), limit);
    if (distance < lowest) [best, lowest] = [candidate, distance];
  }
  return best;
}

/** A name in camelCase is the same as in snake_case. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** The number of characters to insert, delete, replace or swap with their neighbour; any larger number above the limit. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = new Array<number>(to.length + 1).fill(Number.POSITIVE_INFINITY);
    current[0] = row;
    // Further from the diagonal, the distance is above the limit.
    const end = Math.min(to.length, row + limit);
    for (let column = Math.max(1, row - limit); column <= end; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] as number;
}
