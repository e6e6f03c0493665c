import { hash } from "node:crypto";
import { z } from "zod";
import { SERVERS } from "../../errors/servers";
import { snakeCase } from "../../util/camel";
import { canonicalJson, isObject, jsonText, pick } from "../../util/json";
import { searchablePart } from "../../util/text";
import { isGone, isMissing, isParentGone, notConfirmed } from "../evidence/answers";
import type { Get, GetCall } from "../http/call";
import { PlatformError } from "../http/error";
import { getParsed } from "../http/parse-reply";
import type { Reader } from "./api";

/** One page of a list of the platform. */
export const Page = z.object({
  count: z.number().nullish(),
  next: z.string().nullish(),
  results: z
    .array(z.unknown())
    .nullable()
    .transform((results) => results ?? []),
});

export type Query = Record<string, string | number>;

const PAGE_SIZE = 1000;

/** A record of a list. Details that cannot be read are missing in it, and named: the object exists, and counts in every search. */
export type Listed<T> = T & { unreadable?: string[] };

/** Receives an object that is left out of a list, and why. */
export type LeaveOut = (object: { id: string; reason: string }) => void;

interface ListOptions {
  /** The inputs that name what contains the objects. */
  parent?: string;
  /** How a page leads to the next one: by `limit` and `offset`, or by its link. Default: by offset. */
  pages?: "offset" | "link";
}

/**
 * All records of the pages of a list: a record may be on two of them, and differ. Other operations of the run may change it between
 * two pages, so it is read again, and the last attempt fails.
 */
export async function listRecords<T extends object>(
  get: Get,
  call: GetCall,
  schema: z.ZodType<T>,
  { pages = "offset" }: ListOptions = {},
  attempts = 3,
): Promise<Listed<T>[]> {
  const counts: ListedPage["count"][] = [];
  const results: unknown[] = [];
  const pageAt = async (query: Query) => {
    const page = await getParsed(get, { ...call, query }, Page);
    counts.push(page.count);
    return page;
  };
  const first = { ...call.query, ...(pages === "offset" && { limit: PAGE_SIZE, offset: 0 }) };
  for await (const page of pagesOf(call.path, first, pageAt, pages)) results.push(...page.results);
  if (!hasMoved(results, counts)) return readRecords(results, schema);
  if (attempts === 1) throw listChanged(call.path);
  return listRecords(get, call, schema, { pages }, attempts - 1);
}

/**
 * All records of a list that a deployment may lack, each once; undefined if the deployment does not have the list.
 */
export function listOptional<T extends { id: string | number }>(
  { get, evidence, signal }: Reader,
  list: GetCall,
  schema: z.ZodType<T>,
  options: ListOptions = {},
): Promise<Listed<T>[] | undefined> {
  const all = listRecords(get, list, schema, options).then(unique);
  return evidence.optional(all, options.parent, signal);
}

/** Each record once, as the last page has it. */
export function unique<T extends { id: string | number }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [String(record.id), record])).values()];
}

/**
 * Whether records may have moved to a page that was read before: two pages count differently, or a record is on two pages while
 * others of the count are on none. A platform may count other records than it lists, so a smaller list alone is no sign.
 */
function hasMoved(results: readonly unknown[], pages: ReadonlyArray<ListedPage["count"]>): boolean {
  const [count, ...others] = pages.filter((each) => each != null);
  if (count === undefined || pages.length === 1) return false;
  const distinct = new Set(results.map(recordKey)).size;
  return others.some((other) => other !== count) || (distinct < results.length && distinct < count);
}

function listChanged(path: string): PlatformError {
  const reason = "the list changed while its pages were read";
  return new PlatformError({ method: "GET", path, status: 200, reason, kind: SERVERS.listChanged });
}

type ListedPage = z.infer<typeof Page>;

/**
 * The query of the page after this one, or undefined at the end. A page may have fewer records than requested. Without a count, a
 * deployment that sends a page again has no pages: `isNew` is false then.
 */
function nextOffset({ count, results }: ListedPage, query: Query, isNew: boolean): Query | undefined {
  const offset = Number(query.offset) + results.length;
  const isLast = count == null ? !isNew : offset >= count;
  return isLast ? undefined : { ...query, offset };
}

/** The largest number of pages of a list without a count. With a count, each page has at least one of the records. */
const MAX_PAGES = 10_000;

/** Records that are created meanwhile move the others to later pages, so that some pages in a row may have no new one. */
const MAX_OLD_PAGES = 3;

/**
 * The pages of a list, each requested when it is needed. The list ends at an empty page, and at one that has been requested
 * already. A list that continues after several pages in a row without a new record has no end.
 */
export async function* pagesOf<P extends ListedPage>(
  path: string,
  first: Query,
  pageAt: (query: Query) => Promise<P>,
  pages: ListOptions["pages"] = "link",
): AsyncGenerator<P, void> {
  const requested = new Set<string>();
  const seen = new Set<string>();
  let oldPages = 0;
  for (let query: Query | undefined = first; query && !requested.has(queryKey(query)); ) {
    requested.add(queryKey(query));
    const page: P = await pageAt(query);
    if (page.results.length === 0) return;
    const known = seen.size;
    for (const result of page.results) seen.add(recordKey(result));
    const isNew = seen.size > known;
    query = pages === "link" ? nextQuery(page.next, query) : nextOffset(page, query, isNew);
    oldPages = isNew ? 0 : oldPages + 1;
    const most = page.count || MAX_PAGES;
    if (query && oldPages > MAX_OLD_PAGES)
      throw unreadableReply(path, `the list does not end: ${oldPages} pages in a row have no new record`);
    if (query && requested.size > most)
      throw unreadableReply(path, `the list does not end: it has more than ${most} pages`);
    yield page;
  }
}

/** Records without an id are compared by their content. */
function recordKey(result: unknown): string {
  const id = isObject(result) ? result.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : hash("sha1", jsonText(result));
}

/** The error of a reply that cannot be used. */
export function unreadableReply(path: string, reason: string): PlatformError {
  return new PlatformError({ method: "GET", path, reason, kind: SERVERS.unreadable });
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

/** What an error says about fields that cannot be read. */
function unreadableReason(fields: readonly string[]): string {
  return `these fields cannot be read: ${fields.join(", ")}`;
}

/** The records of a list. One without a valid id is no object that anyone can name: it is left out, and fails nothing. */
export function readRecords<T extends object>(
  results: readonly unknown[],
  schema: z.ZodType<T>,
): Listed<T>[] {
  return results.flatMap((result) => {
    const { data, error } = schema.safeParse(result);
    if (!error) return [data];
    const names = error.issues.flatMap(({ path }) => (path.length > 0 ? String(path[0]) : []));
    const unreadable = [...new Set(names)];
    const rest = isObject(result) ? schema.safeParse(without(result, unreadable)).data : undefined;
    return rest === undefined ? [] : [{ ...rest, unreadable }];
  });
}

/** The record without these fields, in the notation of the platform or of the package. */
function without(record: object, fields: string[]): object {
  const names = [...fields, ...fields.map(snakeCase)];
  return pick(record, (name) => !names.includes(name));
}

/** The records of a list that are whole. The others are left out. */
export function wholeRecords<T extends { id: string | number }>(
  records: Listed<T>[] | undefined,
  leaveOut: LeaveOut,
): T[] | undefined {
  return records?.filter(({ id, unreadable }) => {
    if (unreadable) leaveOut({ id: String(id), reason: unreadableReason(unreadable) });
    return !unreadable;
  });
}

/** An object as the platform returns it. `unreadable`: the deployment has no operation to read or list it. */
export type Read<T> = T | "gone" | "unreadable";

/**
 * Reads one object. If the answer is "not found", the list shows whether the object or the operation is missing. `wasRead`: it has
 * been read before, so the operation exists.
 */
export async function find<T extends object>(
  { get }: Pick<Reader, "get">,
  path: string,
  schema: z.ZodType<T>,
  list: () => Promise<Listed<T>[] | undefined>,
  isIt: (object: T) => boolean,
  wasRead = false,
): Promise<Read<T>> {
  try {
    const object = await getParsed(get, { path }, schema);
    if (isIt(object)) return object;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const all = await list().catch((failure: unknown) => {
      // The object is gone with its parent.
      if (isGone(error) && isParentGone(failure)) return [];
      throw failure;
    });
    if (all === undefined && wasRead) throw notConfirmed(error);
    const listed = all?.find(isIt);
    if (listed === undefined) return all === undefined ? "unreadable" : "gone";
    if (listed.unreadable) throw unreadableReply(error.path, unreadableReason(listed.unreadable));
    return listed;
  }
  throw unreadableReply(path, "the reply is about another object");
}
