import { after, exactNumber, type Int64 } from "../../core/int64";
import type { Memory } from "../../core/memory";
import { conflict, notFound } from "../../core/problem";
import { zonedTimestamp } from "../../core/timestamps";
import type { GlobalLimitName, RegionalLimitName } from "./names";

export type LimitRequestStatus = "in progress" | "done" | "rejected";

type Limits<Name extends string> = { readonly [Each in Name]?: number };

export interface RequestedLimits {
  readonly global_limits?: Limits<GlobalLimitName>;
  readonly regional_limits?: readonly ({ readonly region_id: number } & Limits<RegionalLimitName>)[];
}

/** A request as the API answers it, apart from its id: that is a number there. */
export interface LimitRequestRecord {
  readonly id: Int64;
  readonly client_id: number;
  readonly requested_limits: RequestedLimits;
  readonly status: LimitRequestStatus;
  readonly created_at: string;
  readonly description: string | null;
  readonly updated_at: string | null;
}

/** High enough not to be taken for the id of anything else. */
const firstId: Int64 = "5000001";

/** The requests there are, in order of creation. */
export class LimitRequestStore {
  readonly #now: () => number;
  readonly #requests: Map<Int64, LimitRequestRecord>;
  #nextId = firstId;

  constructor(now: () => number, memory: Memory) {
    this.#now = now;
    this.#requests = memory.keep(new Map());
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
    this.#nextId = id;
  }

  decide(id: Int64, status: Exclude<LimitRequestStatus, "in progress">): LimitRequestRecord {
    const request = this.get(id);
    if (!isOpen(request)) throw conflict(`Limits request ${id} is ${request.status} already`);
    const decided = { ...request, status, updated_at: zonedTimestamp(this.#now()) };
    this.#requests.set(id, decided);
    return decided;
  }

  remove(id: Int64): void {
    this.#requests.delete(this.get(id).id);
  }

  /** No id is given twice, also not that of a request that is gone. */
  #freeId(): Int64 {
    let id = this.#nextId;
    while (this.#requests.has(id)) id = after(id);
    this.#nextId = after(id);
    return id;
  }
}

export function isOpen({ status }: LimitRequestRecord): boolean {
  return status === "in progress";
}

/** The request with the number that its id is on the wire. */
export function asJson(request: LimitRequestRecord): unknown {
  return { ...request, id: exactNumber(request.id) };
}
