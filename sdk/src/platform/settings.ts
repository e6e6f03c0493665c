import { CodedError } from "../errors/definition";
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
  "deployment",
  "previewReads",
  "logFile",
] as const;

export type SettingName = (typeof SETTING_NAMES)[number];

/** The environment variables of the settings that have one. */
export const ENVIRONMENT_VARIABLES: Partial<Record<SettingName, string>> = {
  apiKey: "CLOUDPLATFORM_API_KEY",
  baseUrl: "CLOUDPLATFORM_BASE_URL",
  ifExists: "CLOUDPLATFORM_IF_EXISTS",
  previewReads: "CLOUDPLATFORM_PREVIEW_READS",
  logFile: "CLOUDPLATFORM_LOG",
};

/** How a creation handles an existing object of the same name: it fails, adopts it, or creates a second one. */
export type IfExists = "fail" | "adopt" | "create";

/** Whether the key is sent in clear text over a network. */
export function isPlaintextHttp({ baseUrl }: { baseUrl: string }): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname);
}

/** What is wrong with a setting, or with the environment if no setting is named. */
export interface Problem {
  /** The config key, or the environment variable that has the value. */
  setting?: string;
  error: CodedError;
}

/** The settings are invalid. The message has one line for each problem, with what to do. Its code is that of the first. */
export class ConfigurationError extends CodedError {
  override name = "ConfigurationError";

  constructor(readonly problems: readonly Problem[]) {
    const lines = problems.map(({ setting, error }) =>
      setting ? `${setting} ${error.message}` : error.message,
    );
    super(problems[0]?.error.code ?? "", lines.join("\n"));
  }
}
