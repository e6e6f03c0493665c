import { CodedError } from "../errors/definition";
import { proxyFor } from "./http/proxy";
import {
  ConfigurationError,
  ENVIRONMENT_VARIABLES,
  PARSERS,
  type Problem,
  SETTING_NAMES,
  type SettingName,
} from "./settings";

/** Where the settings come from: the arguments of a Provider, or the stack's configuration. */
export interface ConfigSource {
  get(key: string): string | undefined;
}

export const EMPTY_SOURCE: ConfigSource = { get: () => undefined };

export type Configuration = { [Name in SettingName]: ReturnType<(typeof PARSERS)[Name]> };

/** Reads and checks all settings. Errors quote no value, because the key may be in the wrong setting. */
export function readConfiguration(
  source: ConfigSource,
  environment: NodeJS.ProcessEnv = process.env,
): Configuration {
  const problems: Problem[] = [];
  const entries = SETTING_NAMES.map((setting) => {
    const key = `cloudplatform:${setting}`;
    const variable = ENVIRONMENT_VARIABLES[setting] ?? "";
    const inherited = environment[variable] || undefined;
    const configured = source.get(key);
    // The log is a choice for one run: the environment comes first.
    const isInherited = inherited !== undefined && (configured === undefined || setting === "logFile");
    const text = isInherited ? inherited : configured;
    return [setting, attempt(() => PARSERS[setting](text), problems, isInherited ? variable : key)];
  });
  const configuration: Configuration = Object.fromEntries(entries);
  if (problems.length === 0) attempt(() => proxyFor(configuration.baseUrl, environment), problems);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configuration;
}

function attempt<T>(work: () => T, problems: Problem[], setting?: string): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    problems.push({ ...(setting && { setting }), error });
    return undefined;
  }
}
