import { z } from "zod";
import { pageOf, pageSchema } from "../../core/page";
import { notFound } from "../../core/problem";
import { uuid } from "../../core/schemas";
import { type Operation, ok, operation } from "../../http/operation";
import { cloudErrors } from "../../http/shapes";
import type { TaskEngine } from "../../tasks/engine";
import { taskRecord } from "../../tasks/record";
import type { Area, AreaPlatform } from "../area";
import { taskControls } from "./controls";
import { type TasksHandle, tasksHandle } from "./handle";
import { selectTasks, taskQuery } from "./query";

const documentedPath = "/v1/tasks";
const publishedPath = "/cloud/v1/tasks";

const taskParams = z.strictObject({ task_id: uuid });
const taskPage = pageSchema(taskRecord);

export function tasksArea({ tasks, settings }: AreaPlatform): Area<TasksHandle> {
  const { taskPath } = settings;
  const handle = tasksHandle(tasks);
  return {
    handle,
    operations: [
      ...(taskPath === publishedPath ? [] : [getTask(tasks, documentedPath, true)]),
      ...(taskPath === documentedPath ? [] : [getTask(tasks, publishedPath, false), listTasks(tasks)]),
    ],
    errors: { under: [documentedPath, publishedPath], shape: cloudErrors },
    controls: taskControls(handle),
    state: () => tasks.all(),
  };
}

function getTask(tasks: TaskEngine, path: string, documented: boolean): Operation {
  return operation({
    method: "GET",
    path: `${path}/:task_id`,
    summary: "Get a task",
    replies: { 200: taskRecord },
    documented,
    params: taskParams,
    handle: ({ params }) => {
      const task = tasks.get(params.task_id);
      if (task === undefined) throw notFound(`Task ${params.task_id} was not found`);
      return ok(task);
    },
  });
}

function listTasks(tasks: TaskEngine): Operation {
  return operation({
    method: "GET",
    path: publishedPath,
    summary: "List tasks",
    replies: { 200: taskPage },
    query: taskQuery,
    handle: ({ query }) => ok(pageOf(selectTasks(tasks, query), query)),
  });
}
