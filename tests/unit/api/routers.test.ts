import { describe, expect, test } from "@jest/globals";
import { Deployment } from "../../../sdk/src/api/deployment";
import { RoutersApi } from "../../../sdk/src/api/routers";
import type { Call, Reply } from "../../../sdk/src/http/call";
import { failureOf } from "../../support/until";

const REGION = { projectId: 1, regionId: 2 };
const OTHER_REGION = { projectId: 1, regionId: 3 };

/** A region with so many routers, whose list may ignore the filter. */
function region(count: number, ignoresFilter = false) {
  const routers = Array.from({ length: count }, (_, index) => ({ id: `r${index}`, name: `router-${index}` }));
  const calls: Call[] = [];
  const send = async (call: Call): Promise<Reply> => {
    calls.push(call);
    const { name } = call.query ?? {};
    const results = routers.filter((router) => ignoresFilter || name === undefined || router.name === name);
    return { status: 200, body: { count: results.length, results } };
  };
  const deployment = new Deployment();
  const search = (name: string, where = REGION) => new RoutersApi(send, deployment).listByName(where, name);
  return { send, search, filters: () => calls.map(({ query }) => query?.name) };
}

describe("the search for a router by its name", () => {
  test("uses the name where it is the only one", async () => {
    const { search, filters } = region(3);
    for (const name of ["router-0", "router-1"])
      expect(await search(name)).toEqual([expect.objectContaining({ name })]);
    expect(filters()).toEqual(["router-0", "router-1"]);
  });

  test("uses no name at the same time as another one: such searches share one request", async () => {
    const { search, filters } = region(3);
    const names = ["router-0", "router-1", "router-2", "none"];
    const found = await Promise.all(names.map((name) => search(name)));
    expect(found.map((routers) => routers?.map(({ id }) => id))).toEqual([["r0"], ["r1"], ["r2"], []]);
    expect(filters()).toEqual(["router-0", undefined, undefined, undefined]);
  });

  test("uses the name in another region", async () => {
    const { search, filters } = region(3);
    await Promise.all([search("router-0"), search("router-1", OTHER_REGION)]);
    expect(filters()).toEqual(["router-0", "router-1"]);
  });

  test("always uses the name in a region that is known to have many routers", async () => {
    const { search, filters } = region(101);
    await Promise.all([search("router-0"), search("router-1")]);
    await Promise.all([search("router-2"), search("router-3")]);
    expect(filters()).toEqual(["router-0", undefined, "router-2", "router-3"]);
  });

  test("finds the same where the deployment ignores the name", async () => {
    const { search } = region(3, true);
    expect(await search("router-1")).toEqual([expect.objectContaining({ id: "r1" })]);
  });

  test("uses the name again after a search that failed", async () => {
    const deployment = new Deployment();
    const failing = new RoutersApi(async () => Promise.reject(new Error("broken")), deployment);
    await failureOf(failing.listByName(REGION, "router-0"));
    const { send, filters } = region(1);
    await new RoutersApi(send, deployment).listByName(REGION, "router-0");
    expect(filters()).toEqual(["router-0"]);
  });
});
