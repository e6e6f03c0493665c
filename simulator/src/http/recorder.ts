/** One request to the API, as it arrived and as it was answered. It never holds the key itself. */
export interface RequestRecord {
  /** When it arrived, by the simulator's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Query;
  /** The parsed body; its text when it is no JSON; undefined when there is none. */
  readonly body: unknown;
  /** 0 while it is not answered yet, and when it never was. */
  readonly status: number;
  /** Whether it took effect: it reached its operation and was not refused there, whatever became of the reply. */
  readonly processed: boolean;
  /** Why the simulator refused it; what the client was told, if no fault changed the reply. */
  readonly reason?: string;
  /** The rule of the fault that happened to it. */
  readonly fault?: string;
  readonly requestId: string;
  /** Whether the key was one for the path. */
  readonly authorized: boolean;
  /** The position of the key that was used: in `apiKeys`, followed by `adminKeys`. */
  readonly keyIndex: number | undefined;
}

export type Query = Readonly<Record<string, string | readonly string[]>>;

export interface RequestFilter {
  readonly method?: string;
  /** A string is the whole path; an expression may match anywhere in it. */
  readonly path?: string | RegExp;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
export type OpenRecord = Writable<RequestRecord>;

/** A request with its reply. */
export interface RecentRequest {
  /** Counts all requests, from 1. */
  readonly number: number;
  readonly record: RequestRecord;
  /** The body of the reply; undefined until the reply is sent. */
  readonly reply?: string;
  /** How long it took; undefined while it is under way. */
  readonly milliseconds?: number;
}

export type OpenRequest = Writable<RecentRequest> & { readonly record: OpenRecord };

/** A simulator may run for days: the oldest records go first. */
const capacity = 100_000;
/** Replies can be long, so only the newest requests keep theirs. */
const recentCapacity = 100;

export class Recorder {
  readonly #records: OpenRecord[] = [];
  readonly #recent: OpenRequest[] = [];
  readonly #listeners: (() => void)[] = [];
  #added = 0;

  get records(): readonly RequestRecord[] {
    return this.#records;
  }

  get recent(): readonly RecentRequest[] {
    return this.#recent;
  }

  /** The listener is called when a request arrives, is answered, or ends. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  add(record: OpenRecord): OpenRequest {
    this.#added += 1;
    const request: OpenRequest = { number: this.#added, record };
    append(this.#records, record, capacity);
    append(this.#recent, request, recentCapacity);
    this.changed();
    return request;
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  count({ method, path }: RequestFilter): number {
    return this.#records.filter(
      (record) =>
        (method === undefined || record.method === method.toUpperCase()) && matches(record.path, path),
    ).length;
  }

  clear(): void {
    this.#records.length = 0;
    this.#recent.length = 0;
    this.changed();
  }
}

function append<T>(items: T[], item: T, capacity: number): void {
  if (items.length === capacity) items.shift();
  items.push(item);
}

function matches(path: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // search() ignores where a global expression stopped last time.
  return typeof wanted === "string" ? path === wanted : path.search(wanted) !== -1;
}
