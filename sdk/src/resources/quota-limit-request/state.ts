import type { LimitRequestRecord } from "../../platform/api/quotas";
import type { LongId } from "../../platform/api/reply";
import { digest } from "../../util/digest";
import { omitNullish } from "../../util/json";
import { contentOf, requestedLimitsOf, sameLimits, sameText } from "./body";
import type { LimitRequestInputs, RequestedLimits } from "./schema";

/** The state of a request: only the inputs if the deployment cannot list requests. */
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
  return { description, requestedLimits, ...omitNullish({ waitForDecision }) };
}

/** The platform's record as state. Inputs keep the declared notation if the record has equal values or none. */
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
    ...omitNullish({ status: record.status, createdAt: record.created_at, updatedAt: record.updated_at }),
  };
}

/** The prefix of a provisional id, for a request whose id is not known: a digest of the content follows it. */
const UNLISTED = "unlisted-";

export function unlistedId(inputs: LimitRequestInputs): string {
  return UNLISTED + digest(contentOf(inputs), 7);
}

/** The platform's id of the request; undefined if it is not known. */
export function requestIdOf(id: string, { requestId }: Partial<LimitRequestState>): LongId | undefined {
  return requestId ?? (id.startsWith(UNLISTED) ? undefined : id);
}

type Status = Pick<LimitRequestRecord, "status">;

/** Whether a request is open. A request with an unknown status is neither open nor decided. */
export function isOpen({ status }: Status): boolean {
  return status === "in progress";
}

export function isDecided({ status }: Status): boolean {
  return status === "done" || status === "rejected";
}

export function isRejected({ status }: Status): boolean {
  return status === "rejected";
}
