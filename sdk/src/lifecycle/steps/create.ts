import { CREATION_ACCEPTED } from "../../errors/replies";
import type { Api } from "../../platform/api/deployment";
import { type ChangeResult, isMissing } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import { TaskFailed } from "../../platform/tasks/task";
import type { OperationContext } from "../handler";
import { outcomeOf } from "./change";
import { type Created, type Creates, type Creation, createLookup } from "./creation";
import {
  awaitUnfinished,
  findByFinishedTasks,
  findNew,
  pollForCreated,
  saveUnfinished,
  unnamed,
} from "./find-created";
import { resumeCreation } from "./resume";

/** Creates an object or uses an existing one. Finds an object that an interrupted run created, or whose reply was lost. */
export function createOrFind<I, R>(
  handler: Creates<I, R>,
  inputs: I,
  context: OperationContext,
): Promise<Created<R>> {
  const creation = handler.creation(inputs);
  return context.withKeyedLock(creation.lockKey, async () => {
    const { resumed, equal, adopted } = await foresee(creation, context);
    if (resumed) return resumed;
    if (equal === undefined) context.warn(creation.errors.cannotList.error());
    const idsBefore = equal?.map(creation.idOf);
    context.save({ lookup: createLookup(creation.afterKill, idsBefore, Date.now()) });
    return adopted ?? create(creation, idsBefore, context);
  });
}

/** What a creation finds before it sends its request. */
interface Foreseen<R> {
  /** The object that an interrupted run has created. */
  resumed?: Created<R>;
  /** The objects that equal the inputs; undefined if the platform cannot list them. */
  equal?: R[] | undefined;
  /** The one of them that is used instead of a new one. */
  adopted?: Created<R>;
}

/** What `createOrFind` finds. Throws the errors of a creation that cannot begin, and sends only requests that read. */
export async function foresee<R>(creation: Creation<R>, context: OperationContext): Promise<Foreseen<R>> {
  const resumed = await resumeCreation(creation, context);
  if (resumed) return { resumed };
  const equal = await listEqual(creation, context);
  const object = equal && creation.useExisting(equal);
  if (object === undefined) return { equal };
  context.info(creation.adoption(object));
  const task = creation.tasks?.currentOf(object);
  if (task) await context.awaitForeignTask(task);
  return { equal, adopted: { id: creation.idOf(object), object, isExisting: true } };
}

async function listEqual<R>(creation: Creation<R>, context: OperationContext): Promise<R[] | undefined> {
  const equal = await creation.list(context.api);
  if (!creation.tasks || creation.ifExists !== "adopt" || equal?.length !== 0) return equal;
  await awaitUnfinished(creation, context);
  return (await creation.list(context.api)) ?? [];
}

/**
 * The half-way states: the request is sent (`lookup`), the platform has accepted it (`tasks`), the object has an id (`id`).
 * `recoverCreated` continues in this run after a lost reply, and `resumeCreation` in the next run.
 */
async function create<R>(
  creation: Creation<R>,
  idsBefore: string[] | undefined,
  context: OperationContext,
): Promise<Created<R>> {
  const outcome = await outcomeOf(() => creation.send(context.api));
  switch (outcome.status) {
    case "done":
      return accepted(creation, outcome.result, idsBefore, context);
    case "refused":
      context.save();
      throw refusal(creation, outcome.error, idsBefore);
    case "unknown":
      return recoverCreated(creation, outcome.error, idsBefore, context);
  }
}

function refusal<R>({ errors }: Creation<R>, error: unknown, idsBefore: string[] | undefined): unknown {
  // Where the same path lists objects, a 404 is about something that the new object needs.
  const lacksOperation = isMissing(error) && !(idsBefore && error.status === 404);
  return (lacksOperation && errors.cannotCreate?.(error)) || error;
}

async function accepted<R>(
  creation: Creation<R>,
  { object, tasks }: ChangeResult<R>,
  idsBefore: string[] | undefined,
  context: OperationContext,
): Promise<Created<R>> {
  if (object) return { id: creation.idOf(object), object };
  const finished = await awaitCreation(creation, tasks, context);
  const found = findByFinishedTasks(creation, { tasks, idsBefore }, finished, context);
  const created = await found.catch((error: unknown) => {
    if (!(error instanceof PlatformError)) throw error;
    if (creation.provisionalId === undefined) throw error.withRemark(CREATION_ACCEPTED);
  });
  return created ?? unnamed(creation, creation.errors.notListed(tasks), context);
}

/** Waits for the tasks of a creation. If the wait fails, what may exist is saved. */
async function awaitCreation<R>(creation: Creation<R>, tasks: string[], context: OperationContext) {
  if (tasks.length === 0) return [];
  const { known } = creation;
  context.save({ known, tasks });
  try {
    return await context.awaitTasks(tasks);
  } catch (error) {
    await saveUnfinished(creation, tasks, error, context);
    throw error;
  }
}

/** Finds the object of a creation whose reply was lost. Throws the error of the request if no object is found. */
async function recoverCreated<R>(
  creation: Creation<R>,
  error: PlatformError,
  idsBefore: string[] | undefined,
  context: OperationContext,
): Promise<Created<R>> {
  if (idsBefore === undefined) throw error.withKind(creation.errors.uncertain);
  const find = (api: Api) => findNew(creation, api, idsBefore, context);
  const object = await pollForCreated(context, find).catch(() => undefined);
  if (object === undefined) throw error;
  const id = creation.idOf(object);
  context.save({ id, known: creation.known });
  const task = creation.tasks?.currentOf(object);
  if (task)
    await context.awaitTasks([task]).catch((failure: unknown) => {
      // The object of a failed task does not exist.
      if (failure instanceof TaskFailed) context.save();
      throw failure;
    });
  return { id, object };
}
