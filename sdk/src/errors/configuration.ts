import { nearest } from "../util/nearest";
import { type CodedError, defineError } from "./definition";
import { didYouMean } from "./inputs";

const EXAMPLE = "such as https://api.example.com";

const OF_LAST_UP =
  " A refresh and `pulumi destroy` use the settings of the last `pulumi up`: if they are set already, add --run-program.";

/** Errors of settings. Each message follows the name of the setting, or of its environment variable. Values are never quoted. */
export const SETTINGS = {
  /** `cloudplatform:apiKey` is not set. */
  missingKey: defineError({
    code: "api-key-missing",
    message: () => "is missing",
    advice:
      "Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY." +
      OF_LAST_UP,
  }),
  /**
   * `cloudplatform:apiKey` was cut off or contains other text; a shell replaces an unquoted `$`.
   *
   * What to do: Set it again, in single quotes.
   */
  invalidKey: defineError({
    code: "api-key-invalid",
    message: () =>
      "is not a key: it is empty, or has spaces, line breaks or other characters that no key has",
  }),
  shortKey: defineError({
    code: "api-key-not-masked",
    message: () => "the API key has less than 8 characters, so it is not masked where the platform quotes it",
    advice: "Check that cloudplatform:apiKey (or CLOUDPLATFORM_API_KEY) is the whole key.",
  }),
  /** `cloudplatform:baseUrl` is not set, and has no default. */
  missingUrl: defineError({
    code: "base-url-missing",
    message: () => "is missing",
    advice:
      "Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL." +
      OF_LAST_UP,
  }),
  missingScheme: defineError({
    code: "base-url-without-scheme",
    message: () => `must begin with https:// (or http://), ${EXAMPLE}`,
  }),
  invalidUrl: defineError({
    code: "base-url-invalid",
    message: () => `is not a valid address, ${EXAMPLE}`,
  }),
  urlHasCredentials: defineError({
    code: "base-url-with-credentials",
    message: () => "must not hold a user name or password",
    advice: "The key goes into cloudplatform:apiKey (or CLOUDPLATFORM_API_KEY).",
  }),
  urlHasQuery: defineError({
    code: "base-url-with-query",
    message: () => `must not have a ? or # part, ${EXAMPLE}`,
  }),
  invalidDuration: defineError<{ lowest: string; example: string }>({
    code: "duration-invalid",
    message: ({ lowest, example }) => `must be a duration of ${lowest} or more, such as "${example}"`,
  }),
  durationTooLong: defineError<{ longest: string }>({
    code: "duration-too-long",
    message: ({ longest }) => `must be a duration of ${longest} or less`,
  }),
  invalidNumber: defineError<{ lowest: number | string; highest: number | string; example: number | string }>(
    {
      code: "number-invalid",
      message: ({ lowest, highest, example }) =>
        `must be a whole number from ${lowest} to ${highest}, such as ${example}`,
    },
  ),
  ifExists: defineError({
    code: "if-exists-invalid",
    message: () => 'must be "fail", "adopt" or "create"',
  }),
  previewReads: defineError({
    code: "preview-reads-invalid",
    message: () => 'must be "true" or "false"',
  }),
  unknown: defineError<{ name: string; hint: string }>({
    code: "unknown-setting",
    message: ({ name, hint }) => `cloudplatform:${name} is not a setting of this package${hint}`,
    advice: "Correct the name in the configuration of the stack, or remove the setting.",
  }),
  unknownArgument: defineError<{ provider: string; name: string; hint: string }>({
    code: "unknown-provider-argument",
    message: ({ provider, name, hint }) =>
      `Provider "${provider}": ${name} is not an argument of a Provider${hint}`,
  }),
  /**
   * Only proxies with an `http://` or `https://` address are supported.
   *
   * What to do: Correct the variable, or list the platform's host in `NO_PROXY`.
   */
  proxy: defineError<{ variable: string }>({
    code: "proxy-variable-invalid",
    message: ({ variable }) =>
      `The environment variable ${variable} is not the address of a proxy, such as http://proxy.example.com:3128`,
  }),
  logNotWritable: defineError<{ file: string; reason: string }>({
    code: "log-not-writable",
    message: ({ file, reason }) => `the log ${file} cannot be written: ${reason}`,
    advice:
      "The run continues without a log. Correct CLOUDPLATFORM_LOG or cloudplatform:logFile: a relative path begins in the folder of the program.",
  }),
  keyInClearText: defineError({
    code: "api-key-in-clear-text",
    message: () => "the platform's address begins with http://, so the API key travels in clear text",
    advice:
      "Use https:// in cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL) where the platform is not on this machine.",
  }),
};

/** An error for each name that is not a known one: in the configuration of the stack, or in the arguments of this provider. */
export function unknownSettings(
  names: readonly string[],
  known: readonly string[],
  provider?: string,
): CodedError[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const facts = { name, hint: didYouMean(nearest(name, known)) };
      return provider === undefined
        ? SETTINGS.unknown.error(facts)
        : SETTINGS.unknownArgument.error({ ...facts, provider });
    });
}
