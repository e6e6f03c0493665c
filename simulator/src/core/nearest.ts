/** The known name that a misspelt name probably means: one or two characters are missing, wrong, too many or swapped. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const limit = name.length > 3 ? 2 : 1;
  const near = known
    .filter((each) => Math.abs(each.length - name.length) <= limit)
    .map((each) => ({ each, distance: distance(name.toLowerCase(), each.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= limit);
  return near.sort((one, other) => one.distance - other.distance)[0]?.each;
}

/** The number of characters to insert, delete, replace or swap with their neighbour. */
function distance(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      (rows[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(from.length, to.length);
}

export function didYouMean(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}
