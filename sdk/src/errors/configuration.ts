import { entry } from "./entry";

const EXAMPLE = "such as https://api.example.com";

/** What is wrong with a setting, said after its name: `cloudplatform:apiKey is missing: …`. Values are never quoted. */
export const SETTINGS = {
  noKey: entry({
    says: () =>
      "is missing: set it with `pulumi config set --secret cloudplatform:apiKey <KEY>` or in the environment variable CLOUDPLATFORM_API_KEY",
    why: "`cloudplatform:apiKey` is set nowhere.",
    remedy: "Set it, as the sentence says.",
  }),
  badKey: entry({
    says: () => "is not a key: it is empty, or has spaces, line breaks or other characters that no key has",
    why: "`cloudplatform:apiKey` was cut off or has something beside it; shells eat a `$`.",
    remedy: "Set it again, in single quotes.",
  }),
  noUrl: entry({
    says: () =>
      "is missing: set it with `pulumi config set cloudplatform:baseUrl https://api.example.com` or in the environment variable CLOUDPLATFORM_BASE_URL",
    why: "`cloudplatform:baseUrl` is set nowhere, and has no default.",
    remedy: "Set it, as the sentence says.",
  }),
  noScheme: entry({
    says: () => `must begin with https:// (or http://), ${EXAMPLE}`,
    why: "`cloudplatform:baseUrl` is a name alone.",
    remedy: "Write the whole address.",
  }),
  noAddress: entry({
    says: () => `is not an address, ${EXAMPLE}`,
    why: "`cloudplatform:baseUrl` has spaces, or a host or port that cannot be.",
    remedy: "Write an address.",
  }),
  credentials: entry({
    says: () => "must not hold a user name or password: the key goes into cloudplatform:apiKey",
    why: "`cloudplatform:baseUrl` would show them in errors.",
    remedy: "Take them out.",
  }),
  query: entry({
    says: () => `must not have a ? or # part, ${EXAMPLE}`,
    why: "Paths are put behind `cloudplatform:baseUrl`.",
    remedy: "Take it off.",
  }),
  tooShort: entry<{ lowest: string; example: string }>({
    says: ({ lowest, example }) => `must be a duration of ${lowest} or more, such as "${example}"`,
    why: "The setting is a duration, as Pulumi writes them.",
    remedy: "Write one.",
  }),
  tooLong: entry<{ longest: string }>({
    says: ({ longest }) => `must be a duration of ${longest} or less`,
    why: "Timers take no more.",
    remedy: "Write a shorter one.",
  }),
  count: entry<{ lowest: number | string; highest: number | string; example: number | string }>({
    says: ({ lowest, highest, example }) =>
      `must be a whole number from ${lowest} to ${highest}, such as ${example}`,
    why: "The setting counts something.",
    remedy: "Write such a number.",
  }),
  pollOrder: entry({
    says: () => "must not be longer than cloudplatform:maxPollInterval",
    why: "`cloudplatform:minPollInterval` is the shortest pause between two looks.",
    remedy: "Change one of the two.",
  }),
  ifExists: entry({
    says: () => 'must be "fail", "adopt" or "create"',
    why: "`cloudplatform:ifExists` is one of three words.",
    remedy: "Write one of them.",
  }),
  proxy: entry<{ variable: string }>({
    says: ({ variable }) =>
      `The environment variable ${variable} is not the address of a proxy, such as http://proxy.example.com:3128.`,
    why: "Only proxies with an `http://` or `https://` address are supported.",
    remedy: "Correct the variable, or list the platform's host in `NO_PROXY`.",
  }),
  exposed: entry({
    says: () =>
      "cloudplatform:baseUrl begins with http://, so the API key travels in clear text: use https:// where the platform is not on this machine",
    why: "Whoever is in between can read the key. A warning, once a run.",
    remedy: "Use `https://`.",
  }),
};
