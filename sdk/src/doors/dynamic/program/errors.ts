import * as pulumi from "@pulumi/pulumi";
import { CodedError, defineError } from "../../../errors/definition";
import { type CheckFailure, INPUTS, invalidInput } from "../../../errors/inputs";
import { isMocked } from "../../../pulumi/internals/mocks";
import { isObject } from "../../../util/json";
import type { Mask } from "../../../util/secrets";

/** Errors of function calls. */
export const FUNCTIONS = {
  unknownSettings: defineError<{ name: string }>({
    code: "provider-settings-unknown",
    message: ({ name }) => `${name}: the settings of its provider are not known in this preview`,
    advice: "A function whose name ends in Output waits for them, and its result is unknown in this preview.",
  }),
  foreignProvider: defineError({
    code: "foreign-provider",
    message: () => "the provider of a function must be an instance of cloudplatform.Provider",
  }),
};

/** An error of the program: Pulumi prints the message alone. */
export class ProgramError extends pulumi.RunError {}

/** The arguments of a function, or the inputs of a resource, are invalid. */
export class InvalidArguments extends ProgramError {
  override name = "InvalidArguments";
  /** Identifies the error in docs/errors.md. It is not in the message: the arguments and their sentences are. */
  readonly code = INPUTS.invalid.code;

  constructor(
    name: string,
    readonly failures: CheckFailure[],
  ) {
    super(invalidInput(name, failures));
  }
}

export function runError(error: CodedError): ProgramError {
  return new ProgramError(error.message);
}

/**
 * Runs the work of a function, and prepares its errors for the user: the mask removes secret arguments, and errors whose
 * message is enough lose their stack, which Pulumi would print.
 */
export async function preparingErrors<T>(work: () => Promise<T>, mask?: Mask): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && mask) maskTexts(error, mask);
    if (error instanceof CodedError || pulumi.RunError.isInstance(error)) hideStack(error);
    throw error;
  }
}

/** Masks all texts of an error: scripts print its properties as well. */
function maskTexts(error: Error, mask: Mask): void {
  for (const name of ["message", "stack", ...Object.keys(error)] as Array<keyof Error>)
    Object.assign(error, { [name]: masked(error[name], mask) });
}

function masked(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, masked(item, mask)]));
}

/** Pulumi hides the stack of RunErrors, except in unhandled rejections, so the stack is emptied. Scripts and tests keep it. */
function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  if (pulumi.runtime.hasMonitor() && !isMocked()) error.stack = "";
}
