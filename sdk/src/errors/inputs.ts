import { defineError } from "./definition";

/** Errors of inputs and arguments, which are reported before any request is sent. */
export const INPUTS = {
  /**
   * An input of a resource or an argument of a function is missing, invalid, or has a name that the resource or
   * function does not have. Every problem is reported, on a line of its own. The name of the property and the sentence
   * identify the problem, so this code is not printed; the `InvalidArguments` of a function have it as `code`.
   *
   * What to do: Correct the property as the sentence says. Names are in camelCase; `customTimeouts` are durations such
   * as `10m`.
   */
  invalid: defineError<{ name: string; argument: string; reason: string }>({
    code: "invalid-input",
    codeIsNotPrinted: true,
    message: ({ name, argument, reason }) => `${name}: ${argument} ${reason}`,
  }),
  /**
   * Two resources of one stack are the same object at the platform, and would overwrite each other's changes in every
   * run.
   *
   * What to do: Keep one of them, or make them different as the message says.
   */
  duplicate: defineError<{ other: string; reason: string }>({
    code: "duplicate-resource",
    message: ({ other, reason }) => `is the same as in another resource of this stack, ${other}: ${reason}`,
  }),
};

/** One error of one property, in the engine's format. */
export interface CheckFailure {
  property: string;
  reason: string;
}

/** The message about the invalid properties of a resource or function: a line for each. */
export function invalidInput(name: string, failures: readonly CheckFailure[]): string {
  const lines = failures.map(({ property, reason }) =>
    INPUTS.invalid.message({ name, argument: property || "the arguments", reason }),
  );
  return lines.join("\n");
}

/** Adds the known name that a misspelt name probably means. */
export function didYouMean(known: string | undefined): string {
  return known === undefined ? "" : `; did you mean "${known}"?`;
}

/** Sentences about a property, which follow its name. The others are in the schemas. */
export const unknownProperty = (thing: string, meant: string | undefined) =>
  `is not a property of this ${thing}${didYouMean(meant) || "; check its spelling"}`;
/** The sentence about a property that has no value, from the sentence about an invalid value. */
export const missingProperty = (sentence: string) => `is required, and ${sentence}`;
export const INVALID_TIMEOUT = 'must be a duration, such as "10m" or "90s"';
