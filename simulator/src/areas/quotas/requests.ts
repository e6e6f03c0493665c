import {
  quotas as api,
  type LimitRequestRecord,
  type LimitRequestStatus,
  limitRequestRecord,
  type RequestQuery,
} from "../../contract/quotas";
import { exactNumber, type Int64, int64, int64Text } from "../../core/int64";
import type { MemoryPart, Value } from "../../core/memory";
import { pageOf } from "../../core/page";
import { conflict, notFound, Problem } from "../../core/problem";
import type { Records } from "../../core/records";
import { parseTimestamp, zonedTimestamp } from "../../core/timestamps";
import { type Operation, ok, operation } from "../../http/operation";
import type { Settings } from "../../options";

/** High enough not to be confused with other ids. */
const FIRST_ID: Int64 = "5000001";
const MAX_OPEN = 10;

export class LimitRequests {
  readonly records: Records<Int64, LimitRequestRecord>;
  readonly nextId: Value<Int64>;
  readonly #now: () => number;

  constructor(now: () => number, memory: MemoryPart) {
    this.#now = now;
    this.records = memory.records("requests", {
      schema: limitRequestRecord,
      keyOf: ({ id }) => id,
      noun: "limits request",
    });
    this.nextId = memory.value("nextId", int64Text, FIRST_ID);
  }

  get(id: Int64): LimitRequestRecord {
    const request = this.records.find(id);
    if (request === undefined) throw notFound(`Limits request ${id} was not found`);
    return request;
  }

  /** Fields that are left out get plausible values. */
  add({ id = this.#freeId(), ...fields }: Partial<LimitRequestRecord>): LimitRequestRecord {
    return this.records.add({
      id,
      client_id: 1,
      requested_limits: {},
      status: "in progress",
      created_at: zonedTimestamp(this.#now()),
      description: null,
      updated_at: null,
      ...fields,
    });
  }

  decide(id: Int64, status: Exclude<LimitRequestStatus, "in progress">): LimitRequestRecord {
    const request = this.get(id);
    if (!isOpen(request)) throw conflict(`Limits request ${id} is ${request.status} already`);
    return this.records.set({ ...request, status, updated_at: zonedTimestamp(this.#now()) });
  }

  /** No id is used twice, not even that of a deleted request. */
  #freeId(): Int64 {
    let id = this.nextId.get();
    while (this.records.has(id)) id = int64(BigInt(id) + 1n);
    this.nextId.set(int64(BigInt(id) + 1n));
    return id;
  }
}

/** The request with the number that its id is in the API. */
export function asJson(request: LimitRequestRecord): unknown {
  return { ...request, id: exactNumber(request.id) };
}

export function requestOperations(requests: LimitRequests, { deleteDecidedRequests }: Settings): Operation[] {
  const { records } = requests;
  return [
    operation(api.createRequest, ({ body }) => {
      if (records.all().filter(isOpen).length >= MAX_OPEN) {
        const message = `There are ${MAX_OPEN} unprocessed limits requests already`;
        throw new Problem(400, "ValidationError", message);
      }
      requests.add(body);
      return { status: 201 };
    }),
    operation(api.listRequests, ({ query }) =>
      ok(pageOf(selectRequests(records.all(), query).map(asJson), query)),
    ),
    operation(api.getRequest, ({ params }) => ok(asJson(requests.get(params.request_id)))),
    operation(api.deleteRequest, ({ params }) => {
      const request = requests.get(params.request_id);
      if (!isOpen(request) && !deleteDecidedRequests)
        throw conflict(`Limits request ${request.id} is ${request.status} and cannot be deleted`);
      records.remove(request.id);
      return { status: 204 };
    }),
  ];
}

/** The matching requests, newest first; of two in the same second the later one. */
function selectRequests(all: readonly LimitRequestRecord[], query: RequestQuery): LimitRequestRecord[] {
  const matching = all.filter(
    (request) =>
      (query.request_ids?.includes(request.id) ?? true) &&
      (query.status?.includes(request.status) ?? true) &&
      createdAt(request) >= (query.created_from ?? Number.NEGATIVE_INFINITY) &&
      createdAt(request) <= (query.created_to ?? Number.POSITIVE_INFINITY),
  );
  return matching.reverse().sort((one, other) => createdAt(other) - createdAt(one));
}

function createdAt({ created_at }: LimitRequestRecord): number {
  return parseTimestamp(created_at) ?? 0;
}

function isOpen({ status }: LimitRequestRecord): boolean {
  return status === "in progress";
}
