import type { Audience } from "./audience";

/**
 * An error with a known cause. Its message says only what happened: what the reader can do depends on where the error is
 * read, so the process side and the program side complete the text there.
 */
export abstract class CodedError extends Error {
  /** Identifies the error in docs/errors.md. */
  abstract readonly code: string;

  /** The complete text: what happened, the code, and what the reader can do. */
  abstract textFor(audience: Audience): string;

  /** Makes the complete text the message, also in the stack, which Node prints if no code catches the error. */
  completeFor(audience: Audience): void {
    const text = this.textFor(audience);
    if (this.stack) this.stack = this.stack.replace(this.message, () => text);
    this.message = text;
  }
}

/** The text of anything that was thrown. */
export function textOf(error: unknown, audience: Audience): string {
  if (error instanceof CodedError) return error.textFor(audience);
  return error instanceof Error ? error.message : String(error);
}

/** The code ends the sentence that says what happened. */
export function withCode(sentence: string, code: string): string {
  return `${sentence} [${code}]`;
}
