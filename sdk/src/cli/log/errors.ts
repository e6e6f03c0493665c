import { defineError } from "../../errors/definition";

/** Errors of the command `log`. */
export const LOG = {
  notALog: defineError<{ file: string }>({
    code: "not-a-log",
    message: ({ file }) => `${file} has no event of a run`,
    advice: "Name the file that CLOUDPLATFORM_LOG or cloudplatform:logFile named during the run.",
  }),
  noSuchRun: defineError<{ file: string; count: number }>({
    code: "run-not-in-log",
    message: ({ file, count }) =>
      `--run must be ${count === 1 ? "1" : `a number from 1 to ${count}`}: so many runs are in ${file}`,
    advice: "Without --run, the command shows the last run that did something.",
  }),
};
