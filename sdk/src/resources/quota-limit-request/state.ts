import { createHash } from "node:crypto";
import type { LongId } from "../../api/ids";
import type { LimitRequestRecord } from "../../api/quotas";
import { contentOf, requestedLimitsOf, sameLimits, sameText } from "./body";
import type { LimitRequestInputs, RequestedLimits } from "./schema";

/** What the state holds of a request. Where requests cannot be listed, no more than what was asked for. */
export interface LimitRequestState {
  description: string;
  requestedLimits: RequestedLimits;
  waitForDecision?: boolean;
  requestId?: LongId;
  status?: string;
  createdAt?: string;
  updatedAt?: string;
}

export function askedFor({
  description,
  requestedLimits,
  waitForDecision,
}: LimitRequestInputs): LimitRequestState {
  return { description, requestedLimits, ...(waitForDecision !== undefined && { waitForDecision }) };
}

/** What the platform tells now. What was asked for stays written as it is declared where it is the same, or not told. */
export function stateOf(record: LimitRequestRecord, before: LimitRequestState): LimitRequestState {
  const requestedLimits = requestedLimitsOf(record.requested_limits);
  const same = record.requested_limits == null || sameLimits(requestedLimits, before.requestedLimits);
  return {
    ...before,
    description: sameText(before.description, record.description ?? undefined)
      ? before.description
      : (record.description ?? before.description),
    requestedLimits: same ? before.requestedLimits : requestedLimits,
    requestId: record.id,
    ...(record.status != null && { status: record.status }),
    ...(record.created_at != null && { createdAt: record.created_at }),
    ...(record.updated_at != null && { updatedAt: record.updated_at }),
  };
}

/** A request whose id the platform does not tell is known by what it asks for. */
const UNLISTED = "unlisted-";

export function unlistedId(inputs: LimitRequestInputs): string {
  return UNLISTED + createHash("sha256").update(contentOf(inputs)).digest("hex").slice(0, 7);
}

/** The platform's id of the request, where it is known. */
export function requestIdOf(id: string, { requestId }: Partial<LimitRequestState>): LongId | undefined {
  return requestId ?? (id.startsWith(UNLISTED) ? undefined : id);
}
