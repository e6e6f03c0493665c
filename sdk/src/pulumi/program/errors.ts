import * as pulumi from "@pulumi/pulumi";
import type { Audience } from "../../errors/audience";
import { CodedError } from "../../errors/coded-error";
import { INPUTS } from "../../errors/inputs";
import type { CheckFailure } from "../../lifecycle/inputs/failure";
import { isObject } from "../../util/json";
import { isMocked } from "../internals/mocks";

/** The arguments of a function, or the inputs of a resource, are invalid. */
export class InvalidArguments extends pulumi.RunError {
  override name = "InvalidArguments";
  /** Identifies the error in docs/errors.md. It is not in the message: the arguments and their sentences are. */
  readonly code = INPUTS.invalid.code;

  constructor(
    name: string,
    readonly failures: CheckFailure[],
  ) {
    super(
      failures
        .map(({ property, reason }) =>
          INPUTS.invalid.message({ name, argument: property || "the arguments", reason }),
        )
        .join("\n"),
    );
  }
}

/** An error of the program: Pulumi prints the message alone. */
export function runError(error: CodedError): pulumi.RunError {
  return new pulumi.RunError(error.textFor(audience()));
}

/** A warning, as the reader gets it. */
export function warningText(warning: CodedError): string {
  return warning.textFor(audience());
}

/**
 * Runs the work of a function, and completes the texts of its errors. The mask removes secret arguments from them. Errors
 * whose message is enough for the user lose their stack, which Pulumi would print.
 */
export async function completingErrors<T>(
  work: () => Promise<T>,
  secretMask?: () => Promise<Mask>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CodedError) error.completeFor(audience());
    if (error instanceof Error && secretMask) maskTexts(error, await secretMask());
    if (error instanceof CodedError || pulumi.RunError.isInstance(error)) hideStack(error);
    throw error;
  }
}

type Mask = (text: string) => string;

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

/** Without the monitor of Pulumi's engine, functions run in a plain script. */
function audience(): Audience {
  return pulumi.runtime.hasMonitor() ? "pulumi" : "script";
}

/** Pulumi hides the stack of RunErrors, except in unhandled rejections, so the stack is emptied. Scripts and tests keep it. */
function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  if (pulumi.runtime.hasMonitor() && !isMocked()) error.stack = "";
}
