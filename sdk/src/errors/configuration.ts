import { defineError } from "./define-error";

const EXAMPLE = "such as https://api.example.com";

/** Errors of settings. Each message follows the setting's name: `cloudplatform:apiKey is missing: …`. Values are never quoted. */
export const SETTINGS = {
  missingKey: defineError({
    message: () =>
      "is missing: set it with `pulumi config set --secret cloudplatform:apiKey <KEY>` or in the environment variable CLOUDPLATFORM_API_KEY",
    cause: "`cloudplatform:apiKey` is not set.",
    remedy: "Set it, as the message says.",
  }),
  invalidKey: defineError({
    message: () =>
      "is not a key: it is empty, or has spaces, line breaks or other characters that no key has",
    cause: "`cloudplatform:apiKey` was cut off or contains other text; a shell replaces an unquoted `$`.",
    remedy: "Set it again, in single quotes.",
  }),
  shortKey: defineError({
    message: () => "is too short for a key: 8 characters or more",
    cause:
      "`cloudplatform:apiKey` was cut off, or has another value. A key that short could not be removed from error messages reliably.",
    remedy: "Set the whole key.",
  }),
  missingUrl: defineError({
    message: () =>
      "is missing: set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL",
    cause: "`cloudplatform:baseUrl` is not set, and has no default.",
    remedy: "Set it, as the message says.",
  }),
  missingScheme: defineError({
    message: () => `must begin with https:// (or http://), ${EXAMPLE}`,
    cause: "`cloudplatform:baseUrl` has no scheme.",
    remedy: "Set the whole URL.",
  }),
  invalidUrl: defineError({
    message: () => `is not a valid address, ${EXAMPLE}`,
    cause: "`cloudplatform:baseUrl` has spaces, or an invalid host or port.",
    remedy: "Set a valid URL.",
  }),
  urlHasCredentials: defineError({
    message: () => "must not hold a user name or password: the key goes into cloudplatform:apiKey",
    cause: "`cloudplatform:baseUrl` would show them in errors.",
    remedy: "Remove them.",
  }),
  urlHasQuery: defineError({
    message: () => `must not have a ? or # part, ${EXAMPLE}`,
    cause: "Paths are appended to `cloudplatform:baseUrl`.",
    remedy: "Remove it.",
  }),
  tooShort: defineError<{ lowest: string; example: string }>({
    message: ({ lowest, example }) => `must be a duration of ${lowest} or more, such as "${example}"`,
    cause: "The setting is a duration in Pulumi's notation.",
    remedy: "Set such a duration.",
  }),
  tooLong: defineError<{ longest: string }>({
    message: ({ longest }) => `must be a duration of ${longest} or less`,
    cause: "Node's timers have this maximum.",
    remedy: "Set a shorter duration.",
  }),
  count: defineError<{ lowest: number | string; highest: number | string; example: number | string }>({
    message: ({ lowest, highest, example }) =>
      `must be a whole number from ${lowest} to ${highest}, such as ${example}`,
    cause: "The setting is a number.",
    remedy: "Set such a number.",
  }),
  pollOrder: defineError({
    message: () => "must not be longer than cloudplatform:maxPollInterval",
    cause: "`cloudplatform:minPollInterval` is the shortest pause between two polls.",
    remedy: "Change one of the two settings.",
  }),
  ifExists: defineError({
    message: () => 'must be "fail", "adopt" or "create"',
    cause: "`cloudplatform:ifExists` has another value.",
    remedy: "Set one of the three.",
  }),
  proxy: defineError<{ variable: string }>({
    message: ({ variable }) =>
      `The environment variable ${variable} is not the address of a proxy, such as http://proxy.example.com:3128.`,
    cause: "Only proxies with an `http://` or `https://` address are supported.",
    remedy: "Correct the variable, or list the platform's host in `NO_PROXY`.",
  }),
  keyInClearText: defineError({
    message: () =>
      "cloudplatform:baseUrl begins with http://, so the API key travels in clear text: use https:// where the platform is not on this machine",
    cause: "Anyone on the network path can read the key. A warning, once per run.",
    remedy: "Use `https://`.",
  }),
};
