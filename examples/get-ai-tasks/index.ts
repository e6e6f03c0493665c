import * as cloudplatform from "pulumi-cloudplatform";

// The number of all tasks. One page is enough.
export const tasks = cloudplatform.getAiTasksOutput({ limit: 1 }).count;

// The failed tasks, from all pages.
async function failed() {
  const found: cloudplatform.AiTask[] = [];
  for await (const { results } of cloudplatform.paginateAiTasks({ status: "FAILURE", limit: 50 })) {
    found.push(...results);
  }
  return found.map(({ taskId, taskData }) => ({ taskId, url: taskData?.url }));
}

export const failedTasks = failed();
