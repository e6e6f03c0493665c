import { CREATION } from "../errors/creation";
import { CodedError } from "../errors/definition";
import type { PlatformError } from "../platform/http/error";
import { REPLICATION_LAG_MS } from "../platform/tasks/delays";
import { type Task, TaskFailed, TaskNotFound } from "../platform/tasks/task";
import { isDigestOf } from "../util/digest";
import { canonicalJson } from "../util/json";
import { type Acts, type Facts, Operation } from "./acts";
import type { ListedCreation } from "./creation";
import { provisionalId } from "./identity";
import { OperationRecord, type Unfinished } from "./record";
import { isLive, type Live, type Seen } from "./resource";

// The one decision about a creation. `up` does what was decided, and decides again until the object is there. Previews and
// `preflight` print the decision. `recover` decides about the creations of a lost run.

/** A creation whose request may have been sent. */
export interface Attempt {
  record: Unfinished;
  /** An earlier run has sent the request. Otherwise, this operation has listed the objects before and after its request. */
  isEarlier?: true;
  /** How the tasks of the record have ended, as far as they have. Absent before they are awaited. */
  ended?: { finished: readonly Task[]; failure?: TaskFailed | TaskNotFound };
  /** The error of the request of this operation, whose reply was lost. */
  lost?: PlatformError;
}

/** What the platform shows. */
interface Evidence<S> {
  /** The object whose id the record names, or the report of its tasks. */
  named?: Named<S> | undefined;
  /** The objects with the key of the creation or of the attempt; undefined if the platform cannot list them. */
  listed: readonly Live<S>[] | undefined;
  /** Tasks that have not ended, and may be creating such an object, for others or for a killed run. Absent: not asked yet. */
  creating?: readonly string[];
}

interface Named<S> {
  id: string;
  seen: Seen<S>;
}

/** The objects that may be that of an attempt. */
interface Candidates<S> {
  objects: readonly Live<S>[];
  isCertain: boolean;
}

export type Decision<S> = Action<S> & {
  /**
   * The attempt ends without the declared object. `left`: the ids of objects that it may have created; absent if it has left nothing.
   */
  ends?: { left?: readonly string[] };
};

export type DecisionTo<S, A extends Action<S>["does"]> = Extract<Decision<S>, { does: A }>;

/** Where a used object comes from. `continued`: an earlier run has created it. `former`: a replacement of it is taken back. */
export type Origin = "created" | "continued" | "former" | "adopted";

type Action<S> =
  /** `beside`: equal objects, which are not used. */
  | { does: "create"; beside: readonly Live<S>[]; warning?: CodedError | undefined }
  /** Without tasks: until the request of an earlier run has ended, and the platform's replicas show what was created. */
  | { does: "wait"; tasks: readonly string[] }
  | ({ does: "use"; origin: Origin; says?: string } & Named<S>)
  /** The state has the object without showing it. */
  | { does: "assume"; id: string; warning?: CodedError | undefined }
  /** `objects`: those that exist, or of which it is not certain whether one is the created one. */
  | { does: "refuse"; error: Error; objects: readonly Live<S>[] };

/** The platform's replicas may have clocks that differ by this much, and its times have whole seconds. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** Decides about a creation. Asks what the decision needs, and changes nothing. */
export class Decider<S extends object> extends Operation<S> {
  /** The attempt that is decided about, if there is one. */
  protected attempt: Attempt | undefined;
  /** The objects that the last decision was about, as far as they are listed. */
  listed: readonly Live<S>[] | undefined;
  protected readonly key: unknown;

  /** `isWithinReach`: whether an update can make an object with another key the declared one. */
  constructor(
    protected readonly creation: ListedCreation<S>,
    private readonly isWithinReach: (state: S) => boolean,
    facts: Facts,
    record: OperationRecord<S> = new OperationRecord(() => {}),
  ) {
    super(facts, record);
    this.key = creation.keyOf(creation.known);
  }

  /** `mayLag`: the platform's replicas may not show yet what was created. */
  *decide(attempt?: Attempt, mayLag = false): Acts<S, Decision<S>> {
    this.attempt = attempt;
    if (attempt === undefined) return yield* this.aboutExisting({ listed: yield* this.listEqual() });
    const { tasks = [], id } = attempt.record;
    if (tasks.length > 0 && !attempt.ended) return { does: "wait", tasks };
    const named = yield* this.named();
    if (named && this.isAttempted(named)) return this.used(named);
    const evidence = { named, ...(yield* this.withTasks(yield* this.listEqual())) };
    const candidates = this.recognise(evidence.listed);
    const action = this.aboutAttempt(evidence, candidates, mayLag);
    if (action) return action;
    // An object with another key may be in another scope, where it is not found.
    const leaves = !this.isSameKey || (id !== undefined && named?.seen !== "gone");
    const left = candidates.objects.map((one) => one.id);
    return { ...(yield* this.aboutExisting(evidence)), ends: leaves ? { left } : {} };
  }

  /** Undefined if nothing has come of the attempt, or nothing that these inputs declare. */
  private aboutAttempt(
    { named, listed, creating = [] }: Evidence<S>,
    { objects, isCertain }: Candidates<S>,
    mayLag: boolean,
  ): Action<S> | undefined {
    const { ended, isEarlier } = this.attempt ?? {};
    const { tasks = [], id, creation: { before } = {} } = this.recorded;
    // A record with an id finds only this object.
    if (named && id !== undefined) {
      if (named.seen === "gone" && mayLag) return { does: "wait", tasks: [] };
      const isUnclear = named.seen === "unreadable" && !this.facts.isInUse(named.id);
      return isUnclear ? this.unclear([], id) : undefined;
    }
    const isOutOfReach = named && isLive(named.seen) && this.hasKey(named.seen);
    // Without a list from before, nothing shows whether a request without a task was sent.
    if (isOutOfReach || (isEarlier && tasks.length === 0 && !before)) return undefined;
    // Another resource of the stack has continued the creation.
    const created = [...(named ? [named] : []), ...(listed?.filter((one) => this.isAttributed(one)) ?? [])];
    if (isEarlier && created.some((one) => this.facts.isInUse(one.id))) return undefined;
    if (creating.length > 0) return { does: "wait", tasks: creating };
    const object = objects.find((one) => this.isDeclared(one));
    if (object && isCertain) return this.used({ id: object.id, seen: object });
    // Who follows the advice to declare another key goes on. A failed task may have created none of several.
    const isRefused = objects.some((one) => this.isEqual(one)) && !ended?.failure;
    if (isRefused) return this.unclear(objects);
    if (objects.length > 0 && !(object && ended?.failure)) return undefined;
    if (listed && (mayLag || this.nextWait !== undefined)) return { does: "wait", tasks: [] };
    // Somebody has deleted what an earlier run created.
    if (isEarlier && named?.seen === "gone" && listed) return undefined;
    return this.aboutNothing(listed !== undefined);
  }

  /** The platform shows no object of the attempt. */
  private aboutNothing(isListed: boolean): Action<S> | undefined {
    const { ended, isEarlier } = this.attempt ?? {};
    const { tasks = [] } = this.recorded;
    const failure = ended?.failure;
    // Neither a list nor a task tells. Perhaps something else than the platform answers for the moment.
    if (isEarlier && !isListed && (tasks.length === 0 || failure instanceof TaskNotFound))
      return this.unclear([], undefined, isListed);
    // The failure of an earlier run is not an error of this one. A request of which nothing has come is sent again.
    if (isEarlier && (failure || !ended)) return undefined;
    const [reported] = this.reported;
    if (reported !== undefined && isListed && !failure) return this.unclear([], reported);
    // Who follows the advice to declare another key goes on.
    const unseen = this.unseen(isListed);
    return failure || unseen.does === "assume" || this.isSameKey ? unseen : undefined;
  }

  /** The platform has created an object without showing it, or the request has failed. `error`: why it does not show it. */
  protected unseen(isListed: boolean, error?: Error): Action<S> {
    const failure = this.attempt?.ended?.failure ?? this.attempt?.lost;
    const why = isListed ? "notListed" : "idNotReported";
    try {
      if (failure) throw failure;
      const warning = this.creation.unseen(why, this.recorded.tasks ?? []);
      return { does: "assume", id: provisionalId(this.key), warning };
    } catch (unseen) {
      return { does: "refuse", error: failure ?? error ?? (unseen as CodedError), objects: [] };
    }
  }

  /** What a creation does that no run has begun. */
  private *aboutExisting({ listed, creating }: Evidence<S>): Acts<S, Action<S>> {
    const { ifExists } = this.creation;
    if (listed === undefined)
      return { does: "create", beside: [], warning: this.creation.unseen("cannotList", []) };
    const equal = listed.filter((one) => this.isEqual(one));
    const former = equal.find(({ id }) => id === this.facts.former && !this.facts.isInUse(id));
    if (former) return { does: "use", origin: "former", id: former.id, seen: former };
    const isFree = (one: Live<S>) => ifExists !== "adopt" || !this.isTaken(one);
    const usable = ifExists === "create" ? [] : equal.filter(isFree);
    const [object] = usable;
    const says = object && this.creation.use(usable);
    if (object === undefined || says === undefined) {
      if (ifExists !== "adopt" || creating?.length === 0) return { does: "create", beside: equal };
      if (creating) return { does: "wait", tasks: creating };
      return yield* this.aboutExisting(yield* this.withTasks(listed));
    }
    if (says instanceof CodedError) return { does: "refuse", error: says, objects: usable };
    return { does: "use", origin: "adopted", says, id: object.id, seen: object };
  }

  /** The object that the record names, or the only one that the tasks report. */
  private *named(): Acts<S, Named<S> | undefined> {
    const { reported } = this;
    const id = this.recorded.id ?? (reported.length === 1 ? reported[0] : undefined);
    return id === undefined ? undefined : { id, seen: yield* this.read(id, this.creation.known) };
  }

  /** The objects with the declared key, or with the one that an earlier program has declared. */
  private *listEqual(): Acts<S, readonly Live<S>[] | undefined> {
    const which = this.isSameKey && !this.facts.hasSecrets ? "equal" : "all";
    const listed = yield* this.list(this.creation, which);
    this.listed = listed?.filter((one) => this.hasKey(one));
    return this.listed;
  }

  /**
   * The tasks that may be creating an object that no list shows, and the objects that finished ones report. A creation whose reply was
   * lost may still be under way, also where the list shows an equal object.
   */
  private *withTasks(before: readonly Live<S>[] | undefined): Acts<S, Evidence<S>> {
    const { creation, facts, until } = this;
    const { tasks = [], creation: { at: since = Number.NEGATIVE_INFINITY } = {} } = this.recorded;
    if (!creation.tasks || !before || tasks.length > 0) return { listed: before, creating: [] };
    // An operation that only waits for a task may be wrong about whose it is.
    const isPossible = (task: Task) => mayCreateSince(task, since, until) && !facts.isOwn(task.id);
    const possible = (yield* this.tasks(creation, "unfinished")).filter(isPossible);
    // A task may have ended since the list was read, and one that a listed object names creates no other object.
    const all = possible.length > 0 ? yield* this.list(creation, "all") : yield* this.listEqual();
    const named = new Set(all?.flatMap(({ task, creator }) => [task, creator]));
    const listed = all?.filter((one) => this.hasKey(one)) ?? [];
    const creating = possible.flatMap(({ id }) => (named.has(id) ? [] : [id]));
    const isShown = creating.length > 0 || this.attempt === undefined || listed.length > before.length;
    const reported = isShown ? [] : yield* this.objectsOfTasks(since);
    const isNew = (one: Live<S>) => this.hasKey(one) && !listed.some(({ id }) => id === one.id);
    this.listed = [...listed, ...reported.filter(isNew)];
    return { listed: this.listed, creating };
  }

  /** The objects that tasks have reported since, which the list may not show yet, and what it shows by now. */
  private *objectsOfTasks(since: number): Acts<S, Live<S>[]> {
    const { creation } = this;
    // Without the time of the creation, nothing shows which tasks have to do with it.
    if (!Number.isFinite(since)) return [];
    const finished = yield* this.tasks(creation, "finished");
    const reported = this.reportedBy(finished.filter((task) => mayCreateSince(task, since)));
    if (reported.length === 0) return [];
    const listed = (yield* this.list(creation, "all")) ?? [];
    const objects = [...listed];
    for (const id of reported) {
      if (listed.some((one) => one.id === id) || this.facts.isInUse(id)) continue;
      const seen = yield* this.read(id, creation.known);
      if (isLive(seen)) objects.push(seen);
    }
    return objects;
  }

  /**
   * The objects that may be that of the attempt. Ours needs two signals that agree, and the key is one of them: the others are the
   * report of the task, the creator task, and the first appearance while the request was under way.
   */
  private recognise(listed: readonly Live<S>[] = []): Candidates<S> {
    const { keyOf, ifExists } = this.creation;
    const { tasks = [], creation: begun } = this.recorded;
    const isSame = (one: Live<S>) => (begun ? isDigestOf(begun, keyOf(one.state)) : this.isEqual(one));
    // What another resource is creating will be its own.
    const isOfAnother = ({ id, creator = "" }: Live<S>) =>
      this.isTaken({ id, creator: tasks.includes(creator) ? undefined : creator });
    const { before } = begun ?? {};
    const fresh = listed.filter((one) => isSame(one) && !before?.includes(one.id) && !isOfAnother(one));
    const attributed = fresh.filter((one) => this.isAttributed(one));
    if (attributed.length > 0) return { objects: attributed, isCertain: attributed.length === 1 };
    // Without a list from before, the key alone says nothing if no task was named, or a second, equal object is meant to exist.
    const mayBeSecond = ifExists === "create";
    if (before === undefined && (mayBeSecond || tasks.length === 0)) return { objects: [], isCertain: false };
    // A task that has failed, or reports an object, has created no other one.
    const isKnown = this.reported.length > 0 || this.attempt?.ended?.failure instanceof TaskFailed;
    const possible = fresh.filter((one) => tasks.length === 0 || (one.creator === undefined && !isKnown));
    const timely = possible.filter((one) => this.wasUnderWay(one));
    if (timely.length > 0) return { objects: timely, isCertain: timely.length === 1 };
    const untimed = possible.filter((one) => this.wasUnderWay(one) === undefined);
    return { objects: untimed, isCertain: false };
  }

  /** Whether the platform created the object while the request was under way; undefined if that is not known. */
  private wasUnderWay({ createdAt }: Live<S>): boolean | undefined {
    const { until } = this;
    const { isEarlier, ended: { finished = [] } = {} } = this.attempt ?? {};
    const { tasks = [], creation: begun } = this.recorded;
    const isBefore = (end = Number.POSITIVE_INFINITY) => createdAt === undefined || createdAt <= end;
    // When the request was sent, as the record or the platform's task has it.
    const at = begun?.at ?? finished.find((task) => task.createdAt !== undefined)?.createdAt;
    // An older object has the key since somebody has renamed it.
    if (at !== undefined && createdAt !== undefined && createdAt < at - CLOCK_TOLERANCE_MS) return false;
    const ends = finished.map(({ finishedAt = Number.POSITIVE_INFINITY }) => finishedAt + CLOCK_TOLERANCE_MS);
    if (tasks.length > 0) return ends.length === 0 || ends.some(isBefore);
    // This operation has listed the objects before and after its request.
    if (!isEarlier) return isBefore(until);
    if (at === undefined || until === undefined) return undefined;
    if (createdAt !== undefined) return isBefore(until);
    // The object did not exist when the creation began, so it has appeared since.
    const now = this.facts.now();
    return now !== undefined && now <= until + REPLICATION_LAG_MS + CLOCK_TOLERANCE_MS ? true : undefined;
  }

  /**
   * How long the request of a run that was killed just now is waited for next: until the platform does not get it any more, and
   * then until its replicas show what it has created. Undefined: no longer.
   */
  protected get nextWait(): number | undefined {
    const { isEarlier, record: { tasks = [] } = {} } = this.attempt ?? {};
    const [until, now] = [this.until, this.facts.now()];
    if (!isEarlier || tasks.length > 0 || until === undefined || now === undefined) return undefined;
    const ends = [until, until + REPLICATION_LAG_MS].map((end) => end - now);
    return ends.find((pause) => pause > 0);
  }

  private get recorded(): Unfinished {
    return this.attempt?.record ?? {};
  }

  /** Until when a request without an answer may have been under way, by the platform's clock. */
  protected get until(): number | undefined {
    const { isEarlier, lost } = this.attempt ?? {};
    const at = isEarlier || lost ? this.recorded.creation?.at : undefined;
    return at === undefined ? undefined : at + this.facts.requestTimeout;
  }

  /** The ids of the objects that the tasks of the attempt report. */
  private get reported(): string[] {
    return this.reportedBy(this.attempt?.ended?.finished);
  }

  private reportedBy(finished: readonly Task[] = []): string[] {
    const { tasks } = this.creation;
    return finished.flatMap((task) => (tasks && task.created[tasks.creates]) ?? []);
  }

  /** The tasks of the attempt have created the object. */
  private isAttributed({ id, creator = "" }: Live<S>): boolean {
    return this.recorded.tasks?.includes(creator) || this.reported.includes(id);
  }

  /** Another resource of the stack is the object, or is creating it: then it will be its own. */
  protected isTaken({ id, creator = "" }: { id: string; creator?: string | undefined }): boolean {
    return this.facts.isInUse(id) || this.facts.isOwn(creator);
  }

  /** Whether the attempt has begun with the declared key. */
  protected get isSameKey(): boolean {
    const { creation: begun } = this.recorded;
    return begun === undefined || isDigestOf(begun, this.key);
  }

  private isEqual(object: Live<S>): boolean {
    return canonicalJson(this.creation.keyOf(object.state)) === canonicalJson(this.key);
  }

  /** Whether an object has the declared key, or the one with which the attempt has created it. */
  private hasKey(object: Live<S>): boolean {
    const { creation: begun } = this.recorded;
    return this.isEqual(object) || (!!begun && isDigestOf(begun, this.creation.keyOf(object.state)));
  }

  /** Whether the object has the declared key, or an update can give it. */
  private isDeclared(object: Live<S>): boolean {
    return this.isEqual(object) || this.isWithinReach(object.state);
  }

  /**
   * Whether the object that was read by its id is that of the attempt, and can become the declared one. Its own task, or an earlier
   * run, has named the id: somebody may have renamed the object since.
   */
  private isAttempted({ id, seen }: Named<S>): boolean {
    // Another resource may have taken it before this one continues the creation.
    const mayBeTaken = this.attempt?.isEarlier || this.recorded.id !== undefined;
    if (seen === "gone" || (mayBeTaken && this.facts.isInUse(id))) return false;
    // Nothing shows whether an object that cannot be read can become the declared one.
    return seen === "unreadable" ? this.isSameKey : this.isDeclared(seen);
  }

  private used(named: Named<S>): DecisionTo<S, "use"> {
    return { does: "use", origin: this.attempt?.isEarlier ? "continued" : "created", ...named };
  }

  private unclear(objects: readonly Live<S>[], reported?: string, isListed = true): DecisionTo<S, "refuse"> {
    const ids = objects.map(({ id }) => id).join(", ");
    const tasks = (this.recorded.tasks ?? []).join(", ");
    const error = CREATION.unclear.error({ noun: this.creation.noun, ids, tasks, reported, isListed });
    return { does: "refuse", error, objects };
  }
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
