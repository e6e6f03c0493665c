import { CodedError } from "../errors/coded-error";

/** What is wrong with a setting, or with the environment if no setting is named. */
export interface Problem {
  /** The config key, or the environment variable that has the value. */
  setting?: string;
  error: CodedError;
}

/** The settings are invalid. The message has one line for each problem, with what to do. Its code is that of the first. */
export class ConfigurationError extends CodedError {
  override name = "ConfigurationError";

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ setting, error }) =>
      setting ? `${setting} ${error.message}` : error.message,
    );
    super(problems[0]?.error.code ?? "", lines.join("\n"));
  }
}
