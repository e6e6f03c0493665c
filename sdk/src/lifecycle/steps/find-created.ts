import type { CodedError } from "../../errors/definition";
import type { Api } from "../../platform/api/deployment";
import { type Task, TaskFailed } from "../../platform/tasks/task";
import type { OperationContext } from "../handler";
import type { Attempt, Created, Creation } from "./creation";

/** Finds the object that tasks have created. Undefined if they have created none, as far as the platform shows. */
export async function findByFinishedTasks<R>(
  creation: Creation<R>,
  attempt: Attempt,
  finished: Task[],
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const id = reportedId(creation, finished);
  if (id !== undefined) return { id };
  const result = await pollForCreated(context, async (api) => {
    const listed = await creation.list(api);
    if (listed === undefined) return "unlistable";
    return createdBy(creation, attempt.tasks, listed) ?? newAmong(creation, attempt, listed);
  });
  if (result === undefined) return undefined;
  if (result === "unlistable")
    return unnamed(creation, creation.errors.notReported?.(attempt.tasks), context);
  return { id: creation.idOf(result), object: result };
}

/**
 * Polls for an object that a request has created. The search continues for some seconds after the end of the operation, so
 * that no created object is lost. Throws if the last search fails: then it is not known whether there is an object.
 */
export async function pollForCreated<T>(
  context: OperationContext,
  find: (api: Api) => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = await context.poll(() => find(context.api), "replicated");
  return found ?? find(context.graceApi);
}

/** An object whose id the platform does not show. `problem` is an error, or only a warning if there is a provisional id. */
export function unnamed<R>(
  { provisionalId }: Creation<R>,
  problem: CodedError | undefined,
  context: OperationContext,
): Created<R> {
  if (provisionalId === undefined) throw problem;
  if (problem) context.warn(problem);
  return { id: provisionalId };
}

function reportedId<R>({ tasks }: Creation<R>, finished: Task[]): string | undefined {
  return tasks && finished.flatMap((task) => task.created[tasks.createdKey] ?? [])[0];
}

function createdBy<R>(creation: Creation<R>, tasks: string[], listed: R[]): R | undefined {
  return listed.find((object) => tasks.includes(creation.tasks?.creatorOf(object) ?? ""));
}

/** An equal object that no other task created. Not if it may be a second one that is meant to exist. */
function newAmong<R>(creation: Creation<R>, { tasks, idsBefore }: Attempt, listed: R[]): R | undefined {
  if (idsBefore === undefined && creation.ifExists === "create") return undefined;
  const unattributed = listed.filter(
    (object) => tasks.length === 0 || creation.tasks?.creatorOf(object) == null,
  );
  return chooseNew(creation, unattributed, idsBefore ?? []);
}

/** Finds a new object, also if the deployment lists objects only after the task that creates them. */
export async function findNew<R>(
  creation: Creation<R>,
  api: Api,
  idsBefore: string[],
  context: OperationContext,
): Promise<R | undefined> {
  const listed = chooseNew(creation, (await creation.list(api)) ?? [], idsBefore);
  if (listed || !creation.tasks) return listed;
  await awaitUnfinished(creation, context);
  return chooseNew(creation, (await creation.list(api)) ?? [], idsBefore);
}

/** Waits for all tasks that create such objects. */
export async function awaitUnfinished<R>({ tasks }: Creation<R>, context: OperationContext): Promise<void> {
  for (const task of (await tasks?.unfinished(context.api)) ?? []) await context.awaitForeignTask(task);
}

function chooseNew<R>({ idOf, choose = only }: Creation<R>, listed: R[], idsBefore: string[]): R | undefined {
  return choose(listed.filter((object) => !idsBefore.includes(idOf(object))));
}

/** If there are several, it is unclear which one it is. */
function only<R>(created: R[]): R | undefined {
  return created.length === 1 ? created[0] : undefined;
}

/** Saves what may exist after a failed wait for the tasks of a creation. */
export async function saveUnfinished<R>(
  creation: Creation<R>,
  tasks: string[],
  error: unknown,
  context: OperationContext,
): Promise<void> {
  const { known } = creation;
  const hasFailed = error instanceof TaskFailed;
  const finished = hasFailed ? error.finished : [];
  const reported = reportedId(creation, finished);
  if (reported !== undefined) return context.save({ id: reported, known });
  if (hasFailed && finished.length === 0) return context.save();
  // An object that is still being created may be listed already: then the state can have its id.
  const listed = await creation.list(context.graceApi).catch(() => undefined);
  const object = createdBy(creation, tasks, listed ?? []);
  const id = object && creation.idOf(object);
  if (hasFailed) context.save(id === undefined ? undefined : { id, known });
  else context.save({ ...(id !== undefined && { id }), tasks, known });
}
