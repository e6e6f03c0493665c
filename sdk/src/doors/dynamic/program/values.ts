import * as pulumi from "@pulumi/pulumi";

// Values of a program: plain, an Output or a promise. Public types use this file, so it imports no type of zod, which some
// compiler options refuse.

/** The arguments of the Output form of a function. */
export type InputsOf<A> = { [K in keyof A]: pulumi.Input<A[K]> };

/**
 * The value of an Output without its dependencies. A URN depends on the parent, and a dependency on a component includes all
 * of its children: two resources of one component would wait for each other.
 */
export function withoutDependencies<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => {
    output.apply(resolve);
  });
}

/** The value of an Output; undefined if the value never becomes known. */
export async function whenKnown<T>(output: pulumi.Output<T>): Promise<T | undefined> {
  const { isKnown } = output as unknown as { isKnown: Promise<boolean> };
  return (await isKnown) ? withoutDependencies(output) : undefined;
}

/** The names of the arguments that are secret or contain a secret: their values are masked in all messages. */
export async function secretNames(args: object): Promise<string[] | undefined> {
  const secret = await Promise.all(
    Object.entries(args).map(async ([name, value]) =>
      (await pulumi.isSecret(pulumi.output(value))) ? [name] : [],
    ),
  );
  return secret.flat().length > 0 ? secret.flat() : undefined;
}

/** The properties of a resource with the names of those that are secret, if any can be. */
export function withSecretNames(props: pulumi.Inputs): pulumi.Inputs {
  const own = Object.fromEntries(Object.entries(props).filter(([name]) => !name.startsWith("__")));
  return isPlain(own) ? props : { ...props, __secret: secretNames(own) };
}

/** Whether a value is JSON, without Outputs and promises, which may be secret. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const isData = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isData && Object.values(value).every(isPlain);
}
