import { z } from "zod";
import type { IfExists } from "../contract/resource";
import { SETTINGS } from "../errors/configuration";
import { proxyFor } from "../http/proxy";
import { formatDuration, parseDuration } from "../util/duration";
import { ConfigurationError } from "./configuration-error";
import { SETTING_NAMES, type SettingName } from "./settings";

/** Where the settings come from: the arguments of a Provider, or the stack's configuration. */
export interface ConfigSource {
  get(key: string): string | undefined;
}

export const EMPTY_SOURCE: ConfigSource = { get: () => undefined };

export interface Configuration extends Record<SettingName, string | number> {
  apiKey: string;
  baseUrl: string;
  requestTimeout: number;
  taskTimeout: number;
  maxRetries: number;
  maxConcurrentRequests: number;
  minPollInterval: number;
  maxPollInterval: number;
  ifExists: IfExists;
}

/** A shorter text occurs in replies by chance, so redacting it would make messages unreadable. */
const MIN_KEY_LENGTH = 8;

/** Three weeks. Node's timers support at most 24.8 days. */
const MAX_DURATION_MS = 21 * 24 * 3_600_000;

const duration = (lowest: number, fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= lowest && ms <= MAX_DURATION_MS) return ms;
      context.addIssue(
        ms !== undefined && ms > MAX_DURATION_MS
          ? SETTINGS.tooLong.message({ longest: formatDuration(MAX_DURATION_MS) })
          : SETTINGS.tooShort.message({ lowest: formatDuration(lowest), example: fallback }),
      );
      return z.NEVER;
    });

const count = (lowest: number, highest: number, fallback: number) => {
  const error = SETTINGS.count.message({ lowest, highest, example: fallback });
  return z
    .string()
    .regex(/^\d+$/, { error })
    .default(String(fallback))
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest, { error });
};

const Settings = z
  .object({
    apiKey: z
      .string({
        error: SETTINGS.missingKey.message(),
      })
      .regex(/^[\x21-\x7e]+$/, {
        error: SETTINGS.invalidKey.message(),
        abort: true,
      })
      .min(MIN_KEY_LENGTH, { error: SETTINGS.shortKey.message() }),
    baseUrl: z
      .string({
        error: SETTINGS.missingUrl.message(),
      })
      .superRefine((text, context) => {
        const problem = urlProblem(text);
        if (problem) context.addIssue(problem);
      })
      .transform((text) => text.replace(/\/+$/, "")),
    requestTimeout: duration(1, "30s"),
    taskTimeout: duration(1, "20m"),
    maxRetries: count(0, 20, 4),
    maxConcurrentRequests: count(1, 1000, 20),
    minPollInterval: duration(1, "500ms"),
    maxPollInterval: duration(1, "15s"),
    ifExists: z.enum(["fail", "adopt", "create"], { error: SETTINGS.ifExists.message() }).default("fail"),
  })
  .refine((settings) => settings.minPollInterval <= settings.maxPollInterval, {
    path: ["minPollInterval"],
    error: SETTINGS.pollOrder.message(),
  });

const ENVIRONMENT_VARIABLES: Partial<Record<keyof Configuration, string>> = {
  apiKey: "CLOUDPLATFORM_API_KEY",
  baseUrl: "CLOUDPLATFORM_BASE_URL",
  ifExists: "CLOUDPLATFORM_IF_EXISTS",
};

/** Reads and checks all settings. Errors quote no value, because the key may be in the wrong setting. */
export function readConfiguration(
  source: ConfigSource,
  environment: NodeJS.ProcessEnv = process.env,
): Configuration {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const variable = ENVIRONMENT_VARIABLES[name];
      return [
        name,
        source.get(`cloudplatform:${name}`) ?? ((variable && environment[variable]) || undefined),
      ];
    }),
  );
  const parsed = Settings.safeParse(given);
  if (parsed.success) {
    checkProxy(parsed.data.baseUrl, environment);
    return parsed.data;
  }
  throw new ConfigurationError(
    parsed.error.issues.map((issue) => `cloudplatform:${issue.path.join(".")} ${issue.message}.`).join("\n"),
  );
}

function checkProxy(baseUrl: string, environment: NodeJS.ProcessEnv): void {
  try {
    proxyFor(baseUrl, environment);
  } catch (error) {
    throw new ConfigurationError((error as Error).message);
  }
}

function urlProblem(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text)) return SETTINGS.missingScheme.message();
  if (/\s/.test(text) || !URL.canParse(text)) return SETTINGS.invalidUrl.message();
  const { username, password } = new URL(text);
  if (username || password) return SETTINGS.urlHasCredentials.message();
  return /[?#]/.test(text) ? SETTINGS.urlHasQuery.message() : undefined;
}
