import { z } from "zod";
import { contract } from "../contract/operation";
import { tasks as api, type TaskQuery, type TaskRecord, taskRecord } from "../contract/tasks";
import { pageOf } from "../core/page";
import { notFound } from "../core/problem";
import { uuid } from "../core/schemas";
import { type Operation, ok, operation, unknownReplies } from "../http/operation";
import type { TaskEngine } from "../tasks/engine";
import { hasEnded } from "../tasks/entry";
import type { Area, AreaPlatform } from "./area";

export interface TasksHandle extends ReturnType<typeof tasksHandle> {}

export function tasksArea({ tasks, settings: { taskPath, unknownTasks } }: AreaPlatform): Area<TasksHandle> {
  const handle = tasksHandle(tasks);
  const get = (contract: typeof api.get): Operation =>
    operation(contract, ({ params: { task_id: id } }) => {
      const task = tasks.get(id);
      if (task) return ok(task);
      if (unknownTasks) return unknownReplies[unknownTasks];
      throw notFound(`Task ${id} was not found`);
    });
  const list = operation(api.list, ({ query }) => ok(pageOf(selectTasks(tasks, query), query)));
  return {
    handle,
    operations: [
      ...(taskPath === "/cloud/v1/tasks" ? [] : [get(api.get)]),
      ...(taskPath === "/v1/tasks" ? [] : [get(api.getPublished), list]),
    ],
    controls: taskControls(handle),
    state: () => tasks.all(),
  };
}

function tasksHandle(engine: TaskEngine) {
  const pending = (): TaskRecord[] => engine.all().filter((task) => !hasEnded(task));
  const chosen = (id: string | undefined): string[] =>
    id === undefined ? pending().map((task) => task.id) : [id];
  return {
    all: (): TaskRecord[] => [...engine.all()],
    /** The tasks that have not ended. */
    pending,
    /** Ends a task now, with its effect; without an id all pending tasks, oldest first. */
    finish: (id?: string): void => {
      for (const each of chosen(id)) engine.finish(each);
    },
    /** Ends a task now in ERROR, without its effect; without an id all pending tasks. */
    fail: (id?: string, sentence = "The task failed for an internal reason"): void => {
      for (const each of chosen(id)) engine.fail(each, sentence);
    },
  };
}

/** The matching tasks in order of creation. */
function selectTasks(engine: TaskEngine, query: TaskQuery): TaskRecord[] {
  const matching = engine
    .entries()
    .filter(
      ({ record, createdAt }) =>
        (query.state?.includes(record.state) ?? true) &&
        (query.project_id?.includes(record.project_id) ?? true) &&
        (query.region_id?.includes(record.region_id) ?? true) &&
        (query.task_type === undefined || query.task_type === record.task_type) &&
        createdAt >= (query.from_timestamp ?? Number.NEGATIVE_INFINITY) &&
        createdAt <= (query.to_timestamp ?? Number.POSITIVE_INFINITY),
    );
  const tasks = matching.map(({ record }) => record);
  return query.order_by === "asc" ? tasks : tasks.reverse();
}

const failure = z.strictObject({ error: z.string().optional() }).default({});
const oneTask = { params: z.strictObject({ task_id: uuid }), replies: { 200: taskRecord } };
/** How many tasks have ended. */
const counted = { 200: z.strictObject({ count: z.int() }) };

const controls = {
  finish: contract("POST /_simulator/tasks/{task_id}/finish", {
    summary: "Finish a task now, with its effect",
    ...oneTask,
  }),
  fail: contract("POST /_simulator/tasks/{task_id}/fail", {
    summary: "End a task now in ERROR, without its effect",
    body: failure,
    ...oneTask,
  }),
  finishAll: contract("POST /_simulator/tasks/finish", {
    summary: "Finish all pending tasks",
    replies: counted,
  }),
  failAll: contract("POST /_simulator/tasks/fail", {
    summary: "End all pending tasks in ERROR",
    body: failure,
    replies: counted,
  }),
};

function taskControls(tasks: TasksHandle): Operation[] {
  const find = (id: string) => ok(tasks.all().find((task) => task.id === id));
  return [
    operation(controls.finish, ({ params: { task_id: id } }) => {
      tasks.finish(id);
      return find(id);
    }),
    operation(controls.fail, ({ params: { task_id: id }, body: { error } }) => {
      tasks.fail(id, error);
      return find(id);
    }),
    operation(controls.finishAll, () => {
      const count = tasks.pending().length;
      tasks.finish();
      return ok({ count });
    }),
    operation(controls.failAll, ({ body: { error } }) => {
      const count = tasks.pending().length;
      tasks.fail(undefined, error);
      return ok({ count });
    }),
  ];
}
