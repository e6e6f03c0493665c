import * as pulumi from "@pulumi/pulumi";

/** The names of the secret arguments: their values are masked in all messages. */
export async function secretNames(args: object): Promise<string[] | undefined> {
  const secret = await Promise.all(
    Object.entries(args).map(async ([name, value]) => ((await isSecret(value)) ? [name] : [])),
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
  if (pulumi.runtime.isRpcSecret(value)) return false;
  const isData = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isData && Object.values(value).every(isPlain);
}

/** Also true for a value that contains a secret. Transforms get secrets as the engine sends them. */
async function isSecret(value: unknown): Promise<boolean> {
  return pulumi.runtime.isRpcSecret(value) || pulumi.isSecret(pulumi.output(value));
}
