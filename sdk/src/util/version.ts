/** The version of this package. */
export const { version } = require("../../package.json") as { version: string };

/** Negative if the first version is older, positive if it is newer. */
export function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}
