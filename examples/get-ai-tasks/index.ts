import * as cloudplatform from "pulumi-cloudplatform";

// One page tells how many there are.
export const tasks = cloudplatform.getAiTasksOutput({ limit: 1 }).count;

// And all pages tell which of them have failed.
async function failed() {
  const found: cloudplatform.AiTask[] = [];
  for await (const { results } of cloudplatform.paginateAiTasks({ status: "FAILURE", limit: 50 })) {
    found.push(...results);
  }
  return found.map(({ taskId, taskData }) => ({ taskId, url: taskData?.url }));
}

export const failedTasks = failed();
