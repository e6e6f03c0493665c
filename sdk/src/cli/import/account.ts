import type { ConfigSource } from "../../platform/configuration";
import { printableLine } from "../../util/text";
import { COMMAND } from "../errors";
import { isAtLeast, LOWEST_IMPORTING_CLI, PulumiCli, type StackConfig, type StateResource } from "../pulumi";
import { findProvider } from "../stack-provider";

interface AccountOptions {
  /** Default: the selected stack. */
  stack: string | undefined;
  /** The name of the Provider. Default: the stack's configuration. */
  provider: string | undefined;
  /** The URN of the parent. */
  parent: string | undefined;
}

/** A stack, and the settings of the account that has the objects. */
export interface StackAccount {
  pulumi: PulumiCli;
  config: StackConfig;
  resources: StateResource[];
  /** The settings that the provider process uses for the imported resources. */
  settings: ConfigSource;
  /** The Provider. Absent for the default provider. */
  provider?: StateResource;
  /** The URN of the resource that gets the imported resources as children. */
  parent?: string | undefined;
}

export async function openAccount({ stack, provider, parent }: AccountOptions): Promise<StackAccount> {
  const pulumi = new PulumiCli(stack);
  const found = await pulumi.version();
  if (!isAtLeast(found, LOWEST_IMPORTING_CLI))
    throw COMMAND.oldCli.error({ lowest: LOWEST_IMPORTING_CLI, found });
  const config = await pulumi.config();
  const resources = await pulumi.resources({ showSecrets: provider !== undefined });
  if (parent !== undefined) checkParent(parent, resources);
  if (provider === undefined)
    return { pulumi, config, resources, parent, settings: { get: (key) => config[key]?.value } };
  const { resource, settings } = findProvider(provider, resources);
  return { pulumi, config, resources, parent, settings, provider: resource };
}

/** Throws if a resource of the program cannot be a child of this one. */
function checkParent(parent: string, resources: readonly StateResource[]): void {
  const found = resources.find((one) => one.urn === parent && !one.delete);
  const problem =
    found === undefined
      ? "the state of the stack has no such resource"
      : /^pulumi:(pulumi:Stack$|providers:)/.test(found.type)
        ? "a stack and a provider have no children"
        : undefined;
  if (problem) throw COMMAND.noParent.error({ urn: printableLine(parent), problem });
}
