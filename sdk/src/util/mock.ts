/** Values for tests of programs. They are the same in each run, and differ between resources. */
export interface MockValues {
  uuid(what: string): string;
  /** A number from 1 to 1 000 000. */
  number(what: string): number;
}

/** A time in the platform's notation. */
export const MOCK_TIME = "2026-01-31T12:00:00+0000";
