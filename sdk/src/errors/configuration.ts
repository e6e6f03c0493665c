import { defineError } from "./define-error";

const EXAMPLE = "such as https://api.example.com";

/** What is wrong with a setting, said after its name: `cloudplatform:apiKey is missing: …`. Values are never quoted. */
export const SETTINGS = {
  missingKey: defineError({
    message: () =>
      "is missing: set it with `pulumi config set --secret cloudplatform:apiKey <KEY>` or in the environment variable CLOUDPLATFORM_API_KEY",
    cause: "`cloudplatform:apiKey` is set nowhere.",
    remedy: "Set it, as the sentence says.",
  }),
  invalidKey: defineError({
    message: () =>
      "is not a key: it is empty, or has spaces, line breaks or other characters that no key has",
    cause: "`cloudplatform:apiKey` was cut off or has something beside it; shells eat a `$`.",
    remedy: "Set it again, in single quotes.",
  }),
  shortKey: defineError({
    message: () => "is too short for a key: 8 characters or more",
    cause:
      "`cloudplatform:apiKey` was cut off, or is something else. A text that short could not be told from others and kept out of errors.",
    remedy: "Set the whole key.",
  }),
  missingUrl: defineError({
    message: () =>
      "is missing: set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL",
    cause: "`cloudplatform:baseUrl` is set nowhere, and has no default.",
    remedy: "Set it, as the sentence says.",
  }),
  missingScheme: defineError({
    message: () => `must begin with https:// (or http://), ${EXAMPLE}`,
    cause: "`cloudplatform:baseUrl` is a name alone.",
    remedy: "Write the whole address.",
  }),
  invalidUrl: defineError({
    message: () => `is not an address, ${EXAMPLE}`,
    cause: "`cloudplatform:baseUrl` has spaces, or a host or port that cannot be.",
    remedy: "Write an address.",
  }),
  urlHasCredentials: defineError({
    message: () => "must not hold a user name or password: the key goes into cloudplatform:apiKey",
    cause: "`cloudplatform:baseUrl` would show them in errors.",
    remedy: "Take them out.",
  }),
  urlHasQuery: defineError({
    message: () => `must not have a ? or # part, ${EXAMPLE}`,
    cause: "Paths are put behind `cloudplatform:baseUrl`.",
    remedy: "Take it off.",
  }),
  tooShort: defineError<{ lowest: string; example: string }>({
    message: ({ lowest, example }) => `must be a duration of ${lowest} or more, such as "${example}"`,
    cause: "The setting is a duration, as Pulumi writes them.",
    remedy: "Write one.",
  }),
  tooLong: defineError<{ longest: string }>({
    message: ({ longest }) => `must be a duration of ${longest} or less`,
    cause: "Timers take no more.",
    remedy: "Write a shorter one.",
  }),
  count: defineError<{ lowest: number | string; highest: number | string; example: number | string }>({
    message: ({ lowest, highest, example }) =>
      `must be a whole number from ${lowest} to ${highest}, such as ${example}`,
    cause: "The setting counts something.",
    remedy: "Write such a number.",
  }),
  pollOrder: defineError({
    message: () => "must not be longer than cloudplatform:maxPollInterval",
    cause: "`cloudplatform:minPollInterval` is the shortest pause between two looks.",
    remedy: "Change one of the two.",
  }),
  ifExists: defineError({
    message: () => 'must be "fail", "adopt" or "create"',
    cause: "`cloudplatform:ifExists` is one of three words.",
    remedy: "Write one of them.",
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
    cause: "Whoever is in between can read the key. A warning, once a run.",
    remedy: "Use `https://`.",
  }),
};
