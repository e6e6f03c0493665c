import { printableLine } from "../util/text";

/** An error with a known cause. Its message is complete: what happened, the code in brackets, what the reader can do. */
export abstract class CodedError extends Error {
  constructor(
    /** Identifies the error in docs/errors.md. */
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The texts of an error or warning. Its doc comment, which docs/errors.md shows, has the cause, and what to do where the
 * advice does not say it. A message that says all of that has no comment.
 */
export interface ErrorDefinition<Facts> {
  /** Unique, and never changed: users search for it. */
  code: string;
  /** The text of the error identifies it without its code. */
  codeIsNotPrinted?: true;
  /** What happened, without a full stop. */
  message(facts: Facts): string;
  /** What the reader can do. */
  advice?: string | ((facts: Facts) => string | undefined);
  /** The error to throw, or to print as a warning. */
  error(facts: Facts): CodedError;
}

export type FactsOf<D> = D extends ErrorDefinition<infer Facts> ? Facts : never;

export function defineError<Facts = void>(
  text: Omit<ErrorDefinition<Facts>, "error">,
): ErrorDefinition<Facts> {
  const definition: ErrorDefinition<Facts> = {
    ...text,
    error: (facts) => new DefinedError(definition, facts),
  };
  return definition;
}

/** An error with the texts of its definition. */
export class DefinedError<Facts> extends CodedError {
  constructor(definition: ErrorDefinition<Facts>, facts: Facts) {
    super(definition.code, completeText(definition, printableFacts(facts)));
  }
}

function completeText<Facts>({ code, message, advice }: ErrorDefinition<Facts>, facts: Facts): string {
  const sentence = `${message(facts)} [${code}]`;
  const whatToDo = typeof advice === "function" ? advice(facts) : advice;
  if (whatToDo === undefined) return sentence;
  return whatToDo.includes("\n") ? `${sentence}\n${whatToDo}` : `${sentence}. ${whatToDo}`;
}

/**
 * Facts may contain text of the platform, so each is reduced to one printable line: only the message has line breaks.
 */
function printableFacts<Facts>(facts: Facts): Facts {
  if (typeof facts !== "object" || facts === null) return facts;
  return new Proxy(facts, {
    get(target, name) {
      const fact: unknown = Reflect.get(target, name);
      return typeof fact === "string" ? printableLine(fact) : fact;
    },
  });
}

/**
 * A kind of failed request. The sentence that says what happened is the platform's, or that of the connection: the
 * `@example` of the doc comment has the part by which a user recognises it.
 */
export interface RequestErrorDefinition {
  code: string;
  advice: string;
}
