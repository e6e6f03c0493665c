import type { FunctionFixture } from "../../../support/function-fixtures";
import { createRouter } from "../../../support/platform";

const UUID = "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21";
const TASK = "taskId must be the id of a task: not empty, without blanks and line breaks";

export const fixtures: FunctionFixture[] = [
  {
    name: "getTask",
    prepare: createRouter,
    argument: ({ tasks }) => ({ taskId: tasks.all()[0]?.id ?? "" }),
    invalid: [
      [{}, "taskId is required, and must be the id of a task"],
      [{ taskId: 17 }, "taskId must be the id of a task"],
      [{ taskId: "" }, TASK],
      [{ taskId: "1 7" }, TASK],
      [{ taskId: ".." }, TASK],
      [{ taskId: "\ud83d" }, TASK],
      [{ taskId: UUID, wait: true }, "wait is not a property of this function; check its spelling"],
    ],
    output: {
      args: (taskId) => ({ taskId }),
      value: ({ tasks }) => tasks.all()[0]?.id,
      result: { state: "FINISHED", taskType: "create_router" },
    },
    mocked: { args: { taskId: "17" }, result: { taskId: "17", state: "FINISHED" } },
    types: `
export const task: Promise<string> = cloudplatform.getTask({ taskId: "1" }, { provider }).then(({ state }) => state);
`,
  },
];
