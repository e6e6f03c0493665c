import * as pulumi from "@pulumi/pulumi";
import { FUNCTIONS } from "../errors/functions";
import type { CheckFailure } from "../validation/validate";

/** A function was given arguments that it cannot use. */
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

/** Does the work of a function. What goes wrong is explained by its message, so a program ends with that alone. */
export async function hidingStacks<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && isSelfExplanatory(error)) hideStack(error);
    throw error;
  }
}

/** By name: programs need not load the classes. */
function isSelfExplanatory(error: Error): boolean {
  return /^(Platform|Analytics|Configuration)Error$/.test(error.name) || pulumi.RunError.isInstance(error);
}

/** Pulumi hides the stack of its own RunErrors, but not where nobody awaits the failure. Scripts keep it. */
function hideStack(error: Error): void {
  Object.defineProperty(error, "__pulumiRunError", { value: true });
  if (pulumi.runtime.hasMonitor()) error.stack = "";
}
