import { expect, test } from "@jest/globals";
import type { Reader } from "../../../../sdk/src/platform/api/api";
import { findRouter, listRouters, listWholeRouters } from "../../../../sdk/src/platform/api/routers";
import type { Send } from "../../../../sdk/src/platform/http/call";
import { platformError } from "../../../support/platform-error";
import { testApi } from "../../../support/test-api";

test("a list of routers with a name is filtered, also if the deployment ignores the filter", async () => {
  const filters: unknown[] = [];
  const send: Send = async ({ query }) => {
    filters.push(query?.name);
    const results = ["router-0", "router-1", "router-2"].map((name) => ({ id: name, name }));
    return { status: 200, body: { count: 3, results } };
  };
  const api = testApi(send);
  for (const name of ["router-1", "router-2"])
    expect(await listRouters(api, { projectId: 1, regionId: 2 }, name)).toEqual([{ id: name, name }]);
  expect(filters).toEqual(["router-1", "router-2"]);
});

test("a list of whole routers reads those that lack fields alone, and says which are left out and why", async () => {
  const lists = { routes: [], interfaces: [], external_gateway_info: null };
  const alone: Record<string, object> = {
    short: { id: "short", name: "alone", ...lists },
    odd: { id: "odd", ...lists, routes: "none" },
    better: { id: "better", name: "alone", ...lists },
  };
  const paths: string[] = [];
  const send: Send = async ({ path }) => {
    const id = path.split("/")[6];
    if (id) paths.push(id);
    if (id && alone[id]) return { status: 200, body: alone[id] };
    if (id) throw platformError({ path, status: 404 });
    const results = [
      { id: "whole", ...lists },
      { id: "short" },
      { id: "unreadable" },
      { id: "odd", ...lists, routes: "none" },
      { id: "listed", ...lists, name: 7, created_at: [] },
      { id: "better", ...lists, name: 7 },
      { id: "no id", ...lists },
      null,
    ];
    return { status: 200, body: { count: 8, results } };
  };
  const leftOut: object[] = [];
  const api = testApi(send);
  const routers = await listWholeRouters(
    api,
    { projectId: 1, regionId: 2 },
    (object) => void leftOut.push(object),
  );
  const read = { routes: [], interfaces: [], externalGatewayInfo: null };
  expect(routers).toEqual([
    { id: "whole", ...read },
    { id: "short", name: "alone", ...read },
    { id: "unreadable" },
    { id: "better", name: "alone", ...read },
  ]);
  expect(paths).toEqual(["short", "unreadable", "odd", "listed", "better"]);
  expect(leftOut).toEqual([
    { id: "odd", reason: expect.stringContaining("(routes: ") },
    { id: "listed", reason: "these fields cannot be read: name, createdAt" },
  ]);
});

const REGION = { projectId: 1, regionId: 2 };
const record = { id: "r", routes: [], interfaces: [], external_gateway_info: null };

/** How many GETs of the router alone three reads send. The first read begins the time of a copy. */
async function readsAlone(copies: Reader["copies"], isRecorded?: () => boolean): Promise<number> {
  let alone = 0;
  const send: Send = async ({ path }) => {
    if (!path.endsWith("/r")) return { status: 200, body: { count: 1, results: [record] } };
    alone += 1;
    return { status: 200, body: record };
  };
  const reader = testApi(send, { ...(copies && { copies }) });
  for (let count = 0; count < 3; count++)
    expect(await findRouter(reader, REGION, "r", isRecorded)).toMatchObject({ id: "r" });
  return alone;
}

test.each<[Reader["copies"], (() => boolean) | undefined, number]>([
  [undefined, undefined, 3],
  [undefined, () => true, 3],
  ["recorded", undefined, 3],
  ["recorded", () => false, 3],
  ["recorded", () => true, 1],
  ["any", undefined, 1],
  ["any", () => false, 1],
])(
  "a copy of the list answers for a router with the copies %s, as recorded: %s",
  async (copies, isRecorded, expected) => {
    expect(await readsAlone(copies, isRecorded)).toBe(expected);
  },
);
