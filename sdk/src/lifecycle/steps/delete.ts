import { isMissing } from "../../platform/api/reply";
import { isRefusal, type Refusal } from "./refusal";

/** An object that still exists after a deletion, or may exist, and why. */
export interface Undeleted<L> {
  error: Refusal;
  left: L;
}

/**
 * Deletes an object. If the platform refuses, or says that something is missing, `find` decides: an object that does not
 * exist is deleted. Undefined if the object is deleted.
 */
export async function deleteObject<L extends { status: string }>(
  send: () => Promise<unknown>,
  find: () => Promise<L>,
): Promise<Undeleted<L> | undefined> {
  try {
    await send();
    return undefined;
  } catch (error) {
    if (!isMissing(error) && !isRefusal(error)) throw error;
    const left = await find();
    return left.status === "gone" ? undefined : { error, left };
  }
}
