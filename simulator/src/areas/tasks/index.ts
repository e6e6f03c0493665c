import { z } from "zod";
import { pageOf } from "../../core/page";
import { notFound } from "../../core/problem";
import { uuid } from "../../core/schemas";
import { type Operation, ok, operation } from "../../http/operation";
import { cloudErrors } from "../../http/shapes";
import type { Platform } from "../../platform";
import type { TaskEngine } from "../../tasks/engine";
import type { Area } from "../area";
import { type TasksHandle, tasksHandle } from "./handle";
import { selectTasks, taskQuery } from "./query";

const documentedPath = "/v1/tasks";
const publishedPath = "/cloud/v1/tasks";

export function tasksArea({ tasks, settings }: Platform): Area<TasksHandle> {
  const { taskPath } = settings;
  return {
    handle: tasksHandle(tasks),
    operations: [
      ...(taskPath === publishedPath ? [] : [getTask(tasks, documentedPath, true)]),
      ...(taskPath === documentedPath ? [] : [getTask(tasks, publishedPath, false), listTasks(tasks)]),
    ],
    errors: { under: [documentedPath, publishedPath], shape: cloudErrors },
    state: () => tasks.all(),
  };
}

function getTask(tasks: TaskEngine, path: string, documented: boolean): Operation {
  return operation({
    method: "GET",
    path: `${path}/:task_id`,
    documented,
    params: z.strictObject({ task_id: uuid }),
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
    query: taskQuery,
    handle: ({ query }) => ok(pageOf(selectTasks(tasks, query), query)),
  });
}
