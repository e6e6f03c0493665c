import { type ListedCreation, settlingCreation } from "../../operation/creation";
import { done, type Live } from "../../operation/resource";
import type { Reader } from "../../platform/api/api";
import { createLimitRequest, type LimitRequestRecord, listLimitRequests } from "../../platform/api/quotas";
import { parseTimestamp } from "../../util/clock";
import { canonicalJson } from "../../util/json";
import { ERRORS } from "./errors";
import type { LimitRequestInputs } from "./schema";
import { contentOf, isOpen, type LimitRequestState, toState } from "./state";

const SAME = "both ask for the same limits, and equal requests mean one; keep one of the two";

/**
 * How a request is sent, or an open request for the same limits is used instead: a second one would mean the same, unless
 * another client has sent it.
 */
export function requestCreation(inputs: LimitRequestInputs): ListedCreation<LimitRequestState> {
  const { waitForDecision: _, ...known } = inputs;
  return {
    noun: "quota limit request",
    keyOf: contentOf,
    unique: [[contentOf(inputs), "description", SAME]],
    known,
    step: {
      send(api) {
        const { description, requestedLimits } = inputs;
        return createLimitRequest(api, { description, requestedLimits }).then(done);
      },
      settle: settlingCreation({ uncertain: ERRORS.creationUncertain }),
    },
    ifExists: "adopt",
    use: ([one]) =>
      one && isOpen(one.state) && one.lacks !== "owner"
        ? `adopts quota limit request ${one.id}, which is open and asks for the same: the stack owns it from then on, and destroying the resource withdraws it`
        : undefined,
    unseen: (why) => (why === "idNotReported" ? undefined : ERRORS[why].error()),
  };
}

/** All requests, open ones first. `known`: what is known of the request that is looked for. */
export async function listRequests(
  reader: Reader,
  known: Partial<LimitRequestState>,
): Promise<Live<LimitRequestState>[] | undefined> {
  const all = await listLimitRequests(reader, {});
  const isUnclear = all && areOfSeveralClients(all);
  const content = contentOf(known);
  // What was granted must not count as what was asked for.
  const before = (record: LimitRequestRecord) => (contentOf(record) === content ? known : {});
  return all
    ?.sort(newestFirst)
    .map((record) => ({ ...live(record, before(record)), ...(isUnclear && { lacks: "owner" }) }));
}

export function live(record: LimitRequestRecord, known: Partial<LimitRequestState>): Live<LimitRequestState> {
  return {
    id: String(record.id),
    state: toState(record, known as LimitRequestState),
    createdAt: parseTimestamp(record.createdAt),
  };
}

/** Whether the key reads requests of several clients. It is not known which of them is the client of the key. */
export function areOfSeveralClients(records: LimitRequestRecord[]): boolean {
  const clients = records.flatMap(({ clientId }) => (clientId === undefined ? [] : String(clientId)));
  return new Set(clients).size > 1;
}

/** One request for each limits that a client asks for, as equal requests mean one: the newest, open ones first. */
export function newestOfEqual(records: LimitRequestRecord[]): LimitRequestRecord[] {
  const keyOf = (record: LimitRequestRecord) => canonicalJson([record.clientId, contentOf(record)]);
  const byContent = Map.groupBy(records.toSorted(newestFirst), keyOf);
  return [...byContent.values()].map(([newest]) => newest as LimitRequestRecord);
}

/** Open requests before decided ones. */
function newestFirst(one: LimitRequestRecord, other: LimitRequestRecord): number {
  if (isOpen(one) !== isOpen(other)) return isOpen(one) ? -1 : 1;
  return BigInt(one.id) > BigInt(other.id) ? -1 : 1;
}
