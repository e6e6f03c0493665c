import type { ConfigSource } from "../platform/configuration";
import { nameOf } from "../pulumi/names";
import type { JsonObject } from "../util/json";
import { COMMAND } from "./errors";
import type { StateResource } from "./pulumi";

const PROVIDER_TYPE = "pulumi:providers:pulumi-nodejs";

/** A Provider in the state of a stack. */
export interface StackProvider {
  resource: StateResource;
  settings: ConfigSource;
}

/** The Provider with this name. Throws if the state does not have it. */
export function findProvider(name: string, resources: readonly StateResource[]): StackProvider {
  const providers = resources.filter(({ type, urn }) => type === PROVIDER_TYPE && nameOf(urn) !== "default");
  const provider = providers.find(({ urn }) => nameOf(urn) === name);
  if (provider === undefined) {
    const known = providers.map(({ urn }) => nameOf(urn)).join(", ");
    throw COMMAND.noProvider.error({ name, known: known ? `it has ${known}` : "it has none" });
  }
  const inputs = provider.inputs ?? {};
  return { resource: provider, settings: { get: (key) => plaintext(inputs[key]) } };
}

/** The URN in a reference to a Provider, which is `<urn>::<id>`. */
export function urnOfProvider(reference = ""): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/** The URN of a Provider of the program; empty for the default one, which has the stack's configuration. */
export function declaredProvider(reference = ""): string {
  const urn = urnOfProvider(reference);
  return /^default(_|$)/.test(nameOf(urn)) ? "" : urn;
}

/** The text of an input of a Provider, which is an encoded object if it is secret. */
export function plaintext(input: JsonObject[string] | undefined): string | undefined {
  if (typeof input === "string") return input;
  const secret = (input as { plaintext?: string } | undefined)?.plaintext;
  return secret === undefined ? undefined : (JSON.parse(secret) as string);
}
