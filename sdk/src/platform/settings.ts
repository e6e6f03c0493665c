import { isLoopback } from "../util/ip";

/** The names of the settings, in `cloudplatform:<name>` and in the arguments of a Provider. */
export const SETTING_NAMES = [
  "apiKey",
  "baseUrl",
  "requestTimeout",
  "taskTimeout",
  "maxRetries",
  "maxConcurrentRequests",
  "minPollInterval",
  "maxPollInterval",
  "ifExists",
] as const;

export type SettingName = (typeof SETTING_NAMES)[number];

/** The environment variables of the settings that have one. */
export const ENVIRONMENT_VARIABLES: Partial<Record<SettingName, string>> = {
  apiKey: "CLOUDPLATFORM_API_KEY",
  baseUrl: "CLOUDPLATFORM_BASE_URL",
  ifExists: "CLOUDPLATFORM_IF_EXISTS",
};

/** How a creation handles an existing object of the same name: it fails, adopts it, or creates a second one. */
export type IfExists = "fail" | "adopt" | "create";

/** Whether the key is sent in clear text over a network. */
export function isPlaintextHttp({ baseUrl }: { baseUrl: string }): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname);
}
