/** The settings are invalid. The message has one line for each problem, with what to do. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}
