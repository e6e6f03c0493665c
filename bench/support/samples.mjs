/** @typedef {Record<string, number | null>} Values Measured values by name; null if the system does not report one. */

/**
 * Repeats some work. Returns the median of each value.
 *
 * @param {number} times
 * @param {() => Promise<Values>} work
 * @returns {Promise<Values>}
 */
export async function medians(times, work) {
  return mediansOf(await repeated(times, work));
}

/**
 * The results of some work that is repeated.
 *
 * @template T
 * @param {number} times
 * @param {() => Promise<T>} work
 * @returns {Promise<T[]>}
 */
export async function repeated(times, work) {
  const results = [];
  for (let run = 0; run < times; run++) results.push(await work());
  return results;
}

/**
 * The median of each value.
 *
 * @param {Values[]} runs
 * @returns {Values}
 */
export function mediansOf(runs) {
  return Object.fromEntries(Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name]))]));
}

/** @param {(number | null)[]} values */
export function median(values) {
  if (values.includes(null)) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
