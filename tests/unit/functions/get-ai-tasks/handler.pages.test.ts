import { describe, expect, test } from "@jest/globals";
import { type GetAiTasksArgs, type PlatformError, paginateAiTasks } from "../../../../sdk/src";
import type { Simulator, SimulatorOptions } from "../../../../simulator/src";
import { failureOf } from "../../../support/until";
import { setUp } from "../setup";

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A platform with this number of AI tasks. The first one started first. */
async function startWith(tasks: number, options: SimulatorOptions = {}): Promise<Simulator> {
  const platform = await setUp(options);
  platform.streaming.addAiTasks(
    Array.from({ length: tasks }, (_, n) => ({
      task_id: idOf(n + 1),
      status: n % 2 === 0 ? "SUCCESS" : "FAILURE",
      processing_time: { started_at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString() },
    })),
  );
  return platform;
}

/** The numbers of the tasks on each page. */
async function pagesOf(args?: GetAiTasksArgs): Promise<number[][]> {
  const pages: number[][] = [];
  for await (const { results } of paginateAiTasks(args))
    pages.push(results.map(({ taskId }) => Number(taskId?.slice(-12))));
  return pages;
}

const FORMS = [
  { aiTaskPointer: "query", aiTaskEnd: "null" },
  { aiTaskPointer: "query", aiTaskEnd: "absent" },
  { aiTaskPointer: "url", aiTaskEnd: "null" },
  { aiTaskPointer: "url", aiTaskEnd: "absent" },
] as const;

describe.each(FORMS)("pages, on a platform with pointers of the form %j", (form) => {
  test("contain each task once, with the filters on every page", async () => {
    const platform = await startWith(7, form);
    expect(await pagesOf({ limit: 2, ordering: "started_at", search: "mp4" })).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7],
    ]);
    expect(platform.requests.map(({ query }) => query)).toEqual([
      { limit: "2", ordering: "started_at", search: "mp4" },
      { page: "2", limit: "2", ordering: "started_at", search: "mp4" },
      { page: "3", limit: "2", ordering: "started_at", search: "mp4" },
      { page: "4", limit: "2", ordering: "started_at", search: "mp4" },
    ]);
  });

  test("start at the given offset", async () => {
    const platform = await startWith(7, form);
    expect(await pagesOf({ page: 3, limit: 3, ordering: "started_at" })).toEqual([[7]]);
    expect(await pagesOf({ page: 2, limit: 3, ordering: "started_at" })).toEqual([[4, 5, 6], [7]]);
    expect(platform.requests).toHaveLength(3);
  });
});

describe("a page is requested when it is read", () => {
  test("so none is requested before the first one is read", async () => {
    const platform = await startWith(3);
    const pages = paginateAiTasks({ limit: 1 });
    expect(platform.requests).toEqual([]);
    await pages.next();
    expect(platform.requests).toHaveLength(1);
    await pages.return();
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(platform.requests).toHaveLength(1);
  });
});

describe("an error", () => {
  test("on the first page is thrown when that page is read", async () => {
    await setUp({ aiTasks: false });
    expect(await failureOf(pagesOf())).toMatchObject({ name: "PlatformError", status: 422 });
  });

  test("on a later page is thrown after the earlier pages, and ends a program", async () => {
    const platform = await startWith(30);
    platform.faults.add("status:code=403#3");
    const pages: number[] = [];
    const error = await failureOf<PlatformError>(
      (async () => {
        for await (const { results } of paginateAiTasks({ limit: 10 })) pages.push(results.length);
      })(),
    );
    expect(pages).toEqual([10, 10]);
    expect(error).toMatchObject({
      name: "PlatformError",
      status: 403,
      path: "/streaming/ai/tasks",
      __pulumiRunError: true,
    });
  });
});
