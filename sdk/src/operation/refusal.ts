import { isDefect } from "../errors/defect";
import { PlatformError } from "../platform/http/error";
import { TaskFailed } from "../platform/tasks/task";

/** A failed change: refused, or answered "not found", or without an answer. */
export type Failure = PlatformError | TaskFailed;

/** Whether the platform may have carried out a request that failed. */
export function isOutcomeUnknown(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.mayHaveTakenEffect;
}

/** Whether the platform has certainly not carried out a request. A defect may have hidden its reply. */
export function isCertainlyNotCarriedOut(error: unknown): boolean {
  return !isOutcomeUnknown(error) && !isDefect(error);
}

/** A refusal for each reason that is asked for, to learn what a step would do then. */
export const ANY_REFUSAL = new TaskFailed({ id: "", state: "ERROR", created: {} });

export function isRefusal(error: unknown): error is Failure {
  if (error instanceof TaskFailed) return true;
  return error instanceof PlatformError && [400, 403, 409, 422].includes(error.status ?? 0);
}

export function refuses(error: Failure, sentences: RegExp): boolean {
  return isRefusal(error) && says(error, sentences);
}

/**
 * Whether a failure says one of these sentences. Where the interface does not describe how the platform refuses a request, only
 * the text shows the reason. Single words may stand in any sentence, so only whole sentences count.
 */
export function says(error: Failure, sentences: RegExp): boolean {
  return error === ANY_REFUSAL || textsOf(error).some((text) => sentences.test(text));
}

/** Matches a whole sentence of one of these forms, in lower case. */
export function sentencesOf(forms: string[]): RegExp {
  return new RegExp(`^(?:${forms.join("|")})$`);
}

/** The sentences of a refusal, in lower case and without quotes and the full stop. */
function textsOf(error: Failure): string[] {
  const texts =
    error instanceof PlatformError
      ? [error.reason, ...Object.values(error.fields).flat()]
      : [error.task.error ?? ""];
  return texts.map((text) =>
    text
      .toLowerCase()
      .replace(/["`]/g, "")
      .replace(/[\s.!]+$/, "")
      .trim(),
  );
}
