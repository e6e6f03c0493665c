import type { ConfigSource } from "../../platform/configuration";
import { nameOf } from "../../pulumi/names";
import { printableLine } from "../../util/text";
import { COMMAND } from "../errors";
import type { PulumiCli, StateResource } from "../pulumi";
import { declaredProvider, findProvider } from "../stack-provider";

/** The URNs of the resources of the stack that imported ones refer to. */
export interface References {
  /** Absent for the default provider. */
  provider?: string | undefined;
  parent?: string | undefined;
}

/** A stack, and the account that has the objects. */
export interface StackAccount {
  resources: StateResource[];
  /** The settings that the provider process uses for the imported resources. */
  settings: ConfigSource;
  references: References;
}

/** The account of a Provider, by its name. Default: that of the parent, then the stack's configuration. */
export async function openAccount(
  pulumi: PulumiCli,
  { provider, parent }: References,
): Promise<StackAccount> {
  const showSecrets = provider !== undefined || parent !== undefined;
  const resources = await pulumi.resources({ showSecrets });
  const holder = resources.find(({ urn }) => urn === parent);
  if (parent !== undefined && !holder) throw COMMAND.noParent.error({ urn: printableLine(parent) });
  const name = provider ?? nameOf(declaredProvider(holder?.provider));
  if (name === "") {
    const config = await pulumi.config();
    return { resources, settings: { get: (key) => config[key]?.value }, references: { parent } };
  }
  const { resource, settings } = findProvider(name, resources);
  return { resources, settings, references: { provider: resource.urn, parent } };
}
