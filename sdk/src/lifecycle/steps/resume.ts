import { CodedError } from "../../errors/definition";
import { type Task, TaskFailed, TaskStillRunning } from "../../platform/tasks/task";
import type { OperationContext, Progress } from "../handler";
import { findNew, identify, saveUnfinished } from "./created";
import type { AnyCreation, Created, Creation } from "./creation";
import { hasKey, isCreationOf, type Lookup } from "./recognise";

/** The object of an interrupted creation; undefined if that has created nothing, or nothing that these inputs declare. */
export async function resumeCreation<R>(
  creation: Creation<R>,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { previous } = context;
  if (previous === undefined) return undefined;
  const { afterKill, errors, noun, known } = creation;
  const { lookup } = previous;
  if (lookup && afterKill !== "findsExisting" && !hasKey(lookup, afterKill.key)) {
    const { id } = previous;
    if (errors.mayExistElsewhere) context.warn(errors.mayExistElsewhere.error({ id }));
    return undefined;
  }
  const seen = await findPrevious(creation, previous, context);
  const found = seen && (await whenComplete(creation, seen, previous, context));
  if (found === undefined) {
    context.save();
    return undefined;
  }
  const { tasks: _, uncertain: __, ...kept } = previous;
  context.save({ ...kept, id: found.id, known });
  if (lookup)
    context.info(`${noun} ${found.id}, which an earlier run created, is used: no second one is created`);
  return found;
}

/** The object, as soon as no task creates or changes it. Undefined if it does not exist then. */
async function whenComplete<R>(
  creation: Creation<R>,
  created: Created<R>,
  previous: Progress,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { id, object } = created;
  const task = object && creation.tasks?.currentOf(object);
  if (!task) return created;
  context.save({ ...previous, id, known: creation.known });
  await context.awaitForeignTask(task);
  const found = await creation.find(context.api, id);
  if (found.status === "gone") return undefined;
  return found.status === "found" ? { id, object: found.object } : { id };
}

/** The id of the object that the tasks of an interrupted creation created; undefined if there is no such object. */
export async function createdId(
  creation: AnyCreation,
  tasks: string[],
  finished: Task[],
  context: OperationContext,
): Promise<string | undefined> {
  return (await identify(creation, { tasks, before: undefined }, finished, context))?.id;
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
  const finished = await awaitPrevious(creation, tasks, context);
  return finished && identify(creation, { tasks, before: lookup?.before }, finished, context);
}

/** An object that was renamed since is not the one that the inputs declare. */
async function findById<R>(
  creation: Creation<R>,
  id: string,
  lookup: Lookup | undefined,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { afterKill } = creation;
  const found = await creation.find(context.api, id);
  if (found.status === "gone" || context.isInUse(id)) return undefined;
  if (found.status === "unreadable") return { id };
  const { object } = found;
  const isRenamed = lookup && afterKill !== "findsExisting" && !hasKey(lookup, afterKill.keyOf(object));
  return isRenamed ? undefined : { id, object };
}

/**
 * Waits for the tasks of an interrupted creation. Their failure is not an error of this creation. Undefined if they have
 * all failed: a failed task has created nothing that could still become visible.
 */
async function awaitPrevious<R>(
  creation: Creation<R>,
  tasks: string[],
  context: OperationContext,
): Promise<Task[] | undefined> {
  try {
    return await context.awaitTasks(tasks);
  } catch (error) {
    if (error instanceof TaskStillRunning) {
      await saveUnfinished(creation, tasks, error, context);
      throw error;
    }
    if (!(error instanceof CodedError)) throw error;
    context.warn(error);
    if (error instanceof TaskFailed) return error.finished.length > 0 ? error.finished : undefined;
    return [];
  }
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
  const { afterKill } = creation;
  if (afterKill === "findsExisting" || lookup.before === undefined) return undefined;
  const list = async () => {
    const all = await afterKill.listAll(context.graceApi);
    return all?.filter((object) => hasKey(lookup, afterKill.keyOf(object)));
  };
  const object = await findNew(creation, list, lookup.before, context);
  if (object === undefined || !isCreationOf(lookup, afterKill, object)) return undefined;
  return { id: creation.idOf(object), object };
}
