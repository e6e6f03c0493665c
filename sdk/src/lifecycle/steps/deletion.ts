import { isMissing } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import { TaskFailed } from "../../platform/tasks/task";

/** An object that still exists after a deletion, or may exist, and why. */
export interface Undeleted<L> {
  error: PlatformError | TaskFailed;
  left: L;
}

/**
 * Deletes an object. If the platform refuses, or says that something is missing, `find` decides: an object that does not
 * exist is deleted. Undefined if the object is deleted.
 */
export async function deleteObject<L extends { is: string }>(
  send: () => Promise<unknown>,
  find: () => Promise<L>,
): Promise<Undeleted<L> | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const left = await find();
    return left.is === "gone" ? undefined : { error, left };
  }
}

/** Whether the platform refused a change, in its reply or by its task. */
export function isRefusal(error: unknown): error is PlatformError | TaskFailed {
  if (error instanceof TaskFailed) return true;
  return error instanceof PlatformError && [400, 403, 409, 422].includes(error.status ?? 0);
}

/** The text of a refusal, with the names of the fields that it is about. */
export function refusalText(error: PlatformError | TaskFailed): string {
  return error instanceof PlatformError
    ? `${error.reason} ${JSON.stringify(error.fields)}`
    : (error.task.error ?? "");
}
