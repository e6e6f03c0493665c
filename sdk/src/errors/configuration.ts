import { defineError } from "./definition";

const EXAMPLE = "such as https://api.example.com";

/** Errors of settings. Each message follows the name of the setting, or of its environment variable. Values are never quoted. */
export const SETTINGS = {
  /** `cloudplatform:apiKey` is not set. */
  missingKey: defineError({
    code: "api-key-missing",
    message: () => "is missing",
    advice:
      "Set it with `pulumi config set --secret cloudplatform:apiKey`, which asks for the key, or in the environment variable CLOUDPLATFORM_API_KEY.",
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
  /**
   * `cloudplatform:apiKey` was cut off, or has another value. A key that short could not be removed from error messages
   * reliably.
   *
   * What to do: Set the whole key.
   */
  shortKey: defineError({
    code: "api-key-too-short",
    message: () => "is too short for a key: 8 characters or more",
  }),
  /** `cloudplatform:baseUrl` is not set, and has no default. */
  missingUrl: defineError({
    code: "base-url-missing",
    message: () => "is missing",
    advice:
      "Set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL.",
  }),
  /**
   * `cloudplatform:baseUrl` has no scheme.
   *
   * What to do: Set the whole URL.
   */
  missingScheme: defineError({
    code: "base-url-without-scheme",
    message: () => `must begin with https:// (or http://), ${EXAMPLE}`,
  }),
  /**
   * `cloudplatform:baseUrl` has spaces, or an invalid host or port.
   *
   * What to do: Set a valid URL.
   */
  invalidUrl: defineError({
    code: "base-url-invalid",
    message: () => `is not a valid address, ${EXAMPLE}`,
  }),
  /** `cloudplatform:baseUrl` would show them in errors. */
  urlHasCredentials: defineError({
    code: "base-url-with-credentials",
    message: () => "must not hold a user name or password",
    advice: "The key goes into cloudplatform:apiKey (or CLOUDPLATFORM_API_KEY).",
  }),
  /**
   * Paths are appended to `cloudplatform:baseUrl`.
   *
   * What to do: Remove it.
   */
  urlHasQuery: defineError({
    code: "base-url-with-query",
    message: () => `must not have a ? or # part, ${EXAMPLE}`,
  }),
  /**
   * The setting is a duration in Pulumi's notation.
   *
   * What to do: Set such a duration.
   */
  invalidDuration: defineError<{ lowest: string; example: string }>({
    code: "duration-invalid",
    message: ({ lowest, example }) => `must be a duration of ${lowest} or more, such as "${example}"`,
  }),
  /**
   * Node's timers have this maximum.
   *
   * What to do: Set a shorter duration.
   */
  durationTooLong: defineError<{ longest: string }>({
    code: "duration-too-long",
    message: ({ longest }) => `must be a duration of ${longest} or less`,
  }),
  /**
   * The setting is a number.
   *
   * What to do: Set such a number.
   */
  invalidNumber: defineError<{ lowest: number | string; highest: number | string; example: number | string }>(
    {
      code: "number-invalid",
      message: ({ lowest, highest, example }) =>
        `must be a whole number from ${lowest} to ${highest}, such as ${example}`,
    },
  ),
  /**
   * `cloudplatform:minPollInterval` is the shortest pause between two polls.
   *
   * What to do: Change one of the two settings.
   */
  pollOrder: defineError({
    code: "poll-interval-order",
    message: () => "must not be longer than cloudplatform:maxPollInterval",
  }),
  /**
   * `cloudplatform:ifExists` has another value.
   *
   * What to do: Set one of the three.
   */
  ifExists: defineError({
    code: "if-exists-invalid",
    message: () => 'must be "fail", "adopt" or "create"',
  }),
  /**
   * `cloudplatform:deployment` has another value.
   *
   * What to do: Set one of the three. `npx pulumi-cloudplatform doctor` shows which one is right.
   */
  deployment: defineError({
    code: "deployment-invalid",
    message: () => 'must be "auto", "full" or "documented"',
  }),
  /**
   * `cloudplatform:previewReads` has another value.
   *
   * What to do: Set one of the two.
   */
  previewReads: defineError({
    code: "preview-reads-invalid",
    message: () => 'must be "true" or "false"',
  }),
  /**
   * The stack's configuration has a value under `cloudplatform:` that nothing uses. A misspelt setting has no effect.
   *
   * What to do: [Settings](configuration.md) lists all names.
   */
  unknown: defineError<{ name: string; hint: string }>({
    code: "unknown-setting",
    message: ({ name, hint }) => `cloudplatform:${name} is not a setting of this package${hint}`,
    advice: "Correct the name in the configuration of the stack, or remove the setting.",
  }),
  /**
   * The arguments of a `Provider` contain an unknown name. A misspelt `apiKey` would use the key of the stack.
   *
   * What to do: Correct the name. [Settings](configuration.md) lists all names.
   */
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
  /**
   * A warning. The folder of the file does not exist, you may not write the file, or the disk is full. Printed once by
   * each process of a run.
   */
  logNotWritable: defineError<{ file: string; reason: string }>({
    code: "log-not-writable",
    message: ({ file, reason }) => `the log ${file} cannot be written: ${reason}`,
    advice:
      "The run continues without a log. Correct CLOUDPLATFORM_LOG or cloudplatform:logFile: a relative path begins in the folder of the program.",
  }),
  /** A warning. Anyone on the network path can read the key. Printed once per run. */
  keyInClearText: defineError({
    code: "api-key-in-clear-text",
    message: () => "the platform's address begins with http://, so the API key travels in clear text",
    advice:
      "Use https:// in cloudplatform:baseUrl (or CLOUDPLATFORM_BASE_URL) where the platform is not on this machine.",
  }),
};
