import { isProvisional } from "../../operation/identity";
import type { Listed } from "../../platform/api/pages";
import { type LimitRequestRecord, requestedOf, requestedRegions } from "../../platform/api/quotas";
import type { LongId } from "../../platform/api/reply";
import { canonicalJson, omitNullish } from "../../util/json";
import type { LimitRequestInputs, RequestedLimits } from "./schema";

/** The state of a request: only the inputs if the deployment cannot list requests. */
export interface LimitRequestState extends LimitRequestInputs {
  requestId?: LongId;
  status?: string;
  grantedLimits?: RequestedLimits;
  createdAt?: string;
  updatedAt?: string;
}

/**
 * The platform's record as state. Inputs keep the declared notation if the record has equal values or none. A decided request
 * is history: what was granted instead of the requested limits does not change what was asked for. A decision that is waited
 * for and not made is left out, so that the next run waits again.
 */
export function toState(record: Listed<LimitRequestRecord>, before: LimitRequestState): LimitRequestState {
  const { id, clientId: _client, unreadable: _fields, description, requestedLimits, ...others } = record;
  const { grantedLimits: _, waitForDecision, ...known } = before;
  const isSame = requestedLimits == null || sameLimits(requestedLimits, before.requestedLimits);
  const isGrant = !isSame && isDecided(record) && before.requestedLimits !== undefined;
  return {
    ...known,
    ...(waitForDecision !== undefined && (!waitForDecision || isDone(record)) && { waitForDecision }),
    description: sameText(before.description, description ?? before.description)
      ? before.description
      : (description ?? ""),
    requestedLimits: isSame || isGrant ? before.requestedLimits : requestedLimits,
    ...(isGrant && { grantedLimits: requestedLimits }),
    requestId: id,
    ...omitNullish(others),
  };
}

/** The inputs that a request is about. */
type Content = { [Name in "description" | "requestedLimits"]?: LimitRequestRecord[Name] };

/** Equal for requests with the same limits, in any order, and the same description. A limit of 0 equals an omitted one. */
export function contentOf({ description, requestedLimits }: Content): string {
  return canonicalJson([textKey(description ?? ""), limitsKey(requestedLimits)]);
}

/** Whether two descriptions differ at most in white space, which a platform may change. */
export function sameText(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && textKey(one) === textKey(other);
}

function textKey(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function sameLimits(one: RequestedLimits, other: RequestedLimits | undefined): boolean {
  return limitsKey(one) === limitsKey(other);
}

function limitsKey(limits: RequestedLimits | null | undefined): string {
  const { globalLimits = {}, regionalLimits = [] } = limits ?? {};
  return canonicalJson([
    requestedOf(globalLimits),
    requestedRegions(regionalLimits).sort((one, other) => one.regionId - other.regionId),
  ]);
}

/** The platform's id of the request; undefined if it is not known. */
export function requestIdOf(id: string, { requestId }: Partial<LimitRequestState>): LongId | undefined {
  return requestId ?? (isProvisional(id) ? undefined : id);
}

type Status = { status?: string | null | undefined };

/** Whether a request is open. A request with an unknown status is neither open nor decided. */
export function isOpen(request: Status): boolean {
  return statusKey(request) === "in progress";
}

export function isDecided(request: Status): boolean {
  return isDone(request) || isRejected(request);
}

function isDone(request: Status): boolean {
  return statusKey(request) === "done";
}

export function isRejected(request: Status): boolean {
  return statusKey(request) === "rejected";
}

/** Equal for a status in other letters. */
function statusKey({ status }: Status): string | undefined {
  return status?.toLowerCase().replace(/[_-]/g, " ");
}
