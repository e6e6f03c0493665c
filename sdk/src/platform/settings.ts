import { SETTINGS } from "../errors/configuration";
import { CodedError } from "../errors/definition";
import { formatDuration, parseDuration } from "../util/duration";
import { isLoopback } from "../util/ip";

/** How a creation handles an existing object of the same name: it fails, adopts it, or creates a second one. */
export type IfExists = "fail" | "adopt" | "create";

const MIN_DURATION_MS = 1;
/** Three weeks. Node's timers support at most 24.8 days. */
const MAX_DURATION_MS = 21 * 24 * 3_600_000;

/** Parses the text of a setting, undefined if it is not set. Throws the problem, which does not quote the text. */
type Parser<T> = (text: string | undefined) => T;

export const PARSERS = {
  apiKey: parseKey,
  baseUrl: parseUrl,
  requestTimeout: duration("30s"),
  taskTimeout: duration("20m"),
  maxRetries: count(0, 20, 4),
  maxConcurrentRequests: count(1, 1000, 20),
  ifExists: parseIfExists,
  previewReads: parseBoolean,
  logFile: (text) => text || undefined,
} satisfies Record<string, Parser<unknown>>;

export type SettingName = keyof typeof PARSERS;

/** The names of the settings, in `cloudplatform:<name>` and in the arguments of a Provider. */
export const SETTING_NAMES = Object.keys(PARSERS) as SettingName[];

/** The environment variables of the settings that have one. */
export const ENVIRONMENT_VARIABLES: Partial<Record<SettingName, string>> = {
  apiKey: "CLOUDPLATFORM_API_KEY",
  baseUrl: "CLOUDPLATFORM_BASE_URL",
  ifExists: "CLOUDPLATFORM_IF_EXISTS",
  previewReads: "CLOUDPLATFORM_PREVIEW_READS",
  logFile: "CLOUDPLATFORM_LOG",
};

/** Whether the key is sent in clear text over a network. */
export function isPlaintextHttp({ baseUrl }: { baseUrl: string }): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname);
}

/** What is wrong with a setting, or with the environment if no setting is named. */
export interface Problem {
  /** The config key, or the environment variable that has the value. */
  setting?: string;
  error: CodedError;
}

/** The settings are invalid. The message has one line for each problem, with what to do. Its code is that of the first. */
export class ConfigurationError extends CodedError {
  override name = "ConfigurationError";

  constructor(readonly problems: readonly Problem[]) {
    const lines = problems.map(({ setting, error }) =>
      setting ? `${setting} ${error.message}` : error.message,
    );
    super(problems[0]?.error.code ?? "", lines.join("\n"));
  }
}

function parseKey(text: string | undefined): string {
  if (text === undefined) throw SETTINGS.missingKey.error();
  if (!/^[\x21-\x7e]+$/.test(text)) throw SETTINGS.invalidKey.error();
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

function duration(fallback: string): Parser<number> {
  return (text = fallback) => {
    const ms = parseDuration(text);
    if (ms === undefined || ms < MIN_DURATION_MS)
      throw SETTINGS.invalidDuration.error({ lowest: formatDuration(MIN_DURATION_MS), example: fallback });
    if (ms > MAX_DURATION_MS)
      throw SETTINGS.durationTooLong.error({ longest: formatDuration(MAX_DURATION_MS) });
    return ms;
  };
}

function count(lowest: number, highest: number, fallback: number): Parser<number> {
  return (text = String(fallback)) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) return value;
    throw SETTINGS.invalidNumber.error({ lowest, highest, example: fallback });
  };
}

function parseIfExists(text = "fail"): IfExists {
  if (text === "fail" || text === "adopt" || text === "create") return text;
  throw SETTINGS.ifExists.error();
}

function parseBoolean(text: string | undefined): boolean {
  if (text === undefined || text === "true") return true;
  if (text === "false") return false;
  throw SETTINGS.previewReads.error();
}
