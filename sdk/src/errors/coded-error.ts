/** The options of `Error`, which have no type before ES2022: programs may have an older `target`. */
export interface Cause {
  cause?: unknown;
}

/** An error with a known cause. Its message is complete: what happened, the code in brackets, what the reader can do. */
export abstract class CodedError extends Error {
  constructor(
    /** Identifies the error in docs/errors.md. */
    readonly code: string,
    message: string,
    options?: Cause,
  ) {
    super(message, options);
  }
}
