import { createHash } from "node:crypto";
import type { MockValues } from "../util/mock";

/** The values of one resource or call. The same key gives the same values. */
export function valuesOf(key: string): MockValues {
  const digest = (what: string) => createHash("sha256").update(`${key} ${what}`).digest("hex");
  return {
    uuid(what) {
      const [, first, second, third, fourth, last] =
        /^(.{8})(.{4})(.{3})(.{3})(.{12})/.exec(digest(what)) ?? [];
      return `${first}-${second}-4${third}-a${fourth}-${last}`;
    },
    number: (what) => (Number.parseInt(digest(what).slice(0, 12), 16) % 1_000_000) + 1,
  };
}
