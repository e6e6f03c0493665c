import type { Reader } from "../../platform/api/api";
import type { Query } from "../../platform/api/pages";
import { failureOf, NotOffered } from "../../platform/http/error";
import { OPERATIONS, type Operation } from "../../platform/http/operations";

/** By the class: what keeps the replies small. */
const QUERIES: Record<string, Query> = {
  EdgeGroupMembership: { group__incl: 1, client_id: 1 },
  QuotaLimitRequest: { limit: 1 },
  Router: { limit: 1 },
};

export type Availability =
  | { is: "available" | "missing" }
  /** The operation exists, and the key must not use it. */
  | { is: "refused"; status: number }
  | { is: "unclear"; reason: string };

/** The first operation that reads objects of a class. Absent if each deployment can read them, or none. */
export function readOperationOf(type: string): Operation | undefined {
  const reads = OPERATIONS.filter(({ name, isDocumented }) => !isDocumented && name.startsWith("GET "));
  return reads.find(({ users }) => users[0] === type);
}

/** Finds out whether a deployment has an undocumented operation. The object need not exist. */
export async function availabilityOf({ get }: Reader, { name, users }: Operation): Promise<Availability> {
  const path = name.replace(/^GET /, "").replace(/\{\w+\}/g, "1");
  const failure = await failureOf(get({ path, query: QUERIES[users[0] ?? ""] ?? {} }));
  if (failure instanceof NotOffered) return { is: "missing" };
  const status = failure?.status ?? 0;
  if (status === 401 || status === 403) return { is: "refused", status };
  const isAboutObject = [400, 404, 410, 422].includes(status);
  return failure && !isAboutObject ? { is: "unclear", reason: failure.summary } : { is: "available" };
}
