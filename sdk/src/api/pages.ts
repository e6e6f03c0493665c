import { z } from "zod";
import type { Call, Send } from "../http/call";
import { canonicalJson } from "../util/json";
import { searchablePart } from "../util/text";
import { isMissing, parseBody } from "./reply";

const Page = z.object({
  count: z.number().nullish(),
  next: z.string().nullish(),
  results: z.array(z.unknown()).nullable(),
});

export type Query = Record<string, string | number>;

const PAGE_SIZE = 1000;

/** All records of a list that is read by `limit` and `offset`. A deployment may give fewer than asked for, no count, or the same page again. */
export async function listByOffset<T extends { id: string | number }>(
  send: Send,
  call: Omit<Call, "method">,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const all = new Map<string, T>();
  for (let seen = 0; ; ) {
    const known = all.size;
    const page = await getPage(send, {
      ...call,
      query: { ...call.query, limit: PAGE_SIZE, offset: seen },
    });
    for (const record of validRecords(page.results ?? [], schema)) all.set(String(record.id), record);
    seen += page.results?.length ?? 0;
    if (seen >= (page.count ?? Number.POSITIVE_INFINITY) || all.size === known) return [...all.values()];
  }
}

/** All records of a list whose pages name the next one. */
export async function listByNext<T>(
  send: Send,
  call: Omit<Call, "method">,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pagesByNext(call.query ?? {}, (query) => getPage(send, { ...call, query })))
    all.push(...validRecords(page.results ?? [], schema));
  return all;
}

/** A page that may name the next one. */
interface LinkedPage {
  next?: string | null | undefined;
  results?: readonly unknown[] | null | undefined;
}

/**
 * The pages of such a list, each asked for when it is wanted. It ends where no next page is named, on an empty page,
 * and where the next page has been seen already.
 */
export async function* pagesByNext<P extends LinkedPage>(
  first: Query,
  pageAt: (query: Query) => Promise<P>,
): AsyncGenerator<P, void> {
  const seen = new Set<string>();
  for (let query: Query | undefined = first; query && !seen.has(queryKey(query)); ) {
    seen.add(queryKey(query));
    const page: P = await pageAt(query);
    if (!page.results?.length) return;
    yield page;
    query = nextQuery(page.next, query);
  }
}

/** One text per query: what is asked for with numbers is named with their digits. */
function queryKey(query: Query): string {
  return canonicalJson(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
}

/**
 * The query of the next page: `next` is a query string, with or without a question mark, or an address that has one.
 * Nothing but its query is ever used: an address may lead elsewhere. Undefined at the end.
 */
function nextQuery(next: string | null | undefined, query: Query): Query | undefined {
  if (!next) return undefined;
  // An address has neither of these before its query; a query may have a question mark among its values.
  const text = searchablePart(next).replace(/^[^?=&]*\?/, "");
  const named = [...new URLSearchParams(text)].filter(([, value]) => value !== "");
  return named.length > 0 ? { ...query, ...Object.fromEntries(named) } : undefined;
}

async function getPage(send: Send, call: Omit<Call, "method">): Promise<z.infer<typeof Page>> {
  const get: Call = { ...call, method: "GET" };
  return parseBody(Page, get, await send(get));
}

/** A record of somebody else's that cannot be read is no reason to fail: it is not one that we look for. */
function validRecords<T>(results: unknown[], schema: z.ZodType<T>): T[] {
  return results.flatMap((result) => schema.safeParse(result).data ?? []);
}

/** What looking for an object can tell. `unreadable`: this deployment has no operation to look with. */
export type Found<T> = { is: "found"; object: T } | { is: "gone" } | { is: "unreadable" };

/** Looks for one object; where that is answered "not found", the list tells whether the object or the operation is missing. */
export async function find<T>(
  get: () => Promise<T>,
  list: () => Promise<T[] | undefined>,
  isIt: (object: T) => boolean,
): Promise<Found<T>> {
  try {
    return { is: "found", object: await get() };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const all = await list();
    if (all === undefined) return { is: "unreadable" };
    const object = all.find(isIt);
    return object === undefined ? { is: "gone" } : { is: "found", object };
  }
}
