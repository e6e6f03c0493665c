import { type Task, TaskFailed, TaskNotFound, TaskStillRunning } from "../../platform/tasks/task";
import { isDigestOf } from "../../util/digest";
import { canonicalJson } from "../../util/json";
import type { OperationContext, Progress } from "../handler";
import { type Attempt, type Created, type Creation, isCreationOf, type Lookup } from "./creation";
import { findByFinishedTasks, findNew, saveUnfinished, unnamed } from "./find-created";

/**
 * The object of an interrupted creation; undefined if that has created nothing, or nothing that these inputs declare. With the
 * same key, the object is used, and without an object its progress is removed. With another key, the object is used only if
 * its id is known and an update can change the key; otherwise it stays as it is, and a warning names it.
 */
export async function resumeCreation<R>(
  creation: Creation<R>,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { previous } = context;
  if (previous === undefined) return undefined;
  const { afterKill, errors, noun, known } = creation;
  const { id, lookup } = previous;
  const hasOtherKey = lookup && !isDigestOf(lookup, afterKill.key);
  const isUsable = !hasOtherKey || (id !== undefined && afterKill.isChangeable);
  const found = isUsable ? await findWhenIdle(creation, previous, context) : undefined;
  if (found !== undefined) {
    const { tasks: _, uncertain: __, ...kept } = previous;
    context.save({ ...kept, id: found.id, known });
    if (lookup)
      context.info(`${noun} ${found.id}, which an earlier run created, is used: no second one is created`);
  } else if (!hasOtherKey) context.save();
  else if (errors.mayExistElsewhere) context.warn(errors.mayExistElsewhere.error({ id }));
  return found;
}

/** The object, as soon as no task creates or changes it. Undefined if it does not exist then. */
async function findWhenIdle<R>(
  creation: Creation<R>,
  previous: Progress,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const created = await findPrevious(creation, previous, context);
  const { id = "", object } = created ?? {};
  const task = object && creation.tasks?.currentOf(object);
  if (!task) return created;
  context.save({ ...previous, id, known: creation.known });
  await context.awaitForeignTask(task, true);
  const found = await creation.find(context.api, id);
  if (found === "gone") return undefined;
  return found === "unreadable" ? { id } : { id, object: found };
}

/**
 * Waits for the tasks of an interrupted creation, and finds the object that they have created. Undefined if they have
 * created nothing. Throws if there may be an object that the platform does not list.
 */
export async function awaitAndFind<R>(
  creation: Creation<R>,
  attempt: Attempt,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { tasks } = attempt;
  const { finished, failure } = await endOf(tasks, creation.known, context);
  // A failed task has created nothing that could still become visible.
  if (failure instanceof TaskFailed && finished.length === 0) return undefined;
  const found = await findByFinishedTasks(creation, attempt, finished, context);
  return found || failure ? found : unnamed(creation, creation.errors.notListed(tasks), context);
}

/** The failure of a task of an earlier run is not an error of this run. */
async function endOf(
  tasks: string[],
  known: object,
  context: OperationContext,
): Promise<{ finished: Task[]; failure?: Error }> {
  try {
    return { finished: await context.awaitTasks(tasks, known) };
  } catch (failure) {
    if (!(failure instanceof TaskFailed || failure instanceof TaskNotFound)) throw failure;
    context.warn(failure);
    return { finished: failure instanceof TaskFailed ? failure.finished : [], failure };
  }
}

async function findPrevious<R>(
  creation: Creation<R>,
  previous: Progress,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { id, tasks = [], lookup } = previous;
  if (id !== undefined) return findById(creation, id, lookup, context);
  if (tasks.length === 0) return lookup && findByLookup(creation, lookup, context);
  context.save({ ...previous, known: creation.known });
  return awaitAndFind(creation, { tasks, idsBefore: lookup?.before }, context).catch(async (error) => {
    if (error instanceof TaskStillRunning) await saveUnfinished(creation, tasks, error, context);
    throw error;
  });
}

/** An object that somebody else has renamed since is not the one that the inputs declare. */
async function findById<R>(
  creation: Creation<R>,
  id: string,
  lookup: Lookup | undefined,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { afterKill } = creation;
  const object = await creation.find(context.api, id);
  if (object === "gone" || context.isInUse(id)) return undefined;
  if (object === "unreadable") return { id };
  if (lookup === undefined) return { id, object };
  const key = afterKill.keyOf(object);
  const isRenamed = !isDigestOf(lookup, key) && canonicalJson(key) !== canonicalJson(afterKill.key);
  return isRenamed ? undefined : { id, object };
}

/**
 * Finds the object of a creation whose reply did not arrive, by what the request had. The request may never have been
 * sent, and somebody else may have created an equal object since.
 */
async function findByLookup<R>(
  creation: Creation<R>,
  lookup: Lookup,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  if (lookup.before === undefined) return undefined;
  const object = await findNew(creation, context.graceApi, lookup.before, context);
  if (object === undefined || !isCreationOf(lookup, creation.afterKill, object)) return undefined;
  return { id: creation.idOf(object), object };
}
