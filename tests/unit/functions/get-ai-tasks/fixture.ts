import type { FunctionFixture } from "../../../support/function-fixtures";

const UUID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";
const TASK_UUID = `taskId must be the UUID of a task, such as "${UUID}"`;
const TIME = 'dateCreated must be a time in ISO 8601, such as "2026-01-31T12:00:00Z"';
const NO_TIME = "dateCreated is not a date that exists";
const NAMES = 'taskName must be "transcription" or "content-moderation"';
const STATUS = 'status must be "FAILURE", "PENDING", "RECEIVED", "RETRY", "REVOKED", "STARTED" or "SUCCESS"';
const ORDERING = 'ordering must be "task_id", "status", "task_name" or "started_at"';
const PAGE = "page must be the number of a page: a whole number, 1 or more";
const LIMIT = "limit must be the number of tasks on a page: a whole number, 1 or more";

export const fixtures: FunctionFixture[] = [
  {
    name: "getAiTasks",
    prepare: ({ streaming }) =>
      void streaming.addAiTasks([{ status: "FAILURE" }, { status: "SUCCESS" }, { status: "FAILURE" }]),
    argument: () => ({}),
    invalid: [
      [{ taskId: "17" }, TASK_UUID],
      [{ taskId: `${UUID}\n` }, TASK_UUID],
      [{ taskName: "dubbing" }, NAMES],
      [{ status: "success" }, STATUS],
      [{ status: ["FAILURE", "RETRY"] }, STATUS],
      [{ dateCreated: "yesterday" }, TIME],
      [{ dateCreated: "2026-13-01" }, NO_TIME],
      [{ dateCreated: "2025-02-29T12:00:00Z" }, NO_TIME],
      [{ dateCreated: 1769860800 }, TIME],
      [{ ordering: "-started_at" }, ORDERING],
      [{ search: "" }, "search must not be empty"],
      [{ search: 7 }, "search must be a text"],
      [{ search: "\ud83d" }, "search has half a character, which no address can hold"],
      [{ page: 0 }, PAGE],
      [{ page: "2" }, PAGE],
      [{ page: 0, limit: 1.5 }, `${PAGE}\ngetAiTasks: ${LIMIT}`],
      [{ limit: Number.POSITIVE_INFINITY }, LIMIT],
      [{ task_id: UUID }, 'task_id is not a property of this function; did you mean "taskId"?'],
    ],
    output: {
      args: (status) => ({ status, limit: 5 }),
      value: () => "SUCCESS",
      result: { count: 1, results: [{ status: "SUCCESS" }] },
    },
    mocked: { args: { status: "FAILURE" }, result: { count: 1, results: [{ status: "FAILURE" }] } },
    types: `
export const tasks: Output<number> = cloudplatform.getAiTasksOutput({ search: output("mp4") }).count;
// @ts-expect-error there is no such status
cloudplatform.getAiTasks({ status: "LOST" });
`,
  },
  {
    // The objects and arguments of getAiTasks.
    name: "paginateAiTasks",
    argument: () => ({}),
    invalid: [
      [{ page: 0 }, PAGE],
      [{ Limit: 5 }, 'Limit is not a property of this function; did you mean "limit"?'],
    ],
    mocked: { result: { value: { count: 1 }, done: false } },
    types: `
export const pages: AsyncGenerator<cloudplatform.GetAiTasksResult, void> = cloudplatform.paginateAiTasks({ status: "FAILURE" });
`,
  },
];
