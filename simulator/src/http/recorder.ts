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

/** A simulator may run for days: the oldest records go first. */
const capacity = 100_000;

export class Recorder {
  readonly #records: OpenRecord[] = [];

  get records(): readonly RequestRecord[] {
    return this.#records;
  }

  add(record: OpenRecord): void {
    if (this.#records.length === capacity) this.#records.shift();
    this.#records.push(record);
  }

  count({ method, path }: RequestFilter): number {
    return this.#records.filter(
      (record) =>
        (method === undefined || record.method === method.toUpperCase()) && matches(record.path, path),
    ).length;
  }

  clear(): void {
    this.#records.length = 0;
  }
}

function matches(path: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // search() ignores where a global expression stopped last time.
  return typeof wanted === "string" ? path === wanted : path.search(wanted) !== -1;
}
