import type { FunctionMock } from "../../lifecycle/mock";
import { MOCK_TIME } from "../../util/mock";
import type { GetAiTasksArgs, GetAiTasksResult } from "./types";

export const mock: FunctionMock<GetAiTasksArgs, GetAiTasksResult> = (args, values) => {
  const { taskId = values.uuid("task"), taskName = "transcription", status = "SUCCESS" } = args;
  return {
    count: 1,
    next: null,
    previous: null,
    results: [
      {
        taskId,
        status,
        progress: 100,
        taskData: { taskName, url: "https://videos.example.com/1.mp4" },
        processingTime: { startedAt: MOCK_TIME, completedAt: MOCK_TIME, totalTimeSec: 0 },
      },
    ],
  };
};
