import type { Read } from "../../platform/api/pages";
import { isMissing } from "../../platform/api/reply";
import { isRefusal, type Refusal } from "./refusal";

/** An object that still exists after a deletion, or may exist, and why. */
export interface Undeleted<T> {
  error: Refusal;
  left: T | "unreadable";
}

/**
 * Deletes an object. If the platform refuses, or says that something is missing, `find` decides: an object that does not
 * exist is deleted. Undefined if the object is deleted.
 */
export async function deleteObject<T>(
  send: () => Promise<unknown>,
  find: () => Promise<Read<T>>,
): Promise<Undeleted<T> | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const left = await find();
    return left === "gone" ? undefined : { error, left };
  }
}
