import type { Audience } from "../errors/audience";
import { CodedError } from "../errors/coded-error";
import { ENVIRONMENT_VARIABLES, type SettingName } from "./settings";

/** What is wrong with a setting, or with the environment if no setting is named. */
export interface Problem {
  setting?: SettingName;
  error: CodedError;
}

/** The settings are invalid. The message has one line for each problem, with what to do. */
export class ConfigurationError extends CodedError {
  override name = "ConfigurationError";
  /** The code of the first problem. */
  override readonly code: string;
  readonly #problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(lines(problems, "pulumi", ({ message }) => message));
    this.code = problems[0]?.error.code ?? "";
    this.#problems = problems;
  }

  override textFor(audience: Audience): string {
    return lines(this.#problems, audience, (error) => error.textFor(audience));
  }
}

function lines(
  problems: readonly Problem[],
  audience: Audience,
  textOf: (error: CodedError) => string,
): string {
  return problems
    .map(({ setting, error }) => (setting ? `${nameOf(setting, audience)} ${textOf(error)}` : textOf(error)))
    .join("\n");
}

/** A script has no configuration of a stack. */
function nameOf(setting: SettingName, audience: Audience): string {
  const variable = audience === "script" ? ENVIRONMENT_VARIABLES[setting] : undefined;
  return variable ?? `cloudplatform:${setting}`;
}
