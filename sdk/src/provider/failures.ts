import { CodedError } from "../errors/definition";
import type { CheckFailure } from "../errors/inputs";
import type { Mask } from "../util/secrets";
import { messageOf, printableText } from "../util/text";
import type { ResourceState } from "./state";

/**
 * A failure for the dynamic-provider process. That process prints the stack of an error from `read` or `delete` to the
 * terminal, in addition to the message that the engine shows, so the stack is empty.
 */
export class ResourceFailure extends Error {
  /** Not `code`, which gRPC would take for its own. */
  readonly errorCode: string | undefined;

  constructor(error: unknown, mask: Mask = (text) => text, hint = "") {
    super(printableText(withHint(mask(messageOf(error)), hint)));
    this.errorCode = error instanceof CodedError ? error.code : undefined;
    this.stack = "";
  }

  override toString(): string {
    return "";
  }
}

/** A failure after the object or a task was created: Pulumi keeps the resource, and the next `up` continues with it. */
export class PartialFailure extends ResourceFailure {
  constructor(
    error: unknown,
    mask: Mask,
    /** Of the resource. */
    readonly type: string,
    readonly state: ResourceState,
    hint = "",
  ) {
    super(error, mask, hint);
  }
}

/** Inputs that a policy has made invalid since they were checked. */
export function invalidInputs(failures: readonly CheckFailure[]): ResourceFailure {
  const texts = failures.map(({ property, reason }) => (property ? `${property} ${reason}` : reason));
  return new ResourceFailure(new Error(texts.join("\n")));
}

function withHint(text: string, hint: string): string {
  return hint === "" ? text : `${text.replace(/\.?$/, ".")} ${hint}`;
}

/** The dynamic-provider process prints ": " for a failure without text and stack. This drops that line. */
export function hideEmptyErrorLines(): void {
  const print = console.error;
  console.error = (...parts: unknown[]) => {
    if (parts.length !== 1 || parts[0] !== ": ") print(...parts);
  };
}
