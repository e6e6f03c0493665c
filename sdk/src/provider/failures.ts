import { CONTINUES_NEXT_RUN, WAIT_LONGER } from "../errors/tasks";
import { TimeoutError, WaitEnded } from "../tasks/task";
import type { JsonObject } from "../util/json";
import { printableText } from "../util/text";

/**
 * What the dynamic-provider process is to be told of a failure. It prints the stack of what `read` and `delete`
 * throw to the terminal, beside the message that the engine shows: so there is none.
 */
export class ResourceFailure extends Error {
  constructor(error: unknown, mask = (text: string) => text, hint = "") {
    super(printableText(mask(textOf(error)) + hint));
    this.stack = "";
  }

  override toString(): string {
    return "";
  }
}

/** A failure after which something exists: Pulumi keeps the resource, and the next `up` goes on with it. */
export class PartialFailure extends ResourceFailure {
  readonly reasons: string[];

  constructor(
    error: unknown,
    mask: (text: string) => string,
    /** Pulumi's id of the resource. */
    readonly id: string,
    readonly properties: JsonObject,
    hint = "",
  ) {
    super(error, mask, hint);
    this.reasons = [this.message];
  }
}

function textOf(error: unknown): string {
  if (error instanceof WaitEnded)
    return `${error.message}. ${CONTINUES_NEXT_RUN}${error.cause instanceof TimeoutError ? ` ${WAIT_LONGER}` : ""}`;
  return error instanceof Error ? error.message : String(error);
}

/** The one line that is left of a printed failure without text or stack is dropped as well. */
export function hideEmptyErrorLines(): void {
  const print = console.error;
  console.error = (...parts: unknown[]) => {
    if (parts.length !== 1 || parts[0] !== ": ") print(...parts);
  };
}
