import type * as pulumi from "@pulumi/pulumi";

/** The value of an Output. Rejects if the resource or the function of the Output failed, for example by invalid inputs. */
export function promiseOf<T>(output: pulumi.Output<T>): Promise<T> {
  // The method is not in the public types of Output.
  return (output as unknown as { promise(): Promise<T> }).promise();
}
