import { describe, test } from "@jest/globals";

const isWindows = process.platform === "win32";

/** Tests of what Windows does not have. On Windows they are listed as skipped, with the reason in their names. */
export function posixOnly(reason: string) {
  const nameOf = (name: string) => (isWindows ? `${name} (not on Windows: ${reason})` : name);
  return {
    test: (name: string, work: () => void | Promise<void>) =>
      (isWindows ? test.skip : test)(nameOf(name), work),
    describe: (name: string, work: () => void) => (isWindows ? describe.skip : describe)(nameOf(name), work),
  };
}
