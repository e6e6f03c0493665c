import * as pulumi from "@pulumi/pulumi";
import { FUNCTIONS } from "../errors/functions";
import type { CheckFailure } from "../validation/validate";

/** A function was called with invalid arguments. */
export class InvalidArguments extends pulumi.RunError {
  override name = "InvalidArguments";

  constructor(
    name: string,
    readonly failures: CheckFailure[],
  ) {
    super(
      failures
        .map(({ property, reason }) =>
          FUNCTIONS.argument.message({ name, argument: property || "the arguments", reason }),
        )
        .join("\n"),
    );
  }
}

/**
 * Runs the work of a function. Errors whose message is enough for the user lose their stack, which Pulumi would print.
 */
export async function hidingStacks<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && isSelfExplanatory(error)) hideStack(error);
    throw error;
  }
}

/** Compares names, so that programs do not load the classes. */
function isSelfExplanatory(error: Error): boolean {
  return /^(Platform|Analytics|Configuration)Error$/.test(error.name) || pulumi.RunError.isInstance(error);
}

/** Pulumi hides the stack of RunErrors, except in unhandled rejections, so the stack is emptied. Scripts keep it. */
function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  if (pulumi.runtime.hasMonitor()) error.stack = "";
}
