import * as pulumi from "@pulumi/pulumi";

/** The names of the secret arguments: their values are masked in all messages. */
export async function secretNames(args: object): Promise<string[] | undefined> {
  const secret = await Promise.all(
    Object.entries(args).map(async ([name, value]) => ((await isSecret(value)) ? [name] : [])),
  );
  return secret.flat().length > 0 ? secret.flat() : undefined;
}

/** Also true for a value that contains a secret. */
function isSecret(value: unknown): Promise<boolean> {
  return pulumi.isSecret(pulumi.output(value));
}
