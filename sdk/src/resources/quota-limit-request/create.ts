import type { OperationContext } from "../../lifecycle/handler";
import type { Creation } from "../../lifecycle/steps/creation";
import type { Api } from "../../platform/api/deployment";
import { type LimitRequestRecord, QuotasApi } from "../../platform/api/quotas";
import { bodyOf, type Content, contentOf, contentOfRecord } from "./body";
import { ERRORS } from "./errors";
import type { LimitRequestInputs } from "./schema";
import { askedFor, isOpen, requestIdOf, unlistedId } from "./state";

/** How a request is sent, or an open request for the same limits is used instead: a second one would mean the same. */
export function requestCreation(
  inputs: LimitRequestInputs,
  context: OperationContext,
): Creation<LimitRequestRecord> {
  const list = (api: Api) => new QuotasApi(api).listRequests({});
  return {
    noun: "quota limit request",
    lockKey: "quota limit request",
    known: askedFor(inputs),
    list,
    async find(api, id) {
      const requestId = requestIdOf(id, {});
      return requestId === undefined ? { status: "gone" } : new QuotasApi(api).findRequest(requestId);
    },
    idOf: ({ id }) => String(id),
    useExisting(listed) {
      const open = newestEqual(listed.filter(isOpen), inputs);
      if (open)
        context.info(
          `adopts quota limit request ${open.id}, which is open and asks for the same: the stack now owns this object, and destroying the resource withdraws it`,
        );
      return open;
    },
    choose: (created) => newestEqual(created, inputs),
    async send(api) {
      await new QuotasApi(api).createRequest(bodyOf(inputs));
      return { tasks: [] };
    },
    afterKill: {
      key: contentOf(inputs),
      listAll: list,
      keyOf: contentOfRecord,
      createdAt: (record) => record.created_at,
    },
    errors: {
      cannotList: ERRORS.cannotList,
      uncertain: ERRORS.creationUncertain,
      notListed() {
        context.warn(ERRORS.notListedYet.error());
        return unlistedId(inputs);
      },
      notReported: () => unlistedId(inputs),
    },
  };
}

/** The newest request for the same limits, open ones first. */
export async function findEqual(
  content: Content,
  api: Api,
  isCandidate: (record: LimitRequestRecord) => boolean = () => true,
): Promise<LimitRequestRecord | undefined> {
  const all = (await new QuotasApi(api).listRequests({})) ?? [];
  return newestEqual(all.filter(isCandidate), content);
}

/** One request for each limits that are asked for, as equal requests mean one: the newest, open ones first. */
export function newestOfEqual(records: LimitRequestRecord[]): LimitRequestRecord[] {
  const groups = new Map<string, LimitRequestRecord[]>();
  for (const record of records) {
    const content = contentOfRecord(record);
    groups.set(content, [...(groups.get(content) ?? []), record]);
  }
  return [...groups.values()].flatMap((equal) => equal.sort(openAndNewerFirst).slice(0, 1));
}

function newestEqual(records: LimitRequestRecord[], content: Content): LimitRequestRecord | undefined {
  const wanted = contentOf(content);
  return records.filter((record) => contentOfRecord(record) === wanted).sort(openAndNewerFirst)[0];
}

function openAndNewerFirst(one: LimitRequestRecord, other: LimitRequestRecord): number {
  return Number(isOpen(other)) - Number(isOpen(one)) || newerFirst(one, other);
}

function newerFirst(one: LimitRequestRecord, other: LimitRequestRecord): number {
  return BigInt(one.id) < BigInt(other.id) ? 1 : -1;
}
