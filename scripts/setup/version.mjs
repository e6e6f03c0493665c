import semver from "semver";

/**
 * @param {string} text text with a version in it, such as `v1.2.3`, `go1.25` or `1.2.3-dev`
 * @param {string} minimum
 */
export function isAtLeast(text, minimum) {
  const [found, wanted] = [semver.coerce(text), semver.coerce(minimum)];
  return found !== null && wanted !== null && semver.gte(found, wanted);
}
