/** The settings are not usable: one sentence each on what is wrong and how to put it right. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}
