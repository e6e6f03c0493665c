import { defineError } from "./definition";

const EXAMPLE = "such as https://api.example.com";

/** Errors of settings. Each message follows the name of the setting, or of its environment variable. Values are never quoted. */
export const SETTINGS = {
  missingKey: defineError({
    code: "api-key-missing",
    message: () => "is missing",
    advice:
      "Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY.",
    cause: "`cloudplatform:apiKey` is not set.",
  }),
  invalidKey: defineError({
    code: "api-key-invalid",
    message: () =>
      "is not a key: it is empty, or has spaces, line breaks or other characters that no key has",
    cause: "`cloudplatform:apiKey` was cut off or contains other text; a shell replaces an unquoted `$`.",
    remedy: "Set it again, in single quotes.",
  }),
  shortKey: defineError({
    code: "api-key-too-short",
    message: () => "is too short for a key: 8 characters or more",
    cause:
      "`cloudplatform:apiKey` was cut off, or has another value. A key that short could not be removed from error messages reliably.",
    remedy: "Set the whole key.",
  }),
  missingUrl: defineError({
    code: "base-url-missing",
    message: () => "is missing",
    advice:
      "Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL.",
    cause: "`cloudplatform:baseUrl` is not set, and has no default.",
  }),
  missingScheme: defineError({
    code: "base-url-without-scheme",
    message: () => `must begin with https:// (or http://), ${EXAMPLE}`,
    cause: "`cloudplatform:baseUrl` has no scheme.",
    remedy: "Set the whole URL.",
  }),
  invalidUrl: defineError({
    code: "base-url-invalid",
    message: () => `is not a valid address, ${EXAMPLE}`,
    cause: "`cloudplatform:baseUrl` has spaces, or an invalid host or port.",
    remedy: "Set a valid URL.",
  }),
  urlHasCredentials: defineError({
    code: "base-url-with-credentials",
    message: () => "must not hold a user name or password",
    advice: "The key goes into cloudplatform:apiKey (or CLOUDPLATFORM_API_KEY).",
    cause: "`cloudplatform:baseUrl` would show them in errors.",
  }),
  urlHasQuery: defineError({
    code: "base-url-with-query",
    message: () => `must not have a ? or # part, ${EXAMPLE}`,
    cause: "Paths are appended to `cloudplatform:baseUrl`.",
    remedy: "Remove it.",
  }),
  invalidDuration: defineError<{ lowest: string; example: string }>({
    code: "duration-invalid",
    message: ({ lowest, example }) => `must be a duration of ${lowest} or more, such as "${example}"`,
    cause: "The setting is a duration in Pulumi's notation.",
    remedy: "Set such a duration.",
  }),
  durationTooLong: defineError<{ longest: string }>({
    code: "duration-too-long",
    message: ({ longest }) => `must be a duration of ${longest} or less`,
    cause: "Node's timers have this maximum.",
    remedy: "Set a shorter duration.",
  }),
  invalidNumber: defineError<{ lowest: number | string; highest: number | string; example: number | string }>(
    {
      code: "number-invalid",
      message: ({ lowest, highest, example }) =>
        `must be a whole number from ${lowest} to ${highest}, such as ${example}`,
      cause: "The setting is a number.",
      remedy: "Set such a number.",
    },
  ),
  pollOrder: defineError({
    code: "poll-interval-order",
    message: () => "must not be longer than cloudplatform:maxPollInterval",
    cause: "`cloudplatform:minPollInterval` is the shortest pause between two polls.",
    remedy: "Change one of the two settings.",
  }),
  ifExists: defineError({
    code: "if-exists-invalid",
    message: () => 'must be "fail", "adopt" or "create"',
    cause: "`cloudplatform:ifExists` has another value.",
    remedy: "Set one of the three.",
  }),
  unknown: defineError<{ name: string; hint: string }>({
    code: "unknown-setting",
    message: ({ name, hint }) => `cloudplatform:${name} is not a setting of this package${hint}`,
    advice: "Correct the name in the configuration of the stack, or remove the setting.",
    cause:
      "The stack's configuration has a value under `cloudplatform:` that nothing uses. A misspelt setting has no effect.",
    remedy: "[Settings](configuration.md) lists all names.",
  }),
  unknownArgument: defineError<{ provider: string; name: string; hint: string }>({
    code: "unknown-provider-argument",
    message: ({ provider, name, hint }) =>
      `Provider "${provider}": ${name} is not an argument of a Provider${hint}`,
    cause:
      "The arguments of a `Provider` contain an unknown name. A misspelt `apiKey` would use the key of the stack.",
    remedy: "Correct the name. [Settings](configuration.md) lists all names.",
  }),
  proxy: defineError<{ variable: string }>({
    code: "proxy-variable-invalid",
    message: ({ variable }) =>
      `The environment variable ${variable} is not the address of a proxy, such as http://proxy.example.com:3128`,
    cause: "Only proxies with an `http://` or `https://` address are supported.",
    remedy: "Correct the variable, or list the platform's host in `NO_PROXY`.",
  }),
  logNotWritable: defineError<{ file: string; reason: string }>({
    code: "log-not-writable",
    severity: "warning",
    message: ({ file, reason }) => `the log ${file} cannot be written: ${reason}`,
    advice:
      "The run continues without a log. Correct CLOUDPLATFORM_LOG or cloudplatform:logFile: a relative path begins in the folder of the program.",
    cause:
      "The folder of the file does not exist, you may not write the file, or the disk is full. Printed once by each process of a run.",
  }),
  keyInClearText: defineError({
    code: "api-key-in-clear-text",
    severity: "warning",
    message: () => "the platform's address begins with http://, so the API key travels in clear text",
    advice:
      "Use https:// in cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL) where the platform is not on this machine.",
    cause: "Anyone on the network path can read the key. Printed once per run.",
  }),
};
