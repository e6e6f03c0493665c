import { CREATION } from "../errors/creation";
import { CodedError } from "../errors/definition";
import type { PlatformError } from "../platform/http/error";
import { REPLICATION_LAG_MS } from "../platform/tasks/delays";
import { type Task, TaskFailed, TaskNotFound } from "../platform/tasks/task";
import { isDigestOf } from "../util/digest";
import { canonicalJson } from "../util/json";
import type { ListedCreation } from "./creation";
import type { Unfinished } from "./record";
import { isLive, type Live, type Seen } from "./resource";

// The one decision about a creation. `up` does what was decided, and decides again until the object is there. Previews and
// `preflight` print the decision. `recover` decides about the creations of a lost run.

/** A creation whose request may have been sent. */
export interface Attempt {
  record: Unfinished;
  /**
   * An earlier run has sent the request: until when it may have been under way, and the time of the list, by the platform's
   * clock. Absent if this operation has listed the objects before and after its request.
   */
  earlier?: { until: number | undefined; now: number | undefined };
  /** How the tasks of the record have ended, as far as they have. Absent before they are awaited. */
  ended?: { finished: readonly Task[]; failure?: TaskFailed | TaskNotFound };
  /** The error of the request of this operation, whose reply was lost, and until when it may have been under way. */
  lost?: { error: PlatformError; until: number | undefined };
}

export function earlierAttempt(record: Unfinished, requestTimeout: number): Attempt {
  return { record, earlier: { until: sentUntil(record, requestTimeout), now: undefined } };
}

/** Until when the request may have been under way. */
export function sentUntil({ creation }: Unfinished, requestTimeout: number): number | undefined {
  return creation?.at === undefined ? undefined : creation.at + requestTimeout;
}

/** What is known when a creation is decided. */
export interface Evidence<S> {
  attempt?: Attempt | undefined;
  /** The object whose id the record names, or the report of its tasks. */
  named?: { id: string; seen: Seen<S> } | undefined;
  /** The objects with the key of the creation or of the attempt; undefined if the platform cannot list them. */
  listed: readonly Live<S>[] | undefined;
  /** Tasks of others that have not ended, and may be creating such an object. */
  creating: readonly string[];
  /** The platform's replicas may not show yet what was created. */
  mayLag?: boolean;
  /** The object of this resource before a replacement that was interrupted and is taken back. The state still has it. */
  former?: string | undefined;
  /** Whether another resource of the stack is the object with this id. */
  isInUse(id: string, creator?: string): boolean;
  /** Whether an update can make an object with another key the declared one. */
  isWithinReach(state: S): boolean;
  /** Why an object is not that of the attempt, although its key and its time say so. */
  doubtOf?(object: Live<S>): string | undefined;
}

export type Decision<S> = Action<S> & {
  /** An earlier attempt ends: nothing of it is known, or its object is not the one that these inputs declare. */
  over?: "nothing" | "left";
  /** The ids of objects that may be what was left. */
  left?: readonly string[];
};

type Action<S> =
  /** `beside`: equal objects, which are not used. */
  | { does: "create"; beside: readonly Live<S>[]; warning?: CodedError }
  /** Without tasks: until the request of an earlier run has ended, and the platform's replicas show what was created. */
  | { does: "wait"; tasks: readonly string[] }
  /** `continued`: an earlier run has created it. */
  | { does: "use"; because: "created" | "continued" | "former" | "adopted"; id: string; seen: Seen<S> }
  /** The state has the object without showing it. */
  | { does: "assume"; id: string; warning?: CodedError | undefined }
  /** `objects`: those that exist, or of which it is not certain whether one is the created one. */
  | { does: "refuse"; error: Error; objects: readonly Live<S>[] };

/** The platform's replicas may have clocks that differ by this much, and its times have whole seconds. */
export const CLOCK_TOLERANCE_MS = 2_000;

export function decide<S>(creation: ListedCreation<S>, evidence: Evidence<S>): Decision<S> {
  const { attempt } = evidence;
  if (attempt === undefined) return aboutExisting(creation, evidence);
  const over = leavesObject(creation, evidence) ? "left" : "nothing";
  const decision = aboutAttempt(creation, evidence, attempt);
  if (decision) return decision;
  const left = recognise(creation, evidence, attempt).objects.map(({ id }) => id);
  return { ...aboutExisting(creation, evidence), over, ...(over === "left" && { left }) };
}

/** Undefined if nothing has come of the attempt, or nothing that these inputs declare. */
function aboutAttempt<S>(
  creation: ListedCreation<S>,
  evidence: Evidence<S>,
  attempt: Attempt,
): Action<S> | undefined {
  const { record, ended, earlier } = attempt;
  const { named, listed, creating } = evidence;
  const { tasks = [], id, creation: { before } = {} } = record;
  if (tasks.length > 0 && !ended) return { does: "wait", tasks };
  const because = earlier ? "continued" : "created";
  if (named && isAttempted(creation, evidence)) return { does: "use", because, ...named };
  // A record with an id finds only this object.
  if (id !== undefined) return aboutOther(creation, evidence, attempt);
  const isOutOfReach = named && isLive(named.seen) && hasKey(creation, named.seen, attempt);
  // Without a list from before, nothing shows whether a request without a task was sent.
  if (isOutOfReach || (earlier && tasks.length === 0 && !before)) return undefined;
  if (earlier && isTaken(creation, evidence, attempt)) return undefined;
  if (creating.length > 0) return { does: "wait", tasks: creating };
  const { objects, isCertain } = recognise(creation, evidence, attempt);
  const [object] = objects.filter((one) => isDeclared(creation, evidence, one));
  if (object && isCertain && evidence.doubtOf?.(object) === undefined)
    return { does: "use", because, id: object.id, seen: object };
  // The advice of this error is to declare another key. A failed task may have created none of several.
  const isRefused = objects.some((one) => hasKey(creation, one)) && !ended?.failure;
  if (isRefused) return { does: "refuse", error: unclear(creation, objects, { tasks }), objects };
  if (objects.length > 0 && !(object && ended?.failure)) return undefined;
  if (listed && (evidence.mayLag || isUnderWay(attempt))) return { does: "wait", tasks: [] };
  // Somebody has deleted what an earlier run created.
  if (earlier && named?.seen === "gone" && listed) return undefined;
  return aboutNothing(creation, listed !== undefined, attempt);
}

/** Whether another resource of the stack is the object that the tasks of the attempt have created: it has continued the creation. */
function isTaken<S>(
  creation: ListedCreation<S>,
  { named, listed = [], isInUse }: Evidence<S>,
  { record: { tasks = [] }, ended }: Attempt,
): boolean {
  if (named && isInUse(named.id)) return true;
  const reported = reportedBy(creation, ended?.finished);
  const isCreated = ({ id, creator = "" }: Live<S>) => tasks.includes(creator) || reported.includes(id);
  return listed.some((one) => isInUse(one.id) && isCreated(one));
}

/** The platform shows no object of the attempt. */
function aboutNothing<S>(
  creation: ListedCreation<S>,
  isListed: boolean,
  { record: { tasks = [], creation: begun }, ended, earlier, lost }: Attempt,
): Action<S> | undefined {
  const failure = ended?.failure ?? lost?.error;
  // Neither a list nor a task tells. Perhaps something else than the platform answers for the moment.
  if (earlier && !isListed && (tasks.length === 0 || failure instanceof TaskNotFound))
    return { does: "refuse", error: unclear(creation, [], { tasks, isListed }), objects: [] };
  // The failure of an earlier run is not an error of this one.
  if (earlier && (failure || !ended)) return undefined;
  if (failure) return { does: "refuse", error: failure, objects: [] };
  const [reported] = reportedBy(creation, ended?.finished);
  if (reported !== undefined && isListed)
    return { does: "refuse", error: unclear(creation, [], { tasks, reported }), objects: [] };
  const unseen = creation.objects.unseen({ tasks, isListed });
  // The advice of this error is to declare another key.
  if (unseen instanceof CodedError && begun && !isDigestOf(begun, creation.key)) return undefined;
  return unseen instanceof CodedError
    ? { does: "refuse", error: unseen, objects: [] }
    : { does: "assume", ...unseen };
}

/** The object that the record names is not the declared one. */
function aboutOther<S>(
  creation: ListedCreation<S>,
  { named, isInUse, mayLag }: Evidence<S>,
  { record: { tasks = [], id } }: Attempt,
): Action<S> | undefined {
  if (named?.seen === "gone" && mayLag) return { does: "wait", tasks: [] };
  if (named?.seen !== "unreadable" || isInUse(named.id)) return undefined;
  return { does: "refuse", error: unclear(creation, [], { tasks, reported: id }), objects: [] };
}

/** Whether an attempt that is over has led, or may have led, to an object. */
function leavesObject<S>({ key }: ListedCreation<S>, { attempt, named }: Evidence<S>): boolean {
  const { id, creation: begun } = attempt?.record ?? {};
  // An object with another key may be in another scope, where it is not found.
  if (begun !== undefined && !isDigestOf(begun, key)) return true;
  return id !== undefined && named?.seen !== "gone";
}

/** What a creation does that no run has begun. */
function aboutExisting<S>(creation: ListedCreation<S>, evidence: Evidence<S>): Action<S> {
  const { existing, cannotList } = creation.objects;
  const { listed, former, isInUse, creating } = evidence;
  if (listed === undefined) return { does: "create", beside: [], warning: cannotList.error() };
  const equal = listed.filter((one) => hasKey(creation, one));
  const own = equal.find(({ id }) => id === former && !isInUse(id));
  if (own) return { does: "use", because: "former", id: own.id, seen: own };
  const { ifExists = "create", isUsable = () => true, exist } = existing ?? {};
  const isFree = ({ id, creator }: Live<S>) => ifExists !== "adopt" || !isInUse(id, creator);
  const usable = ifExists === "create" ? [] : equal.filter((one) => isUsable(one) && isFree(one));
  const [object] = usable;
  if (object === undefined) {
    if (ifExists === "adopt" && creating.length > 0) return { does: "wait", tasks: creating };
    return { does: "create", beside: equal };
  }
  if (exist && (ifExists === "fail" || usable.length > 1))
    return { does: "refuse", error: exist(usable), objects: usable };
  return { does: "use", because: "adopted", id: object.id, seen: object };
}

/**
 * The objects that may be that of the attempt. Ours needs two signals that agree, and the key is one of them: the others are the
 * report of the task, the creator task, and the first appearance while the request was under way.
 */
function recognise<S>(
  creation: ListedCreation<S>,
  { listed = [], isInUse }: Evidence<S>,
  attempt: Attempt,
): { objects: readonly Live<S>[]; isCertain: boolean } {
  const { tasks = [], creation: begun } = attempt.record;
  const reported = reportedBy(creation, attempt.ended?.finished);
  const isSame = (one: Live<S>) =>
    begun ? isDigestOf(begun, creation.objects.keyOf(one)) : hasKey(creation, one);
  // What another resource is creating will be its own.
  const isOfAnother = ({ id, creator = "" }: Live<S>) =>
    isInUse(id, tasks.includes(creator) ? undefined : creator);
  const fresh = listed.filter((one) => isSame(one) && !begun?.before?.includes(one.id) && !isOfAnother(one));
  const attributed = fresh.filter((one) => tasks.includes(one.creator ?? "") || reported.includes(one.id));
  if (attributed.length > 0) return { objects: attributed, isCertain: attributed.length === 1 };
  // Without a list from before, the key alone says nothing if no task was named, or a second, equal object is meant to exist.
  const mayBeSecond = creation.objects.existing?.ifExists === "create";
  if (begun?.before === undefined && (mayBeSecond || tasks.length === 0))
    return { objects: [], isCertain: false };
  // A task that has failed, or reports an object, has created no other one.
  const isKnown = reported.length > 0 || attempt.ended?.failure instanceof TaskFailed;
  const possible = fresh.filter((one) => tasks.length === 0 || (one.creator === undefined && !isKnown));
  const timely = possible.filter((one) => wasUnderWay(one, attempt));
  if (timely.length > 0) return { objects: timely, isCertain: timely.length === 1 };
  return { objects: possible.filter((one) => wasUnderWay(one, attempt) === undefined), isCertain: false };
}

/** Whether the platform created the object while the request was under way; undefined if that is not known. */
function wasUnderWay<S>({ createdAt }: Live<S>, attempt: Attempt): boolean | undefined {
  const { record, earlier, lost } = attempt;
  const at = begunAt(attempt);
  // An older object has the key since somebody has renamed it.
  if (at !== undefined && createdAt !== undefined && createdAt < at - CLOCK_TOLERANCE_MS) return false;
  if ((record.tasks ?? []).length > 0)
    return createdAt === undefined || createdAt <= endOf(attempt) + CLOCK_TOLERANCE_MS;
  // This operation has listed the objects before and after its request.
  if (lost) return lost.until === undefined || createdAt === undefined || createdAt <= lost.until;
  if (earlier === undefined) return true;
  const { until, now } = earlier;
  if (at === undefined || until === undefined) return undefined;
  if (createdAt !== undefined) return createdAt <= until;
  // The object did not exist when the creation began, so it has appeared since.
  return now !== undefined && now <= until + REPLICATION_LAG_MS ? true : undefined;
}

/** When the request was sent, as the record or the platform's task has it. */
function begunAt({ record, ended }: Attempt): number | undefined {
  return record.creation?.at ?? ended?.finished.find((task) => task.createdAt !== undefined)?.createdAt;
}

/** When the last task of the attempt has ended, as far as the platform shows it. */
function endOf({ ended }: Attempt): number {
  const times = ended?.finished.map((task) => task.finishedAt ?? Number.POSITIVE_INFINITY) ?? [];
  return times.length > 0 ? Math.max(...times) : Number.POSITIVE_INFINITY;
}

/** Whether the platform may still get the request of a run that was killed just now. */
function isUnderWay({ record, earlier }: Attempt): boolean {
  const { until, now } = earlier ?? {};
  return (record.tasks ?? []).length === 0 && until !== undefined && now !== undefined && now <= until;
}

/** The ids of the objects that finished tasks have created. */
export function reportedBy<S>(
  { objects: { tasks } }: ListedCreation<S>,
  finished: readonly Task[] = [],
): string[] {
  return finished.flatMap((task) => (tasks && task.created[tasks.creates]) ?? []);
}

/** Whether a task may be creating the object of a creation that began at `since`, and whose request was under way until `until`. */
export function mayCreateSince(
  { createdAt }: { createdAt?: number | undefined },
  since: number,
  until = Number.POSITIVE_INFINITY,
): boolean {
  const at = createdAt ?? since;
  return at >= since - CLOCK_TOLERANCE_MS && at <= until + CLOCK_TOLERANCE_MS;
}

/** Whether an object has the declared key, or the one with which the attempt has created it. */
export function hasKey<S>(
  { key, objects }: Pick<ListedCreation<S>, "key" | "objects">,
  object: Live<S>,
  attempt?: Attempt,
): boolean {
  const actual = objects.keyOf(object);
  const { creation: begun } = attempt?.record ?? {};
  return canonicalJson(actual) === canonicalJson(key) || (begun !== undefined && isDigestOf(begun, actual));
}

function isDeclared<S>(
  creation: ListedCreation<S>,
  { isWithinReach }: Pick<Evidence<S>, "isWithinReach">,
  object: Live<S>,
): boolean {
  return hasKey(creation, object) || isWithinReach(object.state);
}

/**
 * Whether the object that was read by its id is that of the attempt, and can become the declared one. Its own task, or an earlier
 * run, has named the id: somebody may have renamed the object since.
 */
export function isAttempted<S>(creation: ListedCreation<S>, evidence: Omit<Evidence<S>, "listed">): boolean {
  const { named, attempt, isInUse } = evidence;
  const { earlier, record: { id, creation: begun } = {} } = attempt ?? {};
  // Another resource may have taken it before this one continues the creation.
  const mayBeTaken = earlier !== undefined || id !== undefined;
  if (named === undefined || named.seen === "gone" || (mayBeTaken && isInUse(named.id))) return false;
  // Nothing shows whether an object that cannot be read can become the declared one.
  if (named.seen === "unreadable") return begun === undefined || isDigestOf(begun, creation.key);
  return isDeclared(creation, evidence, named.seen);
}

function unclear<S>(
  { noun }: ListedCreation<S>,
  objects: readonly Live<S>[],
  {
    tasks,
    reported,
    isListed = true,
  }: { tasks: readonly string[]; reported?: string | undefined; isListed?: boolean },
): Error {
  const ids = objects.map(({ id }) => id).join(", ");
  return CREATION.unclear.error({ noun, ids, tasks: tasks.join(", "), reported, isListed });
}
