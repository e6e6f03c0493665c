import type { ConfigSource } from "../../platform/configuration";
import { nameOf } from "../../pulumi/names";
import { printableLine } from "../../util/text";
import { COMMAND } from "../errors";
import { PulumiCli, type StackConfig, type StateResource } from "../pulumi";
import { declaredProvider, findProvider } from "../stack-provider";

interface AccountOptions {
  /** Default: the selected stack. */
  stack: string | undefined;
  /** The name of the Provider. Default: that of the parent, then the stack's configuration. */
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
  const config = await pulumi.config();
  const showSecrets = provider !== undefined || parent !== undefined;
  const resources = await pulumi.resources({ showSecrets });
  const inherited = parent === undefined ? undefined : findParent(parent, resources).provider;
  const name = provider ?? (nameOf(declaredProvider(inherited)) || undefined);
  if (name === undefined)
    return { pulumi, config, resources, parent, settings: { get: (key) => config[key]?.value } };
  const { resource, settings } = findProvider(name, resources);
  return { pulumi, config, resources, parent, settings, provider: resource };
}

/** Throws if a resource of the program cannot be a child of this one. */
function findParent(parent: string, resources: readonly StateResource[]): StateResource {
  const found = resources.find((one) => one.urn === parent && !one.delete);
  const noParent = (problem: string) => COMMAND.noParent.error({ urn: printableLine(parent), problem });
  if (found === undefined) throw noParent("the state of the stack has no such resource");
  if (/^pulumi:(pulumi:Stack$|providers:)/.test(found.type))
    throw noParent("a stack and a provider have no children");
  return found;
}
