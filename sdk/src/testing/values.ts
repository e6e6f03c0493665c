import { digest } from "../util/digest";

/** Values for tests of programs. They are the same in each run, and differ between resources. */
export interface MockValues {
  uuid(what: string): string;
  /** A number from 1 to 1 000 000. */
  number(what: string): number;
}

/** A time in the platform's notation. */
export const MOCK_TIME = "2026-01-31T12:00:00+0000";

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
