import { CREATION } from "../errors/creation";
import type { CodedError } from "../errors/definition";
import { CREATION_ACCEPTED } from "../errors/replies";
import type { Reader } from "../platform/api/api";
import { isUnavailable } from "../platform/evidence/answers";
import { PlatformError } from "../platform/http/error";
import { type Task, TaskFailed, TaskNotFound, TaskStillRunning } from "../platform/tasks/task";
import { isDigestOf, saltedDigestOf } from "../util/digest";
import { isKeyOf, mayCreateSince, type Recognised, recognise } from "./recognise";
import type { OperationRecord, Unfinished } from "./record";
import { isOutcomeUnknown } from "./refusal";
import { type Accepted, type CreatedObjects, type Creation, isLive, type Live, type Seen } from "./resource";
import type { Surroundings } from "./surroundings";

/** An object that was created or found. */
export interface Found<S extends object> {
  id: string;
  seen: Seen<S>;
}

/** What is known of the object that is searched. */
interface Signs {
  tasks?: string[];
  /** The ids that the tasks have reported. */
  reported?: string[];
  /** An earlier run has sent the request. */
  isEarlier?: boolean;
}

/** What is printed when a replacement is taken back. */
export function formerText(noun: string, id: string): string {
  return `${noun} ${id}, which an interrupted run was replacing, is used again`;
}

/** Creates an object, or finds the one that an equal creation has created, or uses an existing one. */
export class Creator<S extends object> {
  /** Another run may create an equal object at the same moment, as it finds none before either. */
  private mayHaveSecond = false;
  /** The equal objects after the creation, the new one among them. */
  private after: Live<S>[] | undefined;

  constructor(
    private readonly creation: Creation<S>,
    private readonly objects: CreatedObjects<S>,
    private readonly around: Surroundings,
    private readonly record: OperationRecord<S>,
    /** Paths of the declared inputs. */
    private readonly declared: string[],
    private readonly look: (id: string) => Promise<Seen<S>>,
  ) {}

  /** `previous`: a creation of the same resource that an earlier run has begun. */
  async obtain(previous: Unfinished | undefined): Promise<Found<S>> {
    const resumed = previous && (await this.resume(previous));
    if (resumed) return this.whole(resumed);
    const { existing, errors } = this.creation;
    const equal = await this.listEqual();
    const former = equal?.find(({ id }) => id === this.around.replaced && !this.around.isInUse(id));
    if (former) return this.use(former, formerText(this.creation.noun, former.id), true);
    const chosen = equal && existing?.choose(equal);
    if (equal === undefined && errors) this.around.warn(errors.cannotList.error());
    if (chosen) return this.use(chosen, existing?.adoption(chosen) ?? "", existing?.isOurs);
    this.begin(equal?.map(({ id }) => id));
    this.mayHaveSecond = equal?.length === 0 && this.objects.mayHaveSecond === true;
    const created = await this.whole(await this.send(), true);
    if (this.mayHaveSecond) await this.reportSecond(created.id);
    return created;
  }

  private async reportSecond(id: string): Promise<void> {
    const { around } = this;
    const equal = this.after ?? (await this.listAfter()) ?? [];
    const others = equal.filter((one) => one.id !== id && !around.isInUse(one.id));
    const ids = others.map((one) => one.id).join(", ");
    if (ids) around.warn(CREATION.second.error({ noun: this.creation.noun, id, ids }));
  }

  private listAfter(): Promise<Live<S>[] | undefined> {
    return this.list(this.around.waits.reader).catch((error: unknown) => {
      if (error instanceof PlatformError) return undefined;
      throw error;
    });
  }

  /** Waits for the tasks of an interrupted creation. Undefined if they have created nothing. */
  async continueTasks(tasks: string[], unfinished: Unfinished): Promise<Found<S> | undefined> {
    if (unfinished.tasks) this.record.keep({ tasks }, this.creation.known);
    const { finished, failure } = await this.endOf(tasks, false);
    const created = await this.find(tasks, finished, failure);
    if (created) return created;
    // The failure of a task of an earlier run is not an error of this run.
    if (failure) return undefined;
    return this.unnamed(this.creation.errors?.notListed(tasks));
  }

  private begin(before: string[] | undefined): void {
    const { waits } = this.around;
    const at = waits.platformTime;
    const { declared } = this;
    const facts = { ...(at !== undefined && { at }), ...(before && { before }), declared };
    this.record.keep({ creation: { ...saltedDigestOf(this.creation.key), ...facts } });
  }

  /** Uses an existing object. */
  private async use(object: Live<S>, text: string, isOurs = false): Promise<Found<S>> {
    this.around.use(object.id);
    this.around.info(text);
    if (object.task) await this.around.waits.awaitForeignTask(object.task);
    this.record.isOurs = isOurs;
    this.begin(undefined);
    if (isOurs) this.record.keep({ id: object.id }, object.state);
    return this.whole({ id: object.id, seen: object });
  }

  /** The equal objects. With `adopt`, also one that another run is creating now. */
  private async listEqual(): Promise<Live<S>[] | undefined> {
    const { existing } = this.creation;
    const { reader } = this.around.waits;
    const equal = await this.list(reader);
    if (existing?.ifExists !== "adopt" || equal?.length !== 0 || !this.objects.unfinished) return equal;
    await this.awaitUnfinished();
    return (await this.list(reader)) ?? [];
  }

  /**
   * Waits for the tasks that may be creating the object: not those of other resources of this process, whose names differ, and
   * not those that began before `since`.
   */
  private async awaitUnfinished(since = Number.NEGATIVE_INFINITY): Promise<void> {
    const { waits } = this.around;
    const tasks = (await this.objects.unfinished?.(waits.reader)) ?? [];
    const possible = tasks.filter((task) => mayCreateSince(task, since) && !waits.isAwaited(task.id));
    await Promise.all(possible.map(({ id }) => waits.awaitForeignTask(id)));
  }

  private async send(): Promise<Found<S>> {
    const { step, errors } = this.creation;
    let accepted: Accepted<S>;
    try {
      accepted = await step.send(this.around.waits.api);
    } catch (error) {
      if (isOutcomeUnknown(error)) return this.recover(error);
      const isListed = this.before !== undefined;
      this.record.drop();
      // Where the same path lists objects, a 404 is about something that the new object needs.
      const lacksOperation = isUnavailable(error) && !(isListed && error.status === 404);
      throw (lacksOperation && errors?.cannotCreate?.(error)) || error;
    }
    const { object, tasks = [] } = accepted;
    if (object) return this.created(object);
    if (tasks.length > 0) this.record.keep({ tasks }, this.creation.known);
    const { finished, failure } = await this.endOf(tasks, true);
    const found = await this.find(tasks, finished, failure).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      if (this.objects.provisionalId === undefined) throw error.withRemark(CREATION_ACCEPTED);
      return undefined;
    });
    if (failure) {
      if (!found && failure instanceof TaskFailed) this.record.drop();
      throw failure;
    }
    return found ?? this.unnamed(errors?.notListed(tasks));
  }

  /** Waits for the tasks of the creation. If they are still running at the end, the state keeps what exists by then. */
  private async endOf(
    tasks: string[],
    isNew: boolean,
  ): Promise<{ finished: Task[]; failure?: TaskFailed | TaskNotFound }> {
    const { waits } = this.around;
    if (tasks.length === 0) return { finished: [] };
    try {
      return { finished: await waits.awaitTasks(tasks, isNew) };
    } catch (failure) {
      if (failure instanceof TaskStillRunning) {
        // An object that is still being created may be listed already: then the state can have its id.
        const found = await this.recogniseNow(waits.graceReader, { tasks }).catch(() => undefined);
        if (found?.is === "ours") this.record.keep({ id: found.object.id });
      }
      if (!(failure instanceof TaskFailed || failure instanceof TaskNotFound)) throw failure;
      if (!isNew) this.around.warn(failure);
      return { finished: failure instanceof TaskFailed ? failure.finished : [], failure };
    }
  }

  /** The object that tasks have created. Undefined if they have created none, as far as the platform shows. */
  private async find(
    tasks: string[],
    finished: Task[],
    failure?: TaskFailed | TaskNotFound,
  ): Promise<Found<S> | undefined> {
    const { createdKey = "" } = this.objects;
    const reported = finished.flatMap((task) => task.created[createdKey] ?? []);
    const [id] = reported;
    if (id !== undefined && reported.length === 1) {
      this.record.keep({ id, tasks: undefined }, this.creation.known);
      const seen = failure ? await this.look(id) : await this.readNew(id);
      if (seen === "unreadable" || (isLive(seen) && this.hasKey(seen))) return { id, seen };
      this.record.keep({ id: undefined, tasks });
    }
    const search = (reader: Reader) => this.search(reader, { tasks, reported });
    // A failed task has created nothing that could still become visible.
    const isOver = failure instanceof TaskFailed && finished.length === 0;
    const found = isOver
      ? await search(this.around.waits.graceReader).catch(() => undefined)
      : await this.pollCreated(search);
    if (found === "unlistable") return this.unnamed(this.creation.errors?.notReported?.(tasks));
    if (found) return this.created(found);
    if (id !== undefined && !failure) throw this.unclear([], tasks, id);
    return undefined;
  }

  /** Finds the object of a creation whose reply was lost. Throws the error of the request if no object is found. */
  private async recover(error: PlatformError): Promise<Found<S>> {
    const { waits } = this.around;
    const { errors, known } = this.creation;
    if (this.before === undefined && errors) throw error.withKind(errors.uncertain);
    const found = await this.pollCreated((reader) => this.search(reader, {})).catch((failure: unknown) => {
      if (failure instanceof PlatformError) return undefined;
      throw failure;
    });
    if (found === undefined || found === "unlistable") throw error;
    this.record.keep({ id: found.id }, known);
    if (found.task) {
      await waits.awaitTasks([found.task], true).catch((failure: unknown) => {
        // The object of a failed task does not exist.
        if (failure instanceof TaskFailed) this.record.drop();
        throw failure;
      });
    }
    return { id: found.id, seen: found };
  }

  /**
   * The object of an interrupted creation; undefined if that has created nothing, or nothing that these inputs declare. An
   * object of another key stays as it is, and its record too.
   */
  private async resume(previous: Unfinished): Promise<Found<S> | undefined> {
    const { noun, known } = this.creation;
    const { id, creation: begun } = previous;
    const hasOtherKey = begun !== undefined && !isDigestOf(begun, this.creation.key);
    if (hasOtherKey && !this.objects.isChangeable) {
      this.around.setAside();
      return undefined;
    }
    const isTaken = id !== undefined && this.around.isInUse(id);
    // The object of another key may be in another scope, so its id alone says nothing about the declared one.
    if (!isTaken) this.record.keep(previous, hasOtherKey ? undefined : known);
    const found = isTaken ? "another" : await this.findPrevious(previous);
    if (found === "another") {
      this.around.setAside();
      this.record.restore({ unfinished: {}, known: undefined });
      return undefined;
    }
    if (found === undefined) {
      if (hasOtherKey) this.around.setAside();
      this.record.drop();
      return undefined;
    }
    this.record.keep({ id: found.id, tasks: undefined, touched: undefined, deletes: undefined }, known);
    if (begun)
      this.around.info(
        `${noun} ${found.id}, which an earlier run created, is used: no second one is created`,
      );
    return found;
  }

  /** `another`: an object with the id exists, and is not the declared one. */
  private async findPrevious({
    id,
    tasks = [],
    creation,
  }: Unfinished): Promise<Found<S> | undefined | "another"> {
    if (id !== undefined) return this.findById(id, tasks);
    if (tasks.length > 0) return this.whenIdle(await this.continueTasks(tasks, { tasks }));
    return creation && this.whenIdle(await this.findBegun());
  }

  private async findById(id: string, tasks: string[]): Promise<Found<S> | undefined | "another"> {
    for (const task of tasks) await this.around.waits.awaitForeignTask(task, true);
    const seen = await this.look(id);
    if (seen === "gone") return undefined;
    if (isLive(seen) && !this.hasKey(seen)) return "another";
    return this.whenIdle({ id, seen });
  }

  /** The request of an earlier run may never have been sent, and somebody else may have created an equal object since. */
  private async findBegun(): Promise<Found<S> | undefined> {
    if (this.before === undefined) return undefined;
    const found = await this.search(this.around.waits.graceReader, { isEarlier: true });
    return found === undefined || found === "unlistable" ? undefined : { id: found.id, seen: found };
  }

  /** The object as soon as no task creates or changes it. */
  private async whenIdle(found: Found<S> | undefined): Promise<Found<S> | undefined> {
    const { id, seen } = found ?? {};
    const task = seen && isLive(seen) && seen.task;
    if (!id || !task) return found;
    this.record.keep({ id });
    await this.around.waits.awaitForeignTask(task, true);
    const then = await this.look(id);
    return then === "gone" ? undefined : { id, seen: then };
  }

  private created(object: Live<S>): Found<S> {
    this.record.keep({ id: object.id, tasks: undefined }, this.creation.known);
    return { id: object.id, seen: object };
  }

  /** The object with all of its properties. */
  private async whole({ id, seen }: Found<S>, isNew = false): Promise<Found<S>> {
    if (!isLive(seen) || !seen.isPartial) return this.kept({ id, seen });
    return this.kept({ id, seen: isNew ? await this.readNew(id) : await this.look(id) });
  }

  private kept({ id, seen }: Found<S>): Found<S> {
    if (this.record.isOurs && isLive(seen)) this.record.keep({ id }, seen.state);
    return { id, seen };
  }

  /** The list that looks for a second object often shows all of the new one. The platform's replicas may lag. */
  private async readNew(id: string): Promise<Seen<S>> {
    if (this.mayHaveSecond && this.after === undefined) {
      const equal = await this.listAfter();
      const own = equal?.find((one) => one.id === id);
      // A list that lags may lack a second object as well.
      if (own) this.after = equal;
      if (own && !own.isPartial) return own;
    }
    return this.around.waits.readUntil(
      () => this.look(id),
      (seen) => seen !== "gone",
    );
  }

  /** An object whose id the platform does not show. `problem` is an error, or only a warning if there is a provisional id. */
  private unnamed(problem: CodedError | undefined): Found<S> {
    const { provisionalId } = this.objects;
    if (provisionalId === undefined) throw problem;
    if (problem) this.around.warn(problem);
    this.record.keep({ id: provisionalId, tasks: undefined }, this.creation.known);
    return { id: provisionalId, seen: "unreadable" };
  }

  /**
   * Polls for an object that a request has created. The search continues for some seconds after the end of the operation, so
   * that no created object is lost.
   */
  private async pollCreated<T>(search: (reader: Reader) => Promise<T | undefined>): Promise<T | undefined> {
    const { waits } = this.around;
    return (await waits.pollReplicas(() => search(waits.reader))) ?? search(waits.graceReader);
  }

  /** The object that is recognised as the created one. Without tasks of its own, also once the tasks that may create it end. */
  private async search(reader: Reader, signs: Signs): Promise<Live<S> | "unlistable" | undefined> {
    let found = await this.recogniseNow(reader, signs);
    if (found.is === "nothing" && !signs.tasks && this.objects.unfinished) {
      await this.awaitUnfinished(this.record.unfinished.creation?.at);
      found = await this.recogniseNow(reader, signs);
    }
    if (found.is === "unclear") throw this.unclear(found.objects, signs.tasks ?? []);
    if (found.is === "ours") return found.object;
    return found.is === "nothing" ? undefined : found.is;
  }

  private async recogniseNow(
    reader: Reader,
    { tasks = [], reported = [], isEarlier = false }: Signs,
  ): Promise<Recognised<S>> {
    const { waits, isInUse } = this.around;
    const { creation } = this.record.unfinished;
    const listed = await this.list(reader);
    const until = creation?.at && creation.at + waits.requestTimeout;
    return recognise({
      record: { tasks, creation },
      listed,
      reported,
      isInUse,
      mayBeSecond: this.creation.existing?.ifExists === "create",
      ...(isEarlier && { earlier: { until, now: waits.platformTime } }),
    });
  }

  /** The equal objects. One that the list does not show as declared, or that a task changes, is read alone. */
  private async list(reader: Reader): Promise<Live<S>[] | undefined> {
    const { isShown = () => true } = this.objects;
    const equal = await this.listKey(reader);
    return equal?.map((one) => (isShown(one.state) && !one.task ? one : { ...one, isPartial: true }));
  }

  /** The objects with the key of the creation, which an earlier program may have begun with another one. */
  private async listKey(reader: Reader): Promise<Live<S>[] | undefined> {
    const { creation: begun } = this.record.unfinished;
    if (begun === undefined || isDigestOf(begun, this.creation.key)) return this.objects.list(reader);
    const all = await this.objects.listAll(reader);
    return all?.filter((one) => isDigestOf(begun, this.objects.keyOf(one)));
  }

  private get before(): string[] | undefined {
    return this.record.unfinished.creation?.before;
  }

  /** Whether an object has the declared key, or the one with which it was created. */
  private hasKey(live: Live<S>): boolean {
    return isKeyOf(this.objects.keyOf(live), this.creation.key, this.record.unfinished.creation);
  }

  private unclear(objects: Live<S>[], tasks: string[], reported?: string): Error {
    const { noun } = this.creation;
    const ids = objects.map(({ id }) => id).join(", ");
    return CREATION.unclear.error({ noun, ids, tasks: tasks.join(", "), reported });
  }
}
