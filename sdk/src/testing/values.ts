import { digest } from "../util/digest";
import type { MockValues } from "../util/mock";

/** The values of one resource or call. The same key gives the same values. */
export function valuesOf(key: string): MockValues {
  return {
    uuid(what) {
      const [, first, second, third, fourth, last] =
        /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(digest(`${key} ${what}`)) ?? [];
      return `${first}-${second}-4${third}-a${fourth}-${last}`;
    },
    number: (what) => (Number.parseInt(digest(`${key} ${what}`, 12), 16) % 1_000_000) + 1,
  };
}
