import { z } from "zod";
import { after, exactNumber, type Int64, int64Text } from "../../core/int64";
import type { MemoryPart, Value } from "../../core/memory";
import { conflict, notFound } from "../../core/problem";
import { zonedTimestamp } from "../../core/timestamps";
import { requestBody } from "./schemas";

const status = z.enum(["in progress", "done", "rejected"]);

/** A request as the API answers it, apart from its id: that is a number there. */
export const limitRequestRecord = z.strictObject({
  id: int64Text,
  client_id: z.int().nonnegative(),
  requested_limits: requestBody.shape.requested_limits,
  status,
  created_at: z.string(),
  description: z.string().nullable(),
  updated_at: z.string().nullable(),
});

export type LimitRequestStatus = z.infer<typeof status>;
export interface RequestedLimits extends Readonly<LimitRequestRecord["requested_limits"]> {}
export interface LimitRequestRecord extends Readonly<z.infer<typeof limitRequestRecord>> {}

/** High enough not to be taken for the id of anything else. */
const firstId: Int64 = "5000001";

/** The requests there are, in order of creation. */
export class LimitRequestStore {
  readonly #now: () => number;
  readonly #requests: Map<Int64, LimitRequestRecord>;
  readonly #nextId: Value<Int64>;

  constructor(now: () => number, memory: MemoryPart) {
    this.#now = now;
    this.#requests = memory.records("requests", limitRequestRecord, ({ id }) => id);
    this.#nextId = memory.value("nextId", int64Text, firstId);
  }

  all(): LimitRequestRecord[] {
    return [...this.#requests.values()];
  }

  find(id: Int64): LimitRequestRecord | undefined {
    return this.#requests.get(id);
  }

  get(id: Int64): LimitRequestRecord {
    const request = this.find(id);
    if (request === undefined) throw notFound(`Limits request ${id} was not found`);
    return request;
  }

  open(): LimitRequestRecord[] {
    return this.all().filter(isOpen);
  }

  /** Whatever is left out gets a plausible value. */
  add({ id = this.#freeId(), ...said }: Partial<LimitRequestRecord>): LimitRequestRecord {
    if (this.#requests.has(id)) throw conflict(`There is a limits request ${id} already`);
    const request: LimitRequestRecord = {
      id,
      client_id: 1,
      requested_limits: {},
      status: "in progress",
      created_at: zonedTimestamp(this.#now()),
      description: null,
      updated_at: null,
      ...said,
    };
    this.#requests.set(id, request);
    return request;
  }

  /** The id that the next request gets; from there they are counted on. */
  numberFrom(id: Int64): void {
    this.#nextId.set(id);
  }

  decide(id: Int64, status: Exclude<LimitRequestStatus, "in progress">): LimitRequestRecord {
    const request = this.get(id);
    if (!isOpen(request)) throw conflict(`Limits request ${id} is ${request.status} already`);
    const decided = { ...request, status, updated_at: zonedTimestamp(this.#now()) };
    this.#requests.set(id, decided);
    return decided;
  }

  change(id: Int64, change: Partial<Omit<LimitRequestRecord, "id">>): void {
    this.#requests.set(id, { ...this.get(id), ...change });
  }

  remove(id: Int64): void {
    this.#requests.delete(this.get(id).id);
  }

  /** No id is given twice, also not that of a request that is gone. */
  #freeId(): Int64 {
    let id = this.#nextId.get();
    while (this.#requests.has(id)) id = after(id);
    this.#nextId.set(after(id));
    return id;
  }
}

export function isOpen({ status }: LimitRequestRecord): boolean {
  return status === "in progress";
}

/** The request as `asJson` shows it. */
export const shownRequest = limitRequestRecord.extend({ id: z.number() });

/** The request with the number that its id is on the wire. */
export function asJson(request: LimitRequestRecord): unknown {
  return { ...request, id: exactNumber(request.id) };
}
