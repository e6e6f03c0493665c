import { CodedError } from "../../errors/coded-error";
import type { ErrorDefinition, RefusedRequest, RequestErrorDefinition } from "../../errors/definition";
import { CREATION_ACCEPTED } from "../../errors/replies";
import type { Api } from "../../platform/api/deployment";
import type { Found } from "../../platform/api/pages";
import { type ChangeResult, isMissing } from "../../platform/api/reply";
import { PlatformError } from "../../platform/http/error";
import { type Task, TaskFailed, TaskStillRunning } from "../../platform/tasks/task";
import type { OperationContext } from "../context";
import type { Progress } from "../progress";
import { findCreated, mayHaveTakenEffect } from "./changes";
import { createLookup, isAbout, isSameScope, type Lookup, type LookupKeys, matches } from "./lookup";

/** How objects of one kind are listed, recognised and created. */
export interface Creation<R> {
  /** The kind of object, for messages. */
  noun: string;
  /** Creations with the same queue run one after the other, so that none uses the object of another. */
  queue: string;
  /** The part of the state that is certain before the platform returns the object. */
  known: object;
  /**
   * Lists the objects that equal the inputs; undefined if the platform cannot list them. `isFirst`: before this creation has
   * any effect, so the list may be one that creations at about the same time share.
   */
  list(api: Api, isFirst?: boolean): Promise<R[] | undefined>;
  find(api: Api, id: string): Promise<Found<R>>;
  idOf(object: R): string;
  /** Returns the existing object to use instead of a new one. Throws if the inputs forbid both. */
  useExisting(equal: R[]): R | undefined;
  /** Whether to use an equal object as well that another run is creating. */
  usesUnfinished?: boolean;
  /** Whether the inputs allow a second, equal object: then an object is not recognised by its equality alone. */
  allowsEqual?: boolean;
  /** Chooses the created object among new ones. Default: the only one. */
  choose?(created: R[]): R | undefined;
  send(api: Api): Promise<ChangeResult<R>>;
  /** Absent if the platform creates these objects without tasks. */
  tasks?: CreationTasks<R>;
  /** Finds the object after this process was killed. Absent if the next run finds it as an existing one. */
  lookup?: LookupKeys<R>;
  errors: CreationErrors;
}

interface CreationTasks<R> {
  /** The key of these objects in the platform's record of a task. */
  kind: string;
  /** Lists the unfinished tasks that create such objects; undefined if the platform cannot list them. */
  unfinished(api: Api): Promise<string[] | undefined>;
  /** The task that created an object, and the task that changes it now. */
  creatorOf(object: R): string | null | undefined;
  currentOf(object: R): string | null | undefined;
}

interface CreationErrors {
  /** A warning. */
  cannotList: ErrorDefinition<void>;
  /** A warning: an interrupted run may have created the object with inputs that have changed since. */
  mayExistElsewhere?: ErrorDefinition<void>;
  /** Absent if each deployment has the operation. */
  cannotCreate?(refused: RefusedRequest): Error;
  /** The reply was lost, and the objects cannot be listed. */
  uncertain: RequestErrorDefinition;
  /** The platform accepted the creation, but does not list the object: an error, or a provisional id. */
  notListed(tasks: string[]): Error | string;
  /** The same if the platform cannot list objects. */
  notReported(tasks: string[]): Error | string;
}

/** An object that was created or found. */
export interface Created<R> {
  id: string;
  /** Absent if the platform has returned only its id. */
  object?: R;
}

/** The tasks of a creation, and the ids of the equal objects that existed before it. */
interface Attempt {
  tasks: string[];
  before: string[] | undefined;
}

/** Creates an object or uses an existing one. Finds an object that an interrupted run created, or whose reply was lost. */
export function createOrFind<R>(creation: Creation<R>, context: OperationContext): Promise<Created<R>> {
  return context.oneAtATime(creation.queue, async () => {
    const continued = await continuePrevious(creation, context);
    if (continued) return continued;
    const equal = await listEqual(creation, context);
    if (equal === undefined) context.warn(creation.errors.cannotList.error());
    const existing = equal && creation.useExisting(equal);
    const before = equal?.filter((object) => object !== existing).map(creation.idOf);
    if (creation.lookup) context.save({ lookup: createLookup(creation.lookup, before) });
    if (existing === undefined) return create(creation, before, context);
    const task = creation.tasks?.currentOf(existing);
    if (task) await context.settle(task);
    return { id: creation.idOf(existing), object: existing };
  });
}

async function listEqual<R>(creation: Creation<R>, context: OperationContext): Promise<R[] | undefined> {
  const equal = await creation.list(context.platform, true);
  if (!creation.usesUnfinished || equal?.length !== 0) return equal;
  await settleUnfinished(creation, context);
  return (await creation.list(context.platform)) ?? [];
}

async function create<R>(
  creation: Creation<R>,
  before: string[] | undefined,
  context: OperationContext,
): Promise<Created<R>> {
  let started: ChangeResult<R>;
  try {
    started = await creation.send(context.platform);
  } catch (error) {
    return recoverCreated(error, creation, before, context);
  }
  const { object, tasks } = started;
  if (object) return { id: creation.idOf(object), object };
  const finished = await finishCreation(creation, tasks, context);
  const found = identify(creation, { tasks, before }, finished, context);
  const created = await found.catch((error: unknown) => withoutList(error, creation, tasks));
  return created ?? provisional(creation.errors.notListed(tasks));
}

/** The list could not be read after the platform had accepted the creation. */
function withoutList<R>(error: unknown, creation: Creation<R>, tasks: string[]): Created<R> {
  if (!(error instanceof PlatformError)) throw error;
  const outcome = creation.errors.notListed(tasks);
  if (typeof outcome !== "string") throw error.withRemark(CREATION_ACCEPTED);
  return { id: outcome };
}

/** Finds the object of a request that failed, if the platform may have carried it out. Throws if there is none. */
async function recoverCreated<R>(
  error: unknown,
  creation: Creation<R>,
  before: string[] | undefined,
  context: OperationContext,
): Promise<Created<R>> {
  if (!mayHaveTakenEffect(error)) {
    context.save();
    // Where the same path lists objects, a 404 is about something that the new object needs.
    const lacksOperation = isMissing(error) && !(before && error.status === 404);
    throw (lacksOperation && creation.errors.cannotCreate?.(error)) || error;
  }
  if (before === undefined) throw error.withKind(creation.errors.uncertain);
  const find = (api: Api) => findNew(creation, () => creation.list(api), before, context);
  const object = await findCreated(context, find).catch(() => undefined);
  if (object === undefined) throw error;
  const id = creation.idOf(object);
  context.save({ id, known: creation.known });
  const task = creation.tasks?.currentOf(object);
  if (task) await context.finish([task]);
  return { id, object };
}

/** Waits for the tasks of a creation. If the wait fails, what may exist is saved. */
async function finishCreation<R>(
  creation: Creation<R>,
  tasks: string[],
  context: OperationContext,
): Promise<Task[]> {
  if (tasks.length === 0) return [];
  const { known } = creation;
  context.save({ known, tasks });
  try {
    return await context.finish(tasks, known);
  } catch (error) {
    await saveUnfinished(error, creation, tasks, context);
    throw error;
  }
}

async function saveUnfinished<R>(
  error: unknown,
  creation: Creation<R>,
  tasks: string[],
  context: OperationContext,
): Promise<void> {
  const { known } = creation;
  if (error instanceof TaskFailed) {
    const id = reportedId(creation, error.finished);
    context.save(id === undefined ? undefined : { id, known });
    return;
  }
  // An object that is still being created may be listed already: then the state can have its id.
  const listed = await creation.list(context.recovery).catch(() => undefined);
  const object = createdBy(creation, tasks, listed ?? []);
  context.save({ ...(object && { id: creation.idOf(object) }), tasks, known });
}

/** The object of an interrupted creation; undefined if that has created nothing, or nothing that these inputs declare. */
async function continuePrevious<R>(
  creation: Creation<R>,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { previous } = context;
  if (previous === undefined) return undefined;
  const lookup = previous.lookup as Lookup | undefined;
  if (lookup && creation.lookup && !isSameScope(lookup, creation.lookup)) {
    const { mayExistElsewhere } = creation.errors;
    if (mayExistElsewhere) context.warn(mayExistElsewhere.error());
    return undefined;
  }
  const found = await findPrevious(creation, previous, context);
  if (found === undefined) {
    context.save();
    return undefined;
  }
  const { tasks: _, unsure: __, ...kept } = previous;
  context.save({ ...kept, id: found.id, known: creation.known });
  if (lookup)
    context.info(
      `${creation.noun} ${found.id}, which an earlier run created, is used: no second one is created`,
    );
  return found;
}

async function findPrevious<R>(
  creation: Creation<R>,
  previous: Progress,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { id, tasks = [] } = previous;
  const lookup = previous.lookup as Lookup | undefined;
  if (id !== undefined) {
    const found = await creation.find(context.platform, id);
    if (found.is === "gone" || context.isInUse(id)) return undefined;
    return found.is === "found" ? { id, object: found.object } : { id };
  }
  if (tasks.length === 0) return lookup && findByLookup(creation, lookup, context);
  context.save({ ...previous, known: creation.known });
  const finished = await finishPrevious(creation, tasks, context);
  return finished && identify(creation, { tasks, before: lookup?.before }, finished, context);
}

/**
 * Waits for the tasks of an interrupted creation. Their failure is not an error of this creation. Undefined if they have
 * all failed: a failed task has created nothing that could still become visible.
 */
async function finishPrevious<R>(
  creation: Creation<R>,
  tasks: string[],
  context: OperationContext,
): Promise<Task[] | undefined> {
  try {
    return await context.finish(tasks);
  } catch (error) {
    if (error instanceof TaskStillRunning) {
      await saveUnfinished(error, creation, tasks, context);
      throw error;
    }
    if (!(error instanceof CodedError)) throw error;
    context.warn(error);
    if (error instanceof TaskFailed) return error.finished.length > 0 ? error.finished : undefined;
    return [];
  }
}

/** Finds the object of a creation whose reply did not arrive, by what the request had. */
async function findByLookup<R>(
  creation: Creation<R>,
  lookup: Lookup,
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const { lookup: keys } = creation;
  if (keys === undefined || lookup.before === undefined) return undefined;
  const list = async () => {
    const all = await keys.listAll(context.recovery);
    return all?.filter((object) => matches(lookup, keys.keyOf(object)));
  };
  const object = await findNew(creation, list, lookup.before, context);
  // The request may never have been sent, and somebody else may have created an equal object since.
  if (object === undefined || (keys.createdAt && !isAbout(lookup.at, keys.createdAt(object))))
    return undefined;
  return { id: creation.idOf(object), object };
}

/** The id of the object that the tasks of an interrupted creation created; undefined if there is no such object. */
export async function createdId<R>(
  creation: Creation<R>,
  tasks: string[],
  finished: Task[],
  context: OperationContext,
): Promise<string | undefined> {
  return (await identify(creation, { tasks, before: undefined }, finished, context))?.id;
}

/** Finds the object that tasks have created. Undefined if they have created none, as far as the platform shows. */
async function identify<R>(
  creation: Creation<R>,
  attempt: Attempt,
  finished: Task[],
  context: OperationContext,
): Promise<Created<R> | undefined> {
  const id = reportedId(creation, finished);
  if (id !== undefined) return { id };
  const result = await findCreated(context, async (api) => {
    const listed = await creation.list(api);
    if (listed === undefined) return "unlistable";
    return createdBy(creation, attempt.tasks, listed) ?? newAmong(creation, attempt, listed);
  });
  if (result === undefined) return undefined;
  if (result === "unlistable") return provisional(creation.errors.notReported(attempt.tasks));
  return { id: creation.idOf(result), object: result };
}

function provisional<R>(id: Error | string): Created<R> {
  if (typeof id !== "string") throw id;
  return { id };
}

function reportedId<R>({ tasks }: Creation<R>, finished: Task[]): string | undefined {
  return tasks && finished.flatMap((task) => task.created[tasks.kind] ?? [])[0];
}

function createdBy<R>(creation: Creation<R>, tasks: string[], listed: R[]): R | undefined {
  return listed.find((object) => tasks.includes(creation.tasks?.creatorOf(object) ?? ""));
}

/** An equal object that no other task created. Not if it may be a second one that is meant to exist. */
function newAmong<R>(creation: Creation<R>, { tasks, before }: Attempt, listed: R[]): R | undefined {
  if (before === undefined && creation.allowsEqual) return undefined;
  const unattributed = listed.filter(
    (object) => tasks.length === 0 || creation.tasks?.creatorOf(object) == null,
  );
  return chooseNew(creation, unattributed, before ?? []);
}

/** Finds a new object, also if the deployment lists objects only after the task that creates them. */
async function findNew<R>(
  creation: Creation<R>,
  list: () => Promise<R[] | undefined>,
  before: string[],
  context: OperationContext,
): Promise<R | undefined> {
  const listed = chooseNew(creation, (await list()) ?? [], before);
  if (listed || !creation.tasks) return listed;
  await settleUnfinished(creation, context);
  return chooseNew(creation, (await list()) ?? [], before);
}

/** Waits for all tasks that create such objects. */
async function settleUnfinished<R>({ tasks }: Creation<R>, context: OperationContext): Promise<void> {
  for (const task of (await tasks?.unfinished(context.platform)) ?? []) await context.settle(task);
}

function chooseNew<R>({ idOf, choose = only }: Creation<R>, listed: R[], before: string[]): R | undefined {
  return choose(listed.filter((object) => !before.includes(idOf(object))));
}

/** If there are several, it is unclear which one it is. */
function only<R>(created: R[]): R | undefined {
  return created.length === 1 ? created[0] : undefined;
}
