import { describe, expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { Deployment } from "../../../../sdk/src/platform/api/deployment";
import { RoutersApi } from "../../../../sdk/src/platform/api/routers";
import type { Call, Reply } from "../../../../sdk/src/platform/http/call";
import { PlatformError } from "../../../../sdk/src/platform/http/error";
import { TestClock } from "../../../support/clock";

const REGION = { projectId: 1, regionId: 2 };
const OTHER_REGION = { projectId: 1, regionId: 3 };

interface Options {
  /** The list ignores the filter. */
  ignoresFilter?: boolean;
  /** The list does not tell how many routers there are. */
  hasNoCount?: boolean;
  /** A change is done when it is answered. */
  isSynchronous?: boolean;
}

/** A region with so many routers. */
function region(size: number, { ignoresFilter, hasNoCount, isSynchronous }: Options = {}) {
  const routers = Array.from({ length: size }, (_, index) => ({ id: `r${index}`, name: `router-${index}` }));
  const calls: Call[] = [];
  let isFailing = false;
  const list = ({ name, limit, offset }: Record<string, string | number>) => {
    const all = routers.filter((router) => ignoresFilter || name === undefined || router.name === name);
    const results = all.slice(Number(offset), Number(offset) + Number(limit));
    return hasNoCount ? { results } : { count: all.length, results };
  };
  const create = ({ name }: { name: string }) => {
    const router = { id: `r${routers.length}`, name };
    routers.push(router);
    return isSynchronous ? router : { tasks: ["t1"] };
  };
  const send = async (call: Call): Promise<Reply> => {
    calls.push(call);
    if (isFailing) throw failureOf(call);
    const { query = {}, body } = call;
    return { status: 200, body: call.method === "GET" ? list(query) : create(body as { name: string }) };
  };
  const clock = new TestClock();
  const api = new RoutersApi({ send, deployment: new Deployment(clock) });
  return {
    clock,
    api,
    search: (name: string, where = REGION) => api.searchByName(where, name),
    /** The names by which the requests for the list filter. */
    filters: () => calls.filter(({ method }) => method === "GET").map(({ query }) => query?.name),
    fail: (fails: boolean) => {
      isFailing = fails;
    },
  };
}

function failureOf({ method, path }: Call) {
  return new PlatformError({
    method,
    path,
    status: 500,
    reason: "Out of order.",
    mayHaveTakenEffect: false,
    retryable: true,
    kind: REPLIES.badRequest,
  });
}

/** The ids that searches for these names find at once. */
async function idsOf(names: string[], { search }: ReturnType<typeof region>) {
  const found = await Promise.all(names.map((name) => search(name)));
  return found.map((routers) => routers?.map(({ id }) => id));
}

describe("the search for a router by its name, before one is created", () => {
  test("uses the name if it is the only one within 100 ms", async () => {
    const { search, filters, clock } = region(3);
    for (const name of ["router-0", "router-1"]) {
      expect(await search(name)).toEqual([expect.objectContaining({ name })]);
      await clock.advance(101);
    }
    expect(filters()).toEqual(["router-0", "router-1"]);
  });

  test("shares the whole list with others at about the same time", async () => {
    const platform = region(3);
    expect(await idsOf(["router-0", "router-1", "router-2"], platform)).toEqual([["r0"], ["r1"], ["r2"]]);
    await platform.clock.advance(100);
    expect(await idsOf(["router-1", "none"], platform)).toEqual([["r1"], []]);
    expect(platform.filters().toSorted()).toEqual(["router-0", undefined]);
  });

  test("uses the name in another region", async () => {
    const { search, filters } = region(3);
    await Promise.all([search("router-0"), search("router-1", OTHER_REGION)]);
    expect(filters()).toEqual(["router-0", "router-1"]);
  });

  test.each<[string, number, Options]>([
    ["has more than 100 routers", 101, {}],
    ["ignores the name and has more than 100 routers", 101, { ignoresFilter: true }],
    ["does not tell how many routers there are", 3, { hasNoCount: true }],
  ])("uses the name as soon as it is known that the region %s", async (_, size, options) => {
    const platform = region(size, options);
    expect(await idsOf(["router-0", "router-1"], platform)).toEqual([["r0"], ["r1"]]);
    await platform.clock.advance(101);
    const before = platform.filters().length;
    expect(await idsOf(["router-2", "none"], platform)).toEqual([["r2"], []]);
    expect(new Set(platform.filters().slice(before))).toEqual(new Set(["router-2", "none"]));
  });

  test("finds a router that this process has created meanwhile", async () => {
    const platform = region(3);
    await idsOf(["router-0", "router-1"], platform);
    await platform.api.create(REGION, { name: "New" });
    expect(await idsOf(["router-2", "New"], platform)).toEqual([["r2"], ["r3"]]);
    expect(platform.filters()).toHaveLength(3);
  });

  test("shares no list that began before a change that is done", async () => {
    const platform = region(3, { isSynchronous: true });
    await idsOf(["router-0", "router-1"], platform);
    await platform.api.create(REGION, { name: "new" });
    expect(await idsOf(["router-2"], platform)).toEqual([["r2"]]);
    expect(platform.filters()).toHaveLength(3);
  });

  test("uses the name if the whole list cannot be read", async () => {
    const platform = region(3);
    await platform.search("router-0");
    platform.fail(true);
    await expect(platform.search("router-1")).rejects.toThrow("Out of order.");
    platform.fail(false);
    expect(await platform.search("router-1")).toEqual([expect.objectContaining({ id: "r1" })]);
    await platform.clock.advance(29_999);
    await idsOf(["router-1", "router-2"], platform);
    expect(platform.filters().filter((name) => name === undefined)).toHaveLength(1);
    await platform.clock.advance(1);
    await idsOf(["router-1", "router-2"], platform);
    expect(platform.filters().filter((name) => name === undefined)).toHaveLength(2);
  });
});

test("a list of routers with a name is filtered, also if the deployment ignores the filter", async () => {
  const { api, filters } = region(3, { ignoresFilter: true });
  for (const name of ["router-1", "router-2"])
    expect(await api.listByName(REGION, name)).toEqual([expect.objectContaining({ name })]);
  expect(filters()).toEqual(["router-1", "router-2"]);
});
