import { z } from "zod";
import { uuid } from "../../core/schemas";
import { type Operation, ok, operation } from "../../http/operation";
import { taskRecord } from "../../tasks/record";
import type { TasksHandle } from "./handle";

const taskPath = z.strictObject({ task_id: uuid });

/** How many tasks have ended. */
const counted = z.strictObject({ count: z.int() });

/** The sentence that the task ends with. */
const failure = z.strictObject({ error: z.string().optional() }).default({});

/** POST /_simulator/tasks[/{task_id}]/finish and /fail: one task, or all that are pending. */
export function taskControls(tasks: TasksHandle): Operation[] {
  return [finishAll(tasks), failAll(tasks), finish(tasks), fail(tasks)];
}

function finish(tasks: TasksHandle): Operation {
  return operation({
    method: "POST",
    path: "/tasks/:task_id/finish",
    summary: "Finish a task now, with its effect",
    replies: { 200: taskRecord },
    params: taskPath,
    handle: ({ params: { task_id } }) => {
      tasks.finish(task_id);
      return ok(tasks.all().find((task) => task.id === task_id));
    },
  });
}

function fail(tasks: TasksHandle): Operation {
  return operation({
    method: "POST",
    path: "/tasks/:task_id/fail",
    summary: "End a task now in ERROR, without its effect",
    replies: { 200: taskRecord },
    params: taskPath,
    body: failure,
    handle: ({ params: { task_id }, body: { error } }) => {
      tasks.fail(task_id, error);
      return ok(tasks.all().find((task) => task.id === task_id));
    },
  });
}

function finishAll(tasks: TasksHandle): Operation {
  return operation({
    method: "POST",
    path: "/tasks/finish",
    summary: "Finish all pending tasks",
    replies: { 200: counted },
    handle: () => {
      const count = tasks.pending().length;
      tasks.finish();
      return ok({ count });
    },
  });
}

function failAll(tasks: TasksHandle): Operation {
  return operation({
    method: "POST",
    path: "/tasks/fail",
    summary: "End all pending tasks in ERROR",
    replies: { 200: counted },
    body: failure,
    handle: ({ body: { error } }) => {
      const count = tasks.pending().length;
      tasks.fail(undefined, error);
      return ok({ count });
    },
  });
}
