import { expect, test } from "@jest/globals";
import { Deployment } from "../../../../sdk/src/platform/api/deployment";
import { RoutersApi } from "../../../../sdk/src/platform/api/routers";
import type { Send } from "../../../../sdk/src/platform/http/call";

test("a list of routers with a name is filtered, also if the deployment ignores the filter", async () => {
  const filters: unknown[] = [];
  const send: Send = async ({ query }) => {
    filters.push(query?.name);
    const results = ["router-0", "router-1", "router-2"].map((name) => ({ id: name, name }));
    return { status: 200, body: { count: 3, results } };
  };
  const api = new RoutersApi({ send, deployment: new Deployment() });
  for (const name of ["router-1", "router-2"])
    expect(await api.listByName({ projectId: 1, regionId: 2 }, name)).toEqual([{ id: name, name }]);
  expect(filters).toEqual(["router-1", "router-2"]);
});
