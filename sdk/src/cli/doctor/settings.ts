import { SETTINGS } from "../../errors/configuration";
import {
  type ConfigSource,
  type Configuration,
  EMPTY_SOURCE,
  readConfiguration,
} from "../../platform/configuration";
import { ConfigurationError, isPlaintextHttp } from "../../platform/settings";
import { COMMAND } from "../errors";
import type { PulumiCli, StackConfig } from "../pulumi";
import { findProvider } from "../stack-provider";
import { type Check, ok, problem, warning } from "./check";
import { DOCTOR } from "./errors";

export interface CheckedSettings {
  checks: Check[];
  source: ConfigSource;
  /** Absent if the settings are invalid. */
  configuration?: Configuration;
}

/** The settings of the stack, or those of the environment if there is no stack. Prints no value of the key. */
export async function checkSettings(pulumi: PulumiCli, hasProject: boolean): Promise<CheckedSettings> {
  const { check, config } = await checkStack(pulumi, hasProject);
  return checkSource({ get: (key) => config[key]?.value }, check, () => checkKey(config));
}

/** The settings of a Provider in the state of the stack. */
export async function checkProvider(pulumi: PulumiCli, name: string): Promise<CheckedSettings> {
  const subject = `Provider ${name}`;
  try {
    const { settings } = findProvider(name, await pulumi.resources({ showSecrets: true }));
    const check = ok(subject, "its settings are in the state of the stack");
    return checkSource(settings, check, () => checkKeyOf(settings));
  } catch (error) {
    return { checks: [problem(subject, error)], source: EMPTY_SOURCE };
  }
}

function checkSource(source: ConfigSource, check: Check, keyCheck: () => Check): CheckedSettings {
  try {
    const configuration = readConfiguration(source);
    return { checks: [check, keyCheck(), checkUrl(configuration)], source, configuration };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const problems = error.message.split("\n");
    return { checks: [check, ...problems.map((text) => problem("settings", text))], source };
  }
}

async function checkStack(
  pulumi: PulumiCli,
  hasProject: boolean,
): Promise<{ check: Check; config: StackConfig }> {
  const subject = "stack";
  if (!hasProject) return { check: warning(subject, COMMAND.noProject.error()), config: {} };
  try {
    const config = await pulumi.config();
    return { check: ok(subject, "its configuration can be read"), config };
  } catch (error) {
    return { check: problem(subject, error), config: {} };
  }
}

function checkKey(config: StackConfig): Check {
  const [subject, key] = ["API key", config["cloudplatform:apiKey"]];
  if (key?.value === undefined) return ok(subject, "is set in CLOUDPLATFORM_API_KEY");
  return key.secret
    ? ok(subject, "is set in the stack's configuration, encrypted")
    : warning(subject, DOCTOR.plainKey.error());
}

function checkKeyOf(provider: ConfigSource): Check {
  const hasKey = provider.get("cloudplatform:apiKey") !== undefined;
  const place = hasKey ? "the Provider or the stack's configuration" : "CLOUDPLATFORM_API_KEY";
  return ok("API key", `is set in ${place}`);
}

function checkUrl(configuration: Configuration): Check {
  const subject = "base URL";
  return isPlaintextHttp(configuration)
    ? warning(subject, SETTINGS.keyInClearText.error())
    : ok(subject, configuration.baseUrl);
}
