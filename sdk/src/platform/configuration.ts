import { SETTINGS } from "../errors/configuration";
import { CodedError, type ErrorDefinition } from "../errors/definition";
import { formatDuration, parseDuration } from "../util/duration";
import { proxyFor } from "./http/proxy";
import {
  ConfigurationError,
  type DeploymentSetting,
  ENVIRONMENT_VARIABLES,
  type IfExists,
  type Problem,
  SETTING_NAMES,
  type SettingName,
} from "./settings";

/** Where the settings come from: the arguments of a Provider, or the stack's configuration. */
export interface ConfigSource {
  get(key: string): string | undefined;
}

export const EMPTY_SOURCE: ConfigSource = { get: () => undefined };

/** A shorter text occurs in replies by chance, so redacting it would make messages unreadable. */
const MIN_KEY_LENGTH = 8;

/** Three weeks. Node's timers support at most 24.8 days. */
const MAX_DURATION_MS = 21 * 24 * 3_600_000;

/** Parses the text of a setting, undefined if it is not set. Throws the problem. */
type Parse<T> = (text: string | undefined) => T;

const PARSERS = {
  apiKey: parseKey,
  baseUrl: parseUrl,
  requestTimeout: duration(1, "30s"),
  taskTimeout: duration(1, "20m"),
  maxRetries: count(0, 20, 4),
  maxConcurrentRequests: count(1, 1000, 20),
  minPollInterval: duration(1, "100ms"),
  maxPollInterval: duration(1, "4m"),
  ifExists: oneOf<IfExists>(["fail", "adopt", "create"], SETTINGS.ifExists),
  deployment: oneOf<DeploymentSetting>(["auto", "full", "documented"], SETTINGS.deployment),
  previewReads: parseBoolean,
  logFile: (text) => text || undefined,
} satisfies Record<SettingName, Parse<unknown>>;

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
    // The log is a choice for one run: the environment comes first.
    const isChosen = setting === "logFile" && inherited !== undefined;
    const configured = isChosen ? undefined : source.get(key);
    const fallback = configured === undefined ? inherited : undefined;
    const name = fallback === undefined ? key : variable;
    return [setting, attempt(() => PARSERS[setting](configured ?? fallback), problems, name)];
  });
  const configuration: Configuration = Object.fromEntries(entries);
  if (configuration.minPollInterval > configuration.maxPollInterval)
    problems.push({ setting: "cloudplatform:minPollInterval", error: SETTINGS.pollOrder.error() });
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

function parseKey(text: string | undefined): string {
  if (text === undefined) throw SETTINGS.missingKey.error();
  if (!/^[\x21-\x7e]+$/.test(text)) throw SETTINGS.invalidKey.error();
  if (text.length < MIN_KEY_LENGTH) throw SETTINGS.shortKey.error();
  return text;
}

function parseUrl(text: string | undefined): string {
  if (text === undefined) throw SETTINGS.missingUrl.error();
  if (!/^https?:\/\//i.test(text)) throw SETTINGS.missingScheme.error();
  if (/\s/.test(text) || !URL.canParse(text)) throw SETTINGS.invalidUrl.error();
  const { username, password } = new URL(text);
  if (username || password) throw SETTINGS.urlHasCredentials.error();
  if (/[?#]/.test(text)) throw SETTINGS.urlHasQuery.error();
  return text.replace(/\/+$/, "");
}

function duration(lowest: number, fallback: string): Parse<number> {
  return (text = fallback) => {
    const ms = parseDuration(text);
    if (ms === undefined || ms < lowest)
      throw SETTINGS.invalidDuration.error({ lowest: formatDuration(lowest), example: fallback });
    if (ms > MAX_DURATION_MS)
      throw SETTINGS.durationTooLong.error({ longest: formatDuration(MAX_DURATION_MS) });
    return ms;
  };
}

function count(lowest: number, highest: number, fallback: number): Parse<number> {
  return (text = String(fallback)) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) return value;
    throw SETTINGS.invalidNumber.error({ lowest, highest, example: fallback });
  };
}

/** The first of the values is the default. */
function oneOf<T extends string>(values: readonly T[], invalid: ErrorDefinition<void>): Parse<T> {
  return (text = values[0]) => {
    const value = values.find((each) => each === text);
    if (value === undefined) throw invalid.error();
    return value;
  };
}

function parseBoolean(text: string | undefined): boolean {
  if (text === undefined || text === "true") return true;
  if (text === "false") return false;
  throw SETTINGS.previewReads.error();
}
