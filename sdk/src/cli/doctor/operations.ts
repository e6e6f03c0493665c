import type { OptionalOperation, Reader } from "../../platform/api/api";
import { failureOf, NotOffered } from "../../platform/http/error";

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
  const path = name.replace(/^GET /, "").replace(/\{\w+\}/g, "1");
  const failure = await failureOf(get({ path, query }));
  if (failure instanceof NotOffered) return { is: "missing" };
  const status = failure?.status ?? 0;
  if (status === 401 || status === 403) return { is: "refused", status };
  const isAboutObject = [400, 404, 410, 422].includes(status);
  return failure && !isAboutObject ? { is: "unclear", reason: failure.summary } : { is: "available" };
}
