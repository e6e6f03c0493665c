import { afterEach, expect, test } from "@jest/globals";
import type { AiTaskAddition } from "../../../simulator/src";
import { closeAll, start, unknownId } from "../../../simulator/testing/client";

afterEach(closeAll);

const aiTasks = "/streaming/ai/tasks";

test("an AI task has its data and times", async () => {
  const { sim, call } = await start({ now: () => Date.UTC(2026, 10, 21, 10) });
  sim.streaming.addAiTask({ task_id: unknownId, task_data: { language: "de" } });
  expect((await call("GET", aiTasks)).body).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: [
      {
        task_id: unknownId,
        status: "PENDING",
        progress: null,
        task_data: { task_name: "transcription", url: expect.any(String), language: "de" },
        processing_time: {
          started_at: "2026-11-21T10:00:00.000Z",
          completed_at: null,
          total_time_sec: null,
        },
      },
    ],
  });
});

const transcription = "00000000-0000-4000-8000-00000000000c";
const moderation = "00000000-0000-4000-8000-00000000000b";
const otherTranscription = "00000000-0000-4000-8000-00000000000a";

const three: AiTaskAddition[] = [
  {
    task_id: transcription,
    status: "SUCCESS",
    task_data: { url: "https://example.com/Harbour.mp4" },
    processing_time: { started_at: "2026-11-21T10:00:00.000Z" },
  },
  {
    task_id: moderation,
    status: "FAILURE",
    task_data: { task_name: "content-moderation", category: { kind: "sport" } },
    processing_time: { started_at: "2026-11-21T11:00:00.000Z" },
  },
  {
    task_id: otherTranscription,
    status: "PENDING",
    processing_time: { started_at: "2026-11-21T13:00:00+0100" },
  },
];

const names = new Map([
  [transcription, 1],
  [moderation, 2],
  [otherTranscription, 3],
]);

test.each([
  ["", [3, 2, 1]],
  ["ordering=task_id", [3, 2, 1]],
  ["ordering=status", [2, 3, 1]],
  ["ordering=task_name", [2, 1, 3]],
  [`task_id=${moderation.toUpperCase()}`, [2]],
  ["task_name=transcription", [3, 1]],
  ["status=FAILURE", [2]],
  ["date_created=2026-11-21T11:00:00Z", [3, 2]],
  ["date_created=2026-11-21T12:30:00%2B0100", [3]],
  ["search=harbour", [1]],
  ["search=00000000000b", [2]],
  ["task_name=transcription&status=SUCCESS&search=mp4", [1]],
])("the list of AI tasks with %j", async (query, expected) => {
  const { sim, call } = await start();
  sim.streaming.addAiTasks(three);
  const { body } = await call("GET", `${aiTasks}?${query}`);
  expect(body.results.map((task) => names.get(task.task_id as string))).toEqual(expected);
  expect(body.count).toBe(expected.length);
});

test("the list of AI tasks gets 422 if the feature is off", async () => {
  const { call } = await start({ aiTasks: false });
  const body = { error: expect.any(String) };
  expect(await call("GET", aiTasks)).toMatchObject({ status: 422, body });
});
