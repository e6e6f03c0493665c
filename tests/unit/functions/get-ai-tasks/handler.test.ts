import { expect, test } from "@jest/globals";
import { type GetAiTasksArgs, getAiTasks, type PlatformError, paginateAiTasks } from "../../../../sdk/src";
import type { SimulatorOptions } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const startedAt = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

/** A platform with this number of AI tasks. The first one started first. */
async function startWith(count: number, options: SimulatorOptions = {}) {
  const platform = await setUp(options);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  platform.streaming.addAiTasks(
    numbers.map((n) => ({
      task_id: idOf(n),
      status: "SUCCESS",
      processing_time: { started_at: startedAt(n) },
    })),
  );
  return platform;
}

const numbersOf = (results: Array<{ taskId?: string }>) =>
  results.map(({ taskId }) => Number(taskId?.slice(-12)));

test("without arguments the first page of AI tasks is returned, with pointers to the next and the previous page", async () => {
  const platform = await startWith(2);
  const page = await getAiTasks();
  expect(page).toMatchObject({ count: 2, next: null, previous: null });
  expect(numbersOf(page.results)).toEqual([2, 1]);
  expect(await getAiTasks({ limit: 1 })).toMatchObject({
    count: 2,
    next: "page=2&limit=1",
    previous: null,
  });
  expect(await getAiTasks({ limit: 1, page: 2 })).toMatchObject({ next: null, previous: "page=1&limit=1" });
  expect(requestsWithQuery(platform)).toEqual([
    "GET /streaming/ai/tasks",
    "GET /streaming/ai/tasks?limit=1",
    "GET /streaming/ai/tasks?limit=1&page=2",
  ]);
});

test.each([
  ["nothing", {}],
  ["null", { count: null, next: null, previous: null, results: null }],
  ["empty texts", { count: 0, next: "", previous: "", results: [] }],
])("a page of AI tasks may have pointers that are %s", async (_what, body) => {
  await setUpScripted(() => ({ body }));
  expect(await getAiTasks()).toEqual({ count: 0, next: null, previous: null, results: [] });
});

test("AI tasks have the names of the package for what it knows, and all other data as it came", async () => {
  const known =
    '"progress": null, "status": "PAUSED", "task_id": 9007199254740993, "processing_time": "soon"';
  const data = '{"task_name": "x", "user_data": {"my_key": [{"task_id": 1}]}}';
  const task = `{${known}, "task_data": ${data}, "new_field": [{"a_b": 1}], "processingTime": null}`;
  await setUpScripted(() => ({ body: `{"count": 2, "results": [{}, ${task}]}` }));
  expect((await getAiTasks()).results).toEqual([
    {},
    {
      ...{ progress: null, status: "PAUSED", taskId: "9007199254740993", processing_time: "soon" },
      taskData: { taskName: "x", user_data: { my_key: [{ task_id: 1 }] } },
      ...{ new_field: [{ a_b: 1 }], processingTime: null },
    },
  ]);
});

test.each([
  ["a list", [], "the body: "],
  ["no count", { count: "many" }, "count: "],
  ["invalid tasks", { results: [7] }, "results.0: "],
])("a page of AI tasks fails if the reply is %s", async (_what, body, odd) => {
  await setUpScripted(() => ({ body }));
  const { reason } = await failureOf<PlatformError>(getAiTasks());
  expect(reason).toContain(`the reply is not of the form that the interface describes (${odd}`);
});

/** The numbers of the tasks on each page. */
async function pagesOf(args?: GetAiTasksArgs): Promise<number[][]> {
  const pages: number[][] = [];
  for await (const { results } of paginateAiTasks(args)) pages.push(numbersOf(results));
  return pages;
}

test.each([
  { aiTaskPointer: "query", aiTaskEnd: "null" },
  { aiTaskPointer: "query", aiTaskEnd: "absent" },
  { aiTaskPointer: "url", aiTaskEnd: "null" },
  { aiTaskPointer: "url", aiTaskEnd: "absent" },
] as const)(
  "pages contain each AI task once, with the filters on every page and from the given one on: %j",
  async (form) => {
    const platform = await startWith(7, form);
    const filters = { ordering: "started_at", search: "mp4" } as const;
    expect(await pagesOf({ limit: 3, ...filters })).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
    expect(platform.requests.map(({ query }) => query)).toEqual([
      { limit: "3", ...filters },
      { page: "2", limit: "3", ...filters },
      { page: "3", limit: "3", ...filters },
    ]);
    expect(await pagesOf({ page: 2, limit: 3, ...filters })).toEqual([[4, 5, 6], [7]]);
    expect(platform.requests).toHaveLength(5);
  },
);

test("pages of AI tasks end with the error of a later page, which ends a program", async () => {
  const platform = await startWith(30);
  platform.faults.add("status:code=403#3");
  const pages = paginateAiTasks({ limit: 10 });
  for (const _ of [1, 2]) expect((await pages.next()).value?.results).toHaveLength(10);
  const error = { name: "PlatformError", status: 403, path: "/streaming/ai/tasks", __pulumiRunError: true };
  expect(await failureOf(pages.next())).toMatchObject(error);
});
