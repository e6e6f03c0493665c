import type { ConfigSource } from "../platform/configuration";
import { isDefaultProvider, nameOf, tokenOf } from "../pulumi/names";
import { revealed } from "../pulumi/secret-values";
import type { JsonObject } from "../util/json";
import { COMMAND } from "./errors";
import type { PulumiCli, StateResource } from "./pulumi";

/** The types of Providers: in TypeScript, and in other languages. */
const PROVIDER_TYPES = ["pulumi:providers:pulumi-nodejs", "pulumi:providers:cloudplatform"];
/** A Provider in the state of a stack. */
export interface StackProvider {
  resource: StateResource;
  settings: ConfigSource;
}

/** The Provider with this name. Throws if the state does not have it. */
export function findProvider(name: string, resources: readonly StateResource[]): StackProvider {
  const providers = resources.filter(({ urn }) => isDeclared(urn));
  const provider = providers.find(({ urn }) => nameOf(urn) === name);
  if (provider === undefined) {
    const known = providers.map(({ urn }) => nameOf(urn)).join(", ");
    throw COMMAND.noProvider.error({ name, known: known ? `it has ${known}` : "it has none" });
  }
  return { resource: provider, settings: settingsIn(provider.inputs) };
}

/** The settings of the accounts of a stack. Those of a Provider are all from the state: a key goes to the server that it is for. */
export class StackSettings {
  private config: Promise<ConfigSource> | undefined;

  constructor(
    private readonly resources: readonly StateResource[],
    private readonly pulumi: PulumiCli,
  ) {}

  /** The settings of a resource with this reference; undefined if the state does not have its Provider. */
  async of(reference: string | undefined): Promise<ConfigSource | undefined> {
    const urn = declaredProvider(reference);
    if (urn === "") {
      this.config ??= this.pulumi.config().then((config) => ({ get: (key) => config[key]?.value }));
      return this.config;
    }
    const { inputs } = this.resources.find((resource) => resource.urn === urn) ?? {};
    return inputs && settingsIn(inputs);
  }
}

/** The URN in a reference to a Provider, which is `<urn>::<id>`. */
export function urnOfProvider(reference = ""): string {
  return reference.slice(0, reference.lastIndexOf("::"));
}

/**
 * The URN of the Provider of the program to which a reference belongs. Empty for a default provider, which has the stack's
 * configuration, and for a provider of another package, which a child of this package does not use.
 */
export function declaredProvider(reference = ""): string {
  const urn = urnOfProvider(reference);
  return isDeclared(urn) ? urn : "";
}

function isDeclared(urn: string): boolean {
  return PROVIDER_TYPES.includes(tokenOf(urn)) && !isDefaultProvider(urn);
}

/** The settings in the inputs of a Provider. In other languages than TypeScript their names have no namespace. */
export function settingsIn(inputs: JsonObject = {}): ConfigSource {
  return { get: (key) => plaintext(inputs[key] ?? inputs[key.replace("cloudplatform:", "")]) };
}

/** The text of an input of a Provider, which is an encoded object if it is secret. */
export function plaintext(input: JsonObject[string] | undefined): string | undefined {
  const value = input === undefined ? undefined : revealed(input);
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}
