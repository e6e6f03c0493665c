import type { Creation } from "../../lifecycle/steps/creation";
import type { Reader } from "../../platform/api/deployment";
import { type LimitRequestRecord, QuotasApi, QuotasReader } from "../../platform/api/quotas";
import { ERRORS } from "./errors";
import type { LimitRequestInputs } from "./schema";
import { contentOf, isOpen, requestIdOf, unlistedId } from "./state";

/** How a request is sent, or an open request for the same limits is used instead: a second one would mean the same. */
export function requestCreation(inputs: LimitRequestInputs): Creation<LimitRequestRecord> {
  const list = (reader: Reader) => new QuotasReader(reader).listRequests({});
  return {
    noun: "quota limit request",
    lockKey: "quota limit request",
    known: inputs,
    list,
    async find(api, id) {
      const requestId = requestIdOf(id, {});
      return requestId === undefined ? "gone" : new QuotasReader(api).findRequest(requestId);
    },
    idOf: ({ id }) => String(id),
    useExisting: (listed) => newestEqual(listed.filter(isOpen), inputs),
    adoption: ({ id }) =>
      `adopts quota limit request ${id}, which is open and asks for the same: the stack owns it from then on, and destroying the resource withdraws it`,
    choose: (created) => newestEqual(created, inputs),
    async send(api) {
      const { description, requestedLimits } = inputs;
      await new QuotasApi(api).createRequest({ description, requestedLimits });
      return { tasks: [] };
    },
    afterKill: {
      key: contentOf(inputs),
      listAll: list,
      keyOf: contentOf,
      createdAt: (record) => record.createdAt,
    },
    provisionalId: unlistedId(inputs),
    errors: {
      cannotList: ERRORS.cannotList,
      uncertain: ERRORS.creationUncertain,
      notListed: () => ERRORS.notListedYet.error(),
    },
  };
}

/** The newest request for the same limits, open ones first. */
export async function findEqual(
  inputs: LimitRequestInputs,
  reader: Reader,
  isCandidate: (record: LimitRequestRecord) => boolean = () => true,
): Promise<LimitRequestRecord | undefined> {
  const all = (await new QuotasReader(reader).listRequests({})) ?? [];
  return newestEqual(all.filter(isCandidate), inputs);
}

function newestEqual(
  records: LimitRequestRecord[],
  inputs: LimitRequestInputs,
): LimitRequestRecord | undefined {
  const wanted = contentOf(inputs);
  return newestOfEqual(records.filter((record) => contentOf(record) === wanted))[0];
}

/** One request for each limits that are asked for, as equal requests mean one: the newest, open ones first. */
export function newestOfEqual(records: LimitRequestRecord[]): LimitRequestRecord[] {
  const byContent = new Map<string, LimitRequestRecord>();
  for (const record of records) {
    const content = contentOf(record);
    const known = byContent.get(content);
    if (known === undefined || isPreferred(record, known)) byContent.set(content, record);
  }
  return [...byContent.values()];
}

function isPreferred(one: LimitRequestRecord, other: LimitRequestRecord): boolean {
  return isOpen(one) === isOpen(other) ? BigInt(one.id) > BigInt(other.id) : isOpen(one);
}
