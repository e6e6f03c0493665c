import { beforeEach, describe, expect, test } from "@jest/globals";
import { getAiTasks, type PlatformError } from "../../../../sdk/src";
import type { Simulator } from "../../../../simulator/src";
import { requestsWithQuery } from "../../../support/handler-setup";
import { failureOf } from "../../../support/until";
import { setUp, setUpScripted } from "../setup";

const FIRST = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const SECOND = "3f2504e0-4f89-41d3-9a0c-0305e82c3302";

describe("a page of AI tasks", () => {
  let platform: Simulator;

  beforeEach(async () => {
    platform = await setUp();
    platform.streaming.addAiTasks([
      {
        task_id: FIRST,
        status: "SUCCESS",
        progress: 100,
        task_data: { task_name: "transcription", url: "https://example.com/talk.mp4", audio_language: "de" },
        processing_time: {
          started_at: "2026-01-01T10:00:00Z",
          completed_at: "2026-01-01T10:01:30Z",
          total_time_sec: 90,
        },
      },
      {
        task_id: SECOND,
        status: "FAILURE",
        task_data: { task_name: "content-moderation" },
        processing_time: { started_at: "2026-01-02T10:00:00Z" },
      },
    ]);
  });

  test("is the first one, with the newest task first, without arguments", async () => {
    const page = await getAiTasks();
    expect(page).toMatchObject({ count: 2, next: null, previous: null });
    expect(page.results.map(({ taskId }) => taskId)).toEqual([SECOND, FIRST]);
    expect(requestsWithQuery(platform)).toEqual(["GET /streaming/ai/tasks"]);
  });

  test("has tasks with names in camelCase, at any depth", async () => {
    const { results } = await getAiTasks({ taskId: FIRST });
    expect(results).toEqual([
      {
        taskId: FIRST,
        status: "SUCCESS",
        progress: 100,
        taskData: { taskName: "transcription", url: "https://example.com/talk.mp4", audioLanguage: "de" },
        processingTime: {
          startedAt: "2026-01-01T10:00:00Z",
          completedAt: "2026-01-01T10:01:30Z",
          totalTimeSec: 90,
        },
      },
    ]);
  });

  test("has the platform's pointers to the next and the previous page", async () => {
    expect(await getAiTasks({ limit: 1 })).toMatchObject({
      count: 2,
      next: "page=2&limit=1",
      previous: null,
    });
    expect(await getAiTasks({ limit: 1, page: 2 })).toMatchObject({ next: null, previous: "page=1&limit=1" });
  });
});

describe("the platform's reply", () => {
  test("may contain undocumented words", async () => {
    const platform = await setUp();
    platform.streaming.addAiTask({ status: "PAUSED_BY_ADMIN", task_data: { task_name: "dubbing" } });
    expect((await getAiTasks()).results).toMatchObject([
      { status: "PAUSED_BY_ADMIN", taskData: { taskName: "dubbing" } },
    ]);
  });

  test.each([
    ["nothing", {}],
    ["null", { count: null, next: null, previous: null, results: null }],
    ["empty texts", { count: 0, next: "", previous: "", results: [] }],
    ["absent", { count: 0, results: [] }],
  ])("may have pointers that are %s", async (_what, body) => {
    await setUpScripted(() => ({ body }));
    expect(await getAiTasks()).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  test("may omit fields of a task, or have more: missing fields are omitted, and null remains null", async () => {
    await setUpScripted(() => ({
      body: '{"count": 2, "results": [{}, {"progress": null, "task_id": 9007199254740993, "new_field": [{"a_b": 1}]}]}',
    }));
    expect((await getAiTasks()).results).toEqual([
      {},
      { progress: null, taskId: "9007199254740993", newField: [{ aB: 1 }] },
    ]);
  });
});

describe("an error", () => {
  const failure = () => failureOf<PlatformError>(getAiTasks());

  test("if the feature is off", async () => {
    await setUp({ aiTasks: false });
    const error = await failure();
    expect(error).toMatchObject({
      name: "PlatformError",
      status: 422,
      reason: "AI tasks are not enabled for this account.",
    });
    expect(error.message).toMatch(
      /^GET \/streaming\/ai\/tasks was answered 422: AI tasks are not enabled for this account\./,
    );
  });

  test.each([
    ["a list", [], "the body: "],
    ["no count", { count: "many" }, "count: "],
    ["invalid tasks", { results: [7] }, "results.0: "],
  ])("if the reply is not a page: %s", async (_what, body, odd) => {
    await setUpScripted(() => ({ body }));
    expect((await failure()).reason).toContain(
      `the reply is not of the form that the interface describes (${odd}`,
    );
  });
});
