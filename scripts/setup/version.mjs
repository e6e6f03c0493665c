/**
 * @param {string} text text with a version in it, such as `v1.2.3`, `go1.25` or `1.2.3-dev`
 * @returns {[number, number, number] | undefined}
 */
export function parseVersion(text) {
  const match = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)] : undefined;
}

/**
 * @param {string} text
 * @param {string} minimum
 */
export function isAtLeast(text, minimum) {
  const [found, wanted] = [parseVersion(text), parseVersion(minimum)];
  if (!found || !wanted) return false;
  const unequal = found.findIndex((number, i) => number !== wanted[i]);
  return unequal === -1 || found[unequal] > wanted[unequal];
}
