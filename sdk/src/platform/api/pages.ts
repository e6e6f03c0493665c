import { hash } from "node:crypto";
import { z } from "zod";
import { REPLIES } from "../../errors/replies";
import { canonicalJson, jsonText } from "../../util/json";
import { searchablePart } from "../../util/text";
import type { Call, Send } from "../http/call";
import { PlatformError } from "../http/error";
import { get, isMissing } from "./reply";

const Page = z.object({
  count: z.number().nullish(),
  next: z.string().nullish(),
  results: z.array(z.unknown()).nullable(),
});

export type Query = Record<string, string | number>;

const PAGE_SIZE = 1000;

/** All records of a list with `limit` and `offset`, each once. */
export async function listByOffset<T extends { id: string | number }>(
  send: Send,
  call: Omit<Call, "method">,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const records = await recordsByOffset(send, call, schema);
  return [...new Map(records.map((record) => [String(record.id), record])).values()];
}

/**
 * The same with all that the pages have: a record may be on two of them, and differ. A deployment may return fewer records
 * than requested. Without a count, the list ends at an empty page, and at the same page again: such a deployment has no pages.
 */
export async function recordsByOffset<T extends { id: string | number }>(
  send: Send,
  call: Omit<Call, "method">,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const records: T[] = [];
  const ids = new Set<string>();
  const progress = new ListProgress(call.path);
  for (let offset = 0; ; ) {
    const page = await get(send, { ...call, query: { ...call.query, limit: PAGE_SIZE, offset } }, Page);
    const { results, count } = page;
    const known = ids.size;
    for (const record of validRecords(results ?? [], schema)) {
      records.push(record);
      ids.add(String(record.id));
    }
    offset += results?.length ?? 0;
    const isRepeated = count == null && ids.size === known;
    if (!results?.length || isRepeated || offset >= (count ?? Number.POSITIVE_INFINITY)) return records;
    progress.add(page);
  }
}

/** The largest number of pages of a list without a count. */
const MAX_PAGES = 10_000;

/** Ends a list whose pages never end: each page has a new record, so there are at most as many pages as records. */
class ListProgress {
  private readonly seen = new Set<string>();
  private pages = 0;

  constructor(private readonly path: string) {}

  /** Called with each page. Throws unless the list may have a further one. */
  add({ count, results }: ListedPage): void {
    const known = this.seen.size;
    for (const result of results ?? []) this.seen.add(hash("sha1", jsonText(result)));
    this.pages += 1;
    if (this.seen.size === known) throw this.endless(`page ${this.pages} has no new record`);
    if (this.pages > (count || MAX_PAGES)) throw this.endless(`it has more than ${count || MAX_PAGES} pages`);
  }

  private endless(reason: string): PlatformError {
    return new PlatformError({
      method: "GET",
      path: this.path,
      reason: `the list does not end: ${reason}`,
      mayHaveTakenEffect: false,
      kind: REPLIES.unreadable,
    });
  }
}

/** One page of a list. */
export async function listPage<T>(
  send: Send,
  call: Omit<Call, "method">,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const page = await get(send, call, Page);
  return validRecords(page.results ?? [], schema);
}

/** All records of a list whose pages link to the next page. */
export async function listByNext<T>(
  send: Send,
  call: Omit<Call, "method">,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pagesByNext(call.path, call.query ?? {}, (query) =>
    get(send, { ...call, query }, Page),
  ))
    all.push(...validRecords(page.results ?? [], schema));
  return all;
}

/** A page that may link to the next one. */
interface ListedPage {
  count?: number | null | undefined;
  next?: string | null | undefined;
  results?: readonly unknown[] | null | undefined;
}

/**
 * The pages of such a list, each requested when it is needed. The list ends at a page without a link, at an empty page,
 * and at a link to a page that has been read already.
 */
export async function* pagesByNext<P extends ListedPage>(
  path: string,
  first: Query,
  pageAt: (query: Query) => Promise<P>,
): AsyncGenerator<P, void> {
  const requested = new Set<string>();
  const progress = new ListProgress(path);
  for (let query: Query | undefined = first; query && !requested.has(queryKey(query)); ) {
    requested.add(queryKey(query));
    const page: P = await pageAt(query);
    if (!page.results?.length) return;
    progress.add(page);
    yield page;
    query = nextQuery(page.next, query);
  }
}

/** One key per query. A number and its digits are the same query. */
function queryKey(query: Query): string {
  return canonicalJson(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
}

/**
 * The query of the next page: `next` is a URL, or a query string with or without a question mark. Only the query string
 * is used, so requests always go to the configured `baseUrl`. Undefined at the end.
 */
function nextQuery(next: string | null | undefined, query: Query): Query | undefined {
  if (!next) return undefined;
  // A URL has neither = nor & before its query; a query may have a question mark in a value.
  const text = searchablePart(next).replace(/^[^?=&]*\?/, "");
  const named = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  return named.length > 0 ? { ...query, ...Object.fromEntries(named) } : undefined;
}

/** Invalid records are skipped: they are not the one that the caller searches, and must not fail its operation. */
export function validRecords<T>(results: unknown[], schema: z.ZodType<T>): T[] {
  return results.flatMap((result) => schema.safeParse(result).data ?? []);
}

/** An object as the platform returns it. `unreadable`: the deployment has no operation to read or list it. */
export type Read<T> = T | "gone" | "unreadable";

/** Reads one object. If the answer is "not found", the list shows whether the object or the operation is missing. */
export async function find<T>(
  read: () => Promise<T>,
  list: () => Promise<T[] | undefined>,
  isIt: (object: T) => boolean,
): Promise<Read<T>> {
  try {
    return await read();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const all = await list();
    return all === undefined ? "unreadable" : (all.find(isIt) ?? "gone");
  }
}
