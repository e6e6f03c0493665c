/** More mistakes are no typo: long names with the same end, such as two quotas, differ by few characters. */
const MAX_TYPOS = 2;

/** The known name that a misspelt name probably means; undefined if no known name is similar. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = letters(name);
  const ranked = [...known]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, letters(candidate)) }))
    .sort((one, other) => one.distance - other.distance);
  const [best] = ranked;
  const limit = Math.min(MAX_TYPOS, Math.max(1, Math.floor(name.length / 3)));
  return best && best.distance <= limit ? best.candidate : undefined;
}

/** A name in camelCase is the same as in snake_case. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/** The number of characters to insert, delete, replace or swap with their neighbour. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
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
