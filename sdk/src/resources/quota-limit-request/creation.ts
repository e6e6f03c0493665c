import { type Creation, done, type Live } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/deployment";
import { type LimitRequestRecord, QuotasApi, QuotasReader } from "../../platform/api/quotas";
import { parseTimestamp } from "../../util/clock";
import { ERRORS } from "./errors";
import type { LimitRequestInputs } from "./schema";
import { contentOf, isOpen, type LimitRequestState, toState, unlistedId } from "./state";

/** How a request is sent, or an open request for the same limits is used instead: a second one would mean the same. */
export function requestCreation(inputs: LimitRequestInputs): Creation<LimitRequestState> {
  const { waitForDecision: _, ...known } = inputs;
  const listAll = async (reader: Reader) => {
    const all = await new QuotasReader(reader).listRequests({});
    return all?.map((record) => live(record, known));
  };
  const content = contentOf(inputs);
  return {
    noun: "quota limit request",
    lockKey: "quota limit request",
    key: content,
    known,
    step: {
      send(api) {
        const { description, requestedLimits } = inputs;
        return new QuotasApi(api).createRequest({ description, requestedLimits }).then(done);
      },
    },
    objects: {
      async list(reader) {
        const all = await new QuotasReader(reader).listRequests({});
        const equal = all?.filter((record) => contentOf(record) === content);
        return equal?.sort(newestFirst).map((record) => live(record, known));
      },
      listAll,
      keyOf: ({ state }) => contentOf(state),
      provisionalId: unlistedId(inputs),
    },
    existing: {
      isOurs: true,
      choose: (equal) => equal.find(({ state }) => isOpen(state)),
      adoption: ({ id }) =>
        `adopts quota limit request ${id}, which is open and asks for the same: the stack owns it from then on, and destroying the resource withdraws it`,
    },
    errors: {
      cannotList: ERRORS.cannotList,
      uncertain: ERRORS.creationUncertain,
      notListed: () => ERRORS.notListedYet.error(),
    },
  };
}

export function live(record: LimitRequestRecord, known: LimitRequestState): Live<LimitRequestState> {
  const createdAt = parseTimestamp(record.createdAt);
  return { id: String(record.id), state: toState(record, known), ...(createdAt >= 0 && { createdAt }) };
}

/** One request for each limits that are asked for, as equal requests mean one: the newest, open ones first. */
export function newestOfEqual(records: LimitRequestRecord[]): LimitRequestRecord[] {
  const byContent = Map.groupBy(records.toSorted(newestFirst), contentOf);
  return [...byContent.values()].map(([newest]) => newest as LimitRequestRecord);
}

/** Open requests before decided ones. */
function newestFirst(one: LimitRequestRecord, other: LimitRequestRecord): number {
  if (isOpen(one) !== isOpen(other)) return isOpen(one) ? -1 : 1;
  return BigInt(one.id) > BigInt(other.id) ? -1 : 1;
}
