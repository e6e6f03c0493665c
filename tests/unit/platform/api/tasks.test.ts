import { describe, expect, test } from "@jest/globals";
import { getTask, listNewestTasks } from "../../../../sdk/src/platform/api/tasks";
import type { Call, Reply } from "../../../../sdk/src/platform/http/call";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { platformError } from "../../../support/platform-error";
import { testApi } from "../../../support/test-api";
import { failureOf } from "../../../support/until";

/** A deployment that serves GET of these paths, and replies to others with 404 or another status. */
function deployment(answers: Record<string, unknown>, otherwise = 404) {
  const requestedPaths: string[] = [];
  const send = async ({ method, path }: Call): Promise<Reply> => {
    requestedPaths.push(`${method} ${path}`);
    if (path in answers) return { status: 200, body: answers[path] };
    throw platformError({ method, path, status: otherwise });
  };
  return { api: testApi(send), requestedPaths };
}

const running = { id: "t1", state: "RUNNING", error: null, created_resources: null, data: {} };

describe("the path of a task", () => {
  test("follows the documentation, also for a task that is not known", async () => {
    const { api, requestedPaths } = deployment({ "/v1/tasks/t1": running });
    expect(await getTask(api, "t1")).toEqual({ id: "t1", state: "RUNNING", error: undefined, created: {} });
    expect(await getTask(api, "t2")).toBeUndefined();
    expect(requestedPaths).toEqual(["GET /v1/tasks/t1", "GET /v1/tasks/t2"]);
  });

  test.each([404, 405, 501])("changes to the other one after a reply %i", async (status) => {
    const answers = { "/cloud/v1/tasks/t1": running, "/cloud/v1/tasks/t2": running };
    const { api, requestedPaths } = deployment(answers, status);
    for (const id of ["t1", "t2"]) expect(await getTask(api, id)).toMatchObject({ state: "RUNNING" });
    expect(requestedPaths).toEqual(["GET /v1/tasks/t1", "GET /cloud/v1/tasks/t1", "GET /cloud/v1/tasks/t2"]);
  });
});

describe("the list of tasks", () => {
  test("has one page, newest first, with the types, the users, the created objects and the durations of its tasks", async () => {
    const sent: Call[] = [];
    const results = [
      { ...running, id: "t3", user_id: 17 },
      {
        id: "t2",
        task_type: "create_router",
        state: "FINISHED",
        user_id: "9223372036854775807",
        created_resources: { routers: ["r1"] },
        created_on: "2026-01-01T00:00:00",
        finished_on: "2026-01-01T00:00:08",
      },
      { id: "t1", task_type: 7, user_id: null, state: "ERROR", error: "Quota", created_resources: null },
    ];
    const send = async (call: Call): Promise<Reply> => {
      sent.push(call);
      return { status: 200, body: { count: 83, results } };
    };
    expect(await listNewestTasks(testApi(send), 40)).toEqual([
      { id: "t3", state: "RUNNING", user: "17", created: {} },
      {
        id: "t2",
        type: "create_router",
        state: "FINISHED",
        user: "9223372036854775807",
        created: { routers: ["r1"] },
        duration: 8_000,
        createdAt: Date.parse("2026-01-01T00:00:00Z"),
        finishedAt: Date.parse("2026-01-01T00:00:08Z"),
      },
      { id: "t1", state: "ERROR", error: "Quota", created: {} },
    ]);
    expect(sent).toEqual([
      { method: "GET", path: "/cloud/v1/tasks", query: { order_by: "desc", limit: 40 } },
    ]);
  });

  test("skips invalid records, and finished tasks without readable created objects, which are read alone", async () => {
    const results = [
      null,
      { id: "t1" },
      { id: "t2", state: "FINISHED" },
      { id: "t3", state: "FINISHED", created_resources: "none" },
      { id: "t4", state: "RUNNING", created_resources: "none" },
      { id: "t5", state: "ERROR", error: { code: 7 }, task_type: {}, created_on: [], created_resources: [] },
    ];
    const { api } = deployment({ "/cloud/v1/tasks": { results } });
    expect(await listNewestTasks(api, 40)).toEqual([
      { id: "t4", state: "RUNNING", created: {} },
      { id: "t5", state: "ERROR", error: '{"code":7}', created: {} },
    ]);
  });

  test("fails with any status but 404, 405 and 501", async () => {
    expect(await failureOf(listNewestTasks(deployment({}, 403).api, 40))).toMatchObject({ status: 403 });
    expect(await failureOf(getTask(deployment({}, 403).api, "t1"))).toMatchObject({ status: 403 });
  });

  test.each([404, 405, 501])("does not exist if the platform answers %i", async (status) => {
    const { api, requestedPaths } = deployment({}, status);
    expect(await listNewestTasks(api, 40)).toBeUndefined();
    expect(requestedPaths).toEqual(["GET /cloud/v1/tasks"]);
  });
});

test.each([
  ["2026-01-01T00:00:00+0000", "2026-01-01T00:00:08+0000", 8_000],
  ["2026-01-01T09:00:00+0900", "2026-01-01T00:00:08", 8_000],
  ["2026-01-01T00:00:08", "2026-01-01T00:00:00", undefined],
  ["2026-01-01T00:00:08", null, undefined],
  ["yesterday", "today", undefined],
])(
  "a task that was created at %j and finished at %j took %j ms",
  async (created_on, finished_on, duration) => {
    const record = { ...running, state: "FINISHED", created_on, finished_on };
    expect((await getTask(deployment({ "/v1/tasks/t1": record }).api, "t1"))?.duration).toBe(duration);
  },
);

describe("the fields of a task", () => {
  const reads = async (record: unknown) => getTask(deployment({ "/v1/tasks/t1": record }).api, "t1");

  test.each([
    [{ state: "NEW" }, { state: "NEW", created: {} }],
    [
      { ...running, state: "PAUSED", more: { of: ["it"] } },
      { state: "PAUSED", created: {} },
    ],
    [
      { ...running, state: "FINISHED", created_resources: { routers: ["r1"], subnets: [], note: "no list" } },
      { state: "FINISHED", created: { routers: ["r1"], subnets: [] } },
    ],
  ])("of %j are %j", async (record, task) => {
    expect(await reads(record)).toEqual({ id: "t1", error: undefined, ...task });
  });

  test.each([[null], [[]], ["RUNNING"], [{}], [{ state: 3 }]])(
    "cannot be read from %j, which is not a task",
    async (record) => {
      const error = await failureOf<PlatformError>(reads(record));
      expect(error).toMatchObject({ name: "PlatformError", method: "GET", path: "/v1/tasks/t1" });
      expect(error.reason).toContain("not of the form");
    },
  );
});
