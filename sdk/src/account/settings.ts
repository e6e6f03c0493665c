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
