import type { ConfigSource } from "../../platform/configuration";
import { compareVersions } from "../../util/version";
import { COMMAND } from "../errors";
import { LOWEST_IMPORTING_CLI, PulumiCli, type StackConfig, type StateResource } from "../pulumi";
import { findProvider } from "../stack-provider";

/** A stack, and the settings of the account that has the objects. */
export interface StackAccount {
  pulumi: PulumiCli;
  config: StackConfig;
  resources: StateResource[];
  /** The settings that the provider process uses for the imported resources. */
  settings: ConfigSource;
  /** Absent for the default provider. */
  providerUrn?: string;
}

export async function openAccount(
  stack: string | undefined,
  provider: string | undefined,
): Promise<StackAccount> {
  const pulumi = new PulumiCli(stack);
  const found = await pulumi.version();
  if (compareVersions(found, LOWEST_IMPORTING_CLI) < 0)
    throw COMMAND.oldCli.error({ lowest: LOWEST_IMPORTING_CLI, found });
  const config = await pulumi.config();
  const resources = await pulumi.resources({ showSecrets: provider !== undefined });
  if (provider === undefined)
    return { pulumi, config, resources, settings: { get: (key) => config[key]?.value } };
  const { urn, settings } = findProvider(provider, resources);
  return { pulumi, config, resources, settings, providerUrn: urn };
}
