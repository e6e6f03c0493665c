import * as pulumi from "@pulumi/pulumi";
import type { CheckFailure } from "../check";

/** A function was given arguments that it cannot use. */
export class InvalidArguments extends pulumi.RunError {
  override name = "InvalidArguments";

  constructor(
    name: string,
    readonly failures: CheckFailure[],
  ) {
    super(
      failures.map(({ property, reason }) => `${name}: ${property || "the arguments"} ${reason}`).join("\n"),
    );
  }
}

/**
 * Does the work of a function. What goes wrong is explained by its message: marked like Pulumi's own RunError, it
 * ends a program with that and without a stack.
 */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && EXPLAINED.test(error.name))
      Object.defineProperty(error, "__pulumiRunError", { value: true });
    throw error;
  }
}

/** By name: programs need not load the classes. */
const EXPLAINED = /^(PlatformError|AnalyticsError|ConfigurationError)$/;
