import { z } from "zod";
import type { IfExists } from "../contract/resource";
import { SETTINGS } from "../errors/configuration";
import { proxyFor } from "../http/proxy";
import { formatDuration, parseDuration } from "../util/duration";
import { ConfigurationError } from "./configuration-error";
import { SETTING_NAMES, type SettingName } from "./settings";

/** Where the settings come from: the arguments of a Provider instance, or else the stack's configuration. */
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

/** Three weeks: timers take no more. */
const LONGEST = 21 * 24 * 3_600_000;

const duration = (lowest: number, fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= lowest && ms <= LONGEST) return ms;
      context.addIssue(
        ms !== undefined && ms > LONGEST
          ? SETTINGS.tooLong.says({ longest: formatDuration(LONGEST) })
          : SETTINGS.tooShort.says({ lowest: formatDuration(lowest), example: fallback }),
      );
      return z.NEVER;
    });

const count = (lowest: number, highest: number, fallback: number) => {
  const error = SETTINGS.count.says({ lowest, highest, example: fallback });
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
        error: SETTINGS.noKey.says(),
      })
      .regex(/^[\x21-\x7e]+$/, {
        error: SETTINGS.badKey.says(),
      }),
    baseUrl: z
      .string({
        error: SETTINGS.noUrl.says(),
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
    ifExists: z.enum(["fail", "adopt", "create"], { error: SETTINGS.ifExists.says() }).default("fail"),
  })
  .refine((settings) => settings.minPollInterval <= settings.maxPollInterval, {
    path: ["minPollInterval"],
    error: SETTINGS.pollOrder.says(),
  });

const ENVIRONMENT: Partial<Record<keyof Configuration, string>> = {
  apiKey: "CLOUDPLATFORM_API_KEY",
  baseUrl: "CLOUDPLATFORM_BASE_URL",
  ifExists: "CLOUDPLATFORM_IF_EXISTS",
};

/** Reads and checks all settings. No value is ever quoted: one of them is the key, and people mix them up. */
export function readConfiguration(
  source: ConfigSource,
  environment: NodeJS.ProcessEnv = process.env,
): Configuration {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => {
      const variable = ENVIRONMENT[name];
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
  if (!/^https?:\/\//i.test(text)) return SETTINGS.noScheme.says();
  if (/\s/.test(text) || !URL.canParse(text)) return SETTINGS.noAddress.says();
  const { username, password } = new URL(text);
  if (username || password) return SETTINGS.credentials.says();
  return /[?#]/.test(text) ? SETTINGS.query.says() : undefined;
}
