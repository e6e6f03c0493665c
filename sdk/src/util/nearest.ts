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

/** The number of characters to insert, delete, replace or swap with their neighbour; infinite above the limit. */
function editDistance(from: string, to: string, limit: number): number {
  let equal = 0;
  while (equal < from.length && from[equal] === to[equal]) equal += 1;
  const [one, other] = [from.slice(equal), to.slice(equal)];
  if (one === other) return 0;
  if (limit === 0) return Number.POSITIVE_INFINITY;
  const isSwapped = one.length > 1 && one[0] === other[1] && one[1] === other[0];
  const rests = [
    [one.slice(1), other],
    [one, other.slice(1)],
    [one.slice(1), other.slice(1)],
    ...(isSwapped ? [[one.slice(2), other.slice(2)]] : []),
  ] as [string, string][];
  return 1 + Math.min(...rests.map(([left, right]) => editDistance(left, right, limit - 1)));
}
