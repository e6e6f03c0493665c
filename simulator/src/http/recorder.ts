import { Changes } from "../core/changes";
import { type BodyText, parseBody } from "./body";
import { parseQuery, type Query } from "./query";

/** One request to the API, with the status of its reply. Never contains the key itself. */
export interface RequestRecord {
  /** When it arrived, by the simulator's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Query;
  /** The parsed body; its text if it is not JSON; undefined if there is none, or if the key was refused. */
  readonly body: unknown;
  /** 0 if no reply has been sent. */
  readonly status: number;
  /** Whether the operation accepted the request, even if a fault then changed or dropped the reply. */
  readonly processed: boolean;
  /** Why the simulator refused the request; the error of the reply, if no fault changed the reply. */
  readonly reason?: string;
  /** The rules of the faults that happened to the request. */
  readonly fault?: string;
  readonly requestId: string;
  /** Whether the key was valid for the path. */
  readonly authorized: boolean;
  /** The position of the key that was used: in `apiKeys`, followed by `adminKeys` and `readKeys`. */
  readonly keyIndex: number | undefined;
}

export interface RequestFilter {
  readonly method?: string;
  /** A string is the whole path; an expression may match anywhere in it. */
  readonly path?: string | RegExp;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenRecord = Writable<Omit<RequestRecord, "query" | "body">> &
  Pick<RequestRecord, "query" | "body">;

/**
 * The record of a request. The query and the body are kept as text and parsed each time they are read: parsed values can need
 * twenty times the memory of their text.
 */
export function openRecord(
  url: string,
  head: Omit<RequestRecord, "path" | "query" | "body">,
  received: () => BodyText,
): OpenRecord {
  const [path = ""] = url.split("?", 1);
  return {
    ...head,
    path,
    get query() {
      return parseQuery(url.slice(path.length));
    },
    get body() {
      return parseBody(received()).value;
    },
  };
}

/** A request with its reply, as the page shows it. */
export interface RecentRequest {
  /** Counts all requests, from 1. */
  readonly number: number;
  readonly record: RequestRecord;
  /** The beginning of the body. */
  readonly body?: string;
  /** The beginning of the reply's body; undefined until the reply is sent. */
  readonly reply?: string;
  /** The duration; undefined until the request has ended. */
  readonly milliseconds?: number;
}

export type OpenRequest = Writable<RecentRequest>;

/** How many requests have arrived. */
export interface RequestCounts {
  readonly all: number;
  readonly polls: number;
}

/** A simulator may run for days, so it removes the oldest records. */
const MAX_RECORDS = 100_000;
/** A bound for the addresses and the bodies of all records together: 64 MiB, as a character has up to two bytes. */
const MAX_CHARACTERS = 2 ** 25;
/** Of requests and of polls each: many polls do not displace the requests that they wait for. */
const MAX_RECENT = 100;
const MAX_SHOWN_CHARACTERS = 4000;

export class Recorder {
  readonly #records: RequestRecord[] = [];
  /** The number of characters of each record. */
  readonly #sizes: number[] = [];
  readonly #recent: OpenRequest[] = [];
  readonly #recentPolls: OpenRequest[] = [];
  #counts: RequestCounts = { all: 0, polls: 0 };
  /** Requests that have arrived, got their reply, or ended. */
  readonly changes = new Changes();
  #added = 0;
  #characters = 0;

  get records(): readonly RequestRecord[] {
    return this.#records;
  }

  /** The newest requests and the newest polls, in order of arrival. */
  get recent(): readonly RecentRequest[] {
    return [...this.#recent, ...this.#recentPolls].sort((one, other) => one.number - other.number);
  }

  get counts(): RequestCounts {
    return this.#counts;
  }

  add(record: RequestRecord): OpenRequest {
    this.#added += 1;
    const request: OpenRequest = { number: this.#added, record };
    this.#records.push(record);
    this.#sizes.push(0);
    if (this.#records.length > MAX_RECORDS) this.#removeOldest();
    this.#addRecent(request);
    this.changes.report();
    return request;
  }

  /** Counts the characters that a record has received. Removes the oldest records if all records have too many. */
  grow({ number }: OpenRequest, characters: number): void {
    const index = this.#sizes.length - 1 - (this.#added - number);
    // The record may have been removed already.
    if (index < 0) return;
    this.#sizes[index] = (this.#sizes[index] ?? 0) + characters;
    this.#characters += characters;
    while (this.#characters > MAX_CHARACTERS) this.#removeOldest();
  }

  count({ method, path }: RequestFilter): number {
    return this.#records.filter(
      (record) =>
        (method === undefined || record.method === method.toUpperCase()) && matches(record.path, path),
    ).length;
  }

  clear(): void {
    this.#records.length = 0;
    this.#sizes.length = 0;
    this.#characters = 0;
    this.#recent.length = 0;
    this.#recentPolls.length = 0;
    this.#counts = { all: 0, polls: 0 };
    this.changes.report();
  }

  #addRecent(request: OpenRequest): void {
    const { all, polls } = this.#counts;
    const isAPoll = isPoll(request.record);
    this.#counts = { all: all + 1, polls: polls + (isAPoll ? 1 : 0) };
    const recent = isAPoll ? this.#recentPolls : this.#recent;
    recent.push(request);
    if (recent.length > MAX_RECENT) recent.shift();
  }

  #removeOldest(): void {
    this.#records.shift();
    this.#characters -= this.#sizes.shift() ?? 0;
  }
}

/** A request that waits for tasks: clients repeat it until they have ended. */
export function isPoll({ method, path }: Pick<RequestRecord, "method" | "path">): boolean {
  return method === "GET" && /^(\/cloud)?\/v1\/tasks(\/|$)/.test(path);
}

function matches(path: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // search() starts at the beginning also for a global expression.
  return typeof wanted === "string" ? path === wanted : path.search(wanted) !== -1;
}

/** The beginning of a text. As a copy, because a slice keeps the whole text in memory. */
export function beginningOf(text: string): string {
  if (text.length <= MAX_SHOWN_CHARACTERS) return text;
  return `${Buffer.from(text.slice(0, MAX_SHOWN_CHARACTERS), "utf16le").toString("utf16le")}…`;
}
