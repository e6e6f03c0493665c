import type { OptionalOperation, Reader } from "../../platform/api/api";
import { isMissing } from "../../platform/evidence/answers";
import { NotOffered, PlatformError, summaryOf } from "../../platform/http/error";

export type Availability =
  | { is: "available" | "missing" }
  /** The operation exists, and the key must not use it. */
  | { is: "refused"; status: number }
  | { is: "unclear"; reason: string };

/** Finds out whether a deployment has an undocumented operation. The object need not exist. */
export async function availabilityOf(
  { get }: Reader,
  { name, query = {} }: OptionalOperation,
): Promise<Availability> {
  try {
    await get({ path: name.replace(/^GET /, "").replace(/\{\w+\}/g, "1"), query });
    return { is: "available" };
  } catch (failure) {
    if (!(failure instanceof PlatformError)) throw failure;
    if (failure instanceof NotOffered) return { is: "missing" };
    const { status = 0 } = failure;
    if (status === 401 || status === 403) return { is: "refused", status };
    const isAboutObject = isMissing(failure) || status === 400 || status === 422;
    return isAboutObject ? { is: "available" } : { is: "unclear", reason: summaryOf(failure) };
  }
}
