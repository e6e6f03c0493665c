import { printableText } from "../util/text";
import { version } from "../util/version";
import { DefinedError, defineError } from "./definition";

interface UnexpectedFacts {
  error: string;
  release: string;
  /** Absent if the run has no log. */
  logFile: string | undefined;
}

/** Failures that only a defect explains. */
export const DEFECTS = {
  /**
   * Code of this package, or code that it calls, has failed in a way that it does not expect.
   *
   * What to do: Report the message and the stack trace, which the [log of the run](log.md) has.
   */
  unexpected: defineError<UnexpectedFacts>({
    code: "unexpected-error",
    message: ({ error, release }) => `${error} (a defect of pulumi-cloudplatform ${release})`,
    advice: ({ logFile }) =>
      logFile === undefined
        ? "Run again with the environment variable CLOUDPLATFORM_LOG=run.jsonl: the log then has the stack trace. Report both."
        : `The log ${logFile} has the stack trace: \`npx pulumi-cloudplatform log ${logFile}\` prints it. Report both.`,
  }),
};

/** Whether an error shows a defect: no code throws such an error on purpose. */
export function isDefect(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

/** A defect. Only the log has its stack trace. */
export class UnexpectedError extends DefinedError<UnexpectedFacts> {
  readonly stackTrace: string;

  constructor(defect: Error, mask: (text: string) => string, logFile: string | undefined) {
    const error = mask(`${defect.name}: ${defect.message}`);
    super(DEFECTS.unexpected, { error, release: version, logFile });
    this.stackTrace = printableText(mask(defect.stack ?? ""));
  }
}
