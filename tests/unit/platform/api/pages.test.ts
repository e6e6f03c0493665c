import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { z } from "zod";
import {
  find,
  type LeaveOut,
  listRecords,
  type Query,
  unique,
  wholeRecords,
} from "../../../../sdk/src/platform/api/pages";
import type { Get, GetCall } from "../../../../sdk/src/platform/http/call";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { platformError } from "../../../support/platform-error";
import { failureOf } from "../../../support/until";

const Item = z.object({ id: z.union([z.number(), z.string()]) });
type Item = z.infer<typeof Item>;

type List = <T extends Item>(get: Get, call: GetCall, schema: z.ZodType<T>) => Promise<T[]>;
const listByOffset: List = async (...list) => unique(await listRecords(...list));
const listByNext: List = (get, call, schema) => listRecords(get, call, schema, { pages: "link" });

const PATH = "/things";
const ENDLESS = "the list does not end: 4 pages in a row have no new record";

/** A platform that replies to a query with a page, and records the queries. */
function listing(pageAt: (query: Query, index: number) => unknown) {
  const calls: GetCall[] = [];
  const get: Get = async (call) => {
    calls.push(call);
    return { status: 200, body: pageAt(call.query ?? {}, calls.length - 1) };
  };
  return { get, calls, queries: () => calls.map(({ query }) => query) };
}

const items = (count: number): Item[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }));
const idsOf = (list: Item[]) => list.map(({ id }) => id);

describe("a list with limit and offset", () => {
  const all = items(2500);
  const cut = ({ limit, offset }: Query, largest = 1000) =>
    all.slice(Number(offset), Number(offset) + Math.min(Number(limit), largest));
  const read = (get: Get, query?: Query) => listByOffset(get, { path: PATH, ...(query && { query }) }, Item);

  test.each<[string, object, number, number[]]>([
    ["pages of 1000, until it has as many records as the count", { count: 2500 }, 1000, [0, 1000, 2000]],
    ["smaller pages, if the platform returns fewer records", { count: 2500 }, 900, [0, 900, 1800]],
    ["pages until an empty one if there is no count", {}, 900, [0, 900, 1800, 2500]],
  ])("has all records, read in %s", async (_, count, largest, offsets) => {
    const { get, queries } = listing((query) => ({ ...count, results: cut(query, largest) }));
    expect(idsOf(await read(get, { name: "edge" }))).toEqual(idsOf(all));
    expect(queries()).toEqual(offsets.map((offset) => ({ name: "edge", limit: 1000, offset })));
  });

  test.each([
    ["the same page is returned again", 2500, () => all.slice(0, 3), 5],
    ["it has no last page", 1_000_000, (index: number) => [{ id: index % 7 }], 11],
  ])("fails if its count is not reached and %s", async (_, count, pageAt, requests) => {
    const { get, calls } = listing((_query, index) => ({ count, results: pageAt(index) }));
    const error = await failureOf<PlatformError>(read(get));
    expect(error.code).toBe("unreadable-reply");
    expect(error.message).toContain(`GET /things failed: ${ENDLESS}`);
    expect(calls).toHaveLength(requests);
  });

  test.each([
    ["empty", { count: 0, results: [] }],
    ["null", { count: 0, results: null }],
    ["empty, though its count is positive", { count: 7, results: [] }],
  ])("whose page is %s is read once", async (_, page) => {
    const { get, calls } = listing(() => page);
    expect(await read(get)).toEqual([]);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ["a text", "OK"],
    ["a list", [{ id: 1 }]],
    ["nothing", undefined],
    ["an object with results of another form", { count: 1, results: { id: 1 } }],
  ])("fails if its page is %s, which is no empty list", async (_, page) => {
    const { get } = listing(() => page);
    const error = await failureOf<PlatformError>(read(get));
    expect(error.message).toMatch(/^GET \/things was answered 200: the reply is not of the form/);
  });
});

describe("a list that changes while its pages are read", () => {
  /** A list with two records on a page, which changes before each request. */
  function changing(form: string, start: number[], change: Change, more: object) {
    const ids = [...start];
    const { get, calls } = listing(({ offset, page = 1 }, index) => {
      change(ids, index);
      const from = Number(offset ?? (Number(page) - 1) * 2);
      const results = ids.slice(from, from + 2).map((id) => ({ id }));
      const next = form === "next" && from + 2 < ids.length ? `page=${from / 2 + 2}` : null;
      return { count: ids.length, next, results, ...more };
    });
    const read = async () => {
      const list = form === "offset" ? listByOffset : listByNext;
      return new Set(idsOf(await list(get, { path: PATH }, Item)));
    };
    return { read, calls };
  }

  type Change = (ids: number[], index: number) => unknown;
  const FIVE = [1, 2, 3, 4, 5];
  const shrink: Change = (ids, index) => index === 1 && ids.shift();
  const grow: Change = (ids, index) => index === 1 && ids.unshift(9);
  const move: Change = (ids, index) => index === 1 && ids.unshift(...ids.splice(2, 1));

  test.each<[string, number[], Change, number[]]>([
    ["shrinks, so that a record moves to an earlier page", FIVE, shrink, [2, 3, 4, 5]],
    ["grows, so that a new record is on an earlier page", [1, 2, 3, 4], grow, [9, 1, 2, 3, 4]],
    ["has a record that moves to an earlier page, with the same count", [1, 2, 3, 4], move, [3, 1, 2, 4]],
    ["shrinks, so that its last page is empty", [1, 2, 3], shrink, [2, 3]],
  ])("is read again if it %s", async (_, start, change, expected) => {
    for (const form of ["offset", "next"])
      expect(await changing(form, start, change, {}).read()).toEqual(new Set(expected));
  });

  test("is an error if it changes each time", async () => {
    const growing: Change = (ids, index) => ids.unshift(10 + index);
    for (const form of ["offset", "next"]) {
      const error = await failureOf<PlatformError>(changing(form, FIVE, growing, {}).read());
      expect(error).toMatchObject({ code: "list-changed", mayHaveTakenEffect: false });
      expect(error.message).toContain("GET /things was answered 200: the list changed while its pages were");
    }
  });

  // The last numbers: the requests with pages by offset, and by next.
  test.each<[string, number[], Change, number[], number, number, object]>([
    ["it counts other records than it has", [1, 2, 3], () => {}, [1, 2, 3], 3, 2, { count: 4 }],
    ["it has no count", FIVE, shrink, [1, 2, 4, 5], 3, 2, { count: null }],
  ])("is read once if %s", async (_, start, change, expected, byOffset, byNext, more) => {
    for (const [form, requests] of Object.entries({ offset: byOffset, next: byNext })) {
      const { read, calls } = changing(form, start, change, more);
      expect([form, await read()]).toEqual([form, new Set(expected)]);
      expect([form, calls.length]).toEqual([form, requests]);
    }
  });
});

describe("a list whose pages name the next page", () => {
  /** Pages with one record each, by number. */
  const linked = (next: Record<string, unknown>) =>
    listing((query) => {
      const page = String(query.page ?? 1);
      return { ...(page in next && { next: next[page] }), results: [{ id: Number(page) }] };
    });
  const read = (get: Get, query?: Query) => listByNext(get, { path: PATH, ...(query && { query }) }, Item);

  test.each([
    ["null", null],
    ["absent", undefined],
    ["empty", ""],
    ["a path", "/things"],
    ["a query of no values", "page=&limit="],
  ])("ends where next is %s", async (_, next) => {
    const { get, calls } = linked(next === undefined ? {} : { 1: next });
    expect(idsOf(await read(get))).toEqual([1]);
    expect(calls).toHaveLength(1);
  });

  test.each([
    ["to the first page, requested with numbers", { page: 1 }, { 1: "page=1" }, 1],
    ["to the previous page", {}, { 1: "page=2", 2: "page=3", 3: "page=2" }, 3],
    ["in a cycle, in another order", {}, { 1: "page=2&a=1", 2: "page=3&a=1", 3: "a=1&page=2" }, 3],
    ["in a cycle, in another form", {}, { 1: "page=2", 2: "?page=3", 3: "http://x/y?page=2" }, 3],
  ])("ends if the pages lead %s", async (_, query, next, requests) => {
    const { get, calls } = linked(next);
    await read(get, query);
    expect(calls).toHaveLength(requests);
  });

  test.each([
    ["a page has no new record, though each next is another one", {}, () => 1, ENDLESS, 5],
    ["there are more pages than its count allows", { count: 3 }, String, "it has more than 3 pages", 4],
    ["there is no count and no last page", {}, String, "it has more than 10000 pages", 10_001],
  ])("fails if %s", async (_, count, idAt, message, requests) => {
    const { get, calls } = listing((_query, index) => ({
      ...count,
      next: `page=${index + 2}`,
      results: [{ id: idAt(index) }],
    }));
    expect((await failureOf(read(get))).message).toContain(message);
    expect(calls).toHaveLength(requests);
  });

  test.each([
    ["a question mark in a value", "search=what?&page=2", { search: "what?", page: "2" }],
    ["an address in a value", "https://h/things?from=http://x/?y&page=2", { from: "http://x/?y", page: "2" }],
  ])("parses %s", async (_, next, query) => {
    const { get, queries } = linked({ 1: next, 2: null });
    await read(get);
    expect(queries()[1]).toEqual(query);
  });

  test("whose next is not a text is an error, not the end", async () => {
    const { get } = linked({ 1: 2 });
    expect((await failureOf(read(get))).message).toContain("next: ");
  });

  test("continues with the same path and any query of next, whether next is a query, a path or a URL of any server", async () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
    const name = text.map((letters) => `q${letters}`);
    const queries = fc.dictionary(name, text, { minKeys: 1, maxKeys: 4 });
    const elsewhere = ["https://elsewhere.example.net/things?", "//elsewhere.example.net:81/things?"];
    const forms = fc.constantFrom("", "?", "/things?", ...elsewhere);
    await fc.assert(
      fc.asyncProperty(queries, forms, async (query, form) => {
        const next = form + new URLSearchParams(query).toString();
        const { get, calls } = listing((_, id) => ({ next: id === 0 ? next : null, results: [{ id }] }));
        expect(idsOf(await read(get))).toEqual([0, 1]);
        expect(calls.map((call) => [call.path, call.query])).toEqual([
          [PATH, {}],
          [PATH, query],
        ]);
      }),
      { numRuns: 200 },
    );
  });
});

const refuse =
  (status: number): Get =>
  async () =>
    Promise.reject(platformError({ status }));

describe("the records of a list that cannot be read whole", () => {
  const Named = z.object({ id: z.number(), name: z.string().optional(), size: z.number().optional() });

  test.each([
    ["offset", listByOffset],
    ["next", listByNext],
  ])("name the fields, and are left out only without a valid id (%s)", async (_, list) => {
    const results = [
      { id: 1, name: "a" },
      { id: 2, name: 7, size: "large" },
      { id: "three", name: 7 },
      { name: "four" },
      5,
    ];
    const { get } = listing(() => ({ count: results.length, results }));
    const found = await list(get, { path: PATH }, Named);
    expect(found).toEqual([
      { id: 1, name: "a" },
      { id: 2, unreadable: ["name", "size"] },
    ]);
  });

  test("stay out of a list of whole ones, with the reason", async () => {
    const leftOut: object[] = [];
    const { get } = listing(() => ({ count: 3, results: [{ id: 1 }, { id: 2, name: 7 }, null] }));
    const leaveOut: LeaveOut = (object) => void leftOut.push(object);
    const found = wholeRecords(await listByOffset(get, { path: PATH }, Named), leaveOut);
    expect(found).toEqual([{ id: 1 }]);
    expect(leftOut).toEqual([{ id: "2", reason: "these fields cannot be read: name" }]);
  });
});

describe("finding one object", () => {
  const isIt = ({ id }: Item) => id === 2;
  const findIn = (get: Get, list: () => Promise<Item[] | undefined>) =>
    find({ get }, "/items/2", Item, list, isIt);
  const reply =
    (id: number): Get =>
    async () => ({ status: 200, body: { id } });

  test("reads the object, and not the list if the object can be read", async () => {
    const list = async () => Promise.reject(new Error("asked for the list"));
    expect(await findIn(reply(2), list)).toEqual({ id: 2 });
  });

  test.each([404, 405, 501])("reads the list if the object is answered with %i", async (status) => {
    const get = refuse(status);
    expect(await findIn(get, async () => items(3))).toEqual({ id: 2 });
    expect(await findIn(get, async () => items(1))).toBe("gone");
    expect(await findIn(get, async () => undefined)).toBe("unreadable");
  });

  test("fails if the reply is about another object", async () => {
    const finding = findIn(reply(3), async () => []);
    await expect(finding).rejects.toThrow("GET /items/2 failed: the reply is about another object");
  });
});
