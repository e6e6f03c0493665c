import { CodedError } from "../errors/definition";
import { CREATION_ACCEPTED } from "../errors/replies";
import { type Api, apiThatNotes, type Reader } from "../platform/api/api";
import { PlatformError } from "../platform/http/error";
import { TaskFailed, TaskNotFound, TaskStillRunning } from "../platform/tasks/task";
import { isDigestOf, saltedDigestOf } from "../util/digest";
import type { ListedCreation } from "./creation";
import { type Attempt, type Decision, decide, earlierAttempt, sentUntil } from "./decide";
import { gather, type Sources } from "./gather";
import { inputOf } from "./properties";
import { type OperationRecord, type Unfinished, union } from "./record";
import { isCertainlyNotCarriedOut, isOutcomeUnknown } from "./refusal";
import { isLive, type Live, type Seen } from "./resource";
import type { StepRunner } from "./step-runner";
import type { Surroundings } from "./surroundings";

/** An object that was created or found. */
export interface Obtained<S> {
  id: string;
  seen: Seen<S>;
  /** A run of this stack has created it. */
  isNew: boolean;
}

type Of<S, D extends Decision<S>["does"]> = Extract<Decision<S>, { does: D }>;

/** What is printed when an object is used. */
export function usedText<S>(
  { noun, objects }: ListedCreation<S>,
  { because, id, seen }: Of<S, "use">,
): string | undefined {
  if (because === "continued")
    return `${noun} ${id}, which an earlier run created, is used: no second one is created`;
  if (because === "former") return `${noun} ${id}, which an interrupted run was replacing, is used again`;
  return because === "adopted" && isLive(seen) ? objects.existing?.adoption(seen) : undefined;
}

/** Obtains the object of a creation: gathers the evidence, decides, and does what was decided, until the object is there. */
export class Creator<S extends object> {
  private attempt: Attempt | undefined;

  constructor(
    private readonly creation: ListedCreation<S>,
    private readonly sources: Omit<Sources<S>, "reader">,
    private readonly around: Surroundings,
    private readonly record: OperationRecord<S>,
    private readonly steps: StepRunner<S>,
  ) {}

  /** `previous`: an earlier run has begun the creation. */
  async obtain(previous: Unfinished | undefined, declared: string[]): Promise<Obtained<S>> {
    if (previous) this.resume(previous);
    for (;;) {
      const obtained = await this.carryOut(await this.decided(), declared);
      if (obtained) return obtained;
    }
  }

  /** What an earlier run has created; undefined if that is nothing. Creates nothing. */
  async find(previous: Unfinished): Promise<Obtained<S> | undefined> {
    this.resume(previous);
    while (this.attempt) {
      const decision = await this.decided();
      if (decision.over) return undefined;
      const obtained = await this.carryOut(decision, []);
      if (obtained) return obtained;
    }
    return undefined;
  }

  /** Undefined: there is new evidence to decide by. */
  private async carryOut(decision: Decision<S>, declared: string[]): Promise<Obtained<S> | undefined> {
    if (decision.over) this.endAttempt(decision.over, decision.left);
    switch (decision.does) {
      case "refuse":
        // The task has created nothing.
        if (decision.error instanceof TaskFailed) this.record.drop();
        throw decision.error;
      case "wait":
        return this.wait(decision.tasks);
      case "create":
        return this.create(decision, declared);
      case "use":
        return this.use(decision);
      case "assume":
        if (decision.warning) this.around.warn(decision.warning);
        return this.obtained(decision.id, "unreadable", false);
    }
  }

  private resume(previous: Unfinished): void {
    const { creation: begun } = previous;
    this.attempt = earlierAttempt(previous, this.around.waits.requestTimeout);
    // The object of another key may be in another scope, so the inputs say nothing about it.
    const isSame = begun === undefined || isDigestOf(begun, this.creation.key);
    // Until the object is seen, it may have any of what was declared.
    const touched = union(previous.touched, begun?.declared.map(inputOf));
    this.record.resume({ ...previous, touched }, isSame ? this.creation.known : undefined);
  }

  private endAttempt(over: "nothing" | "left", left: readonly string[] = []): void {
    const { noun } = this.creation;
    if (left.length > 0)
      this.around.info(
        `${noun} ${left.join(", ")}, which an earlier run may have created, stays at the platform: the program declares another one`,
      );
    // What was left is recorded until the next request is sent.
    if (over === "nothing") this.record.drop();
    this.record.resume({}, undefined);
    this.attempt = undefined;
  }

  private async decided(): Promise<Decision<S>> {
    const { waits } = this.around;
    const { attempt } = this;
    const { record, earlier, ended } = attempt ?? {};
    // An earlier run has noted an id after the object was created. Without one, its request is awaited.
    if (attempt === undefined || (earlier && !ended && record?.id === undefined))
      return this.decideNow(waits.reader);
    try {
      return await this.decideOwn(attempt);
    } catch (error) {
      if (attempt.earlier || !(error instanceof PlatformError)) throw error;
      return this.unreadable(error, attempt);
    }
  }

  /**
   * What tasks or this operation have created may become visible late. The search continues for some seconds after the end of the operation,
   * so that no created object is lost.
   */
  private async decideOwn({ ended }: Attempt): Promise<Decision<S>> {
    const { waits } = this.around;
    const poll = async () => {
      const decision = await this.decideNow(waits.reader, true);
      return decision.does === "wait" && decision.tasks.length === 0 ? undefined : decision;
    };
    // A failed task has created nothing that could still become visible.
    const mayLag = !(ended?.failure instanceof TaskFailed && ended.finished.length === 0);
    return (mayLag && (await waits.pollReplicas(poll))) || this.decideNow(waits.graceReader);
  }

  /** The platform has accepted the request, or its reply was lost, and now the objects cannot be read. */
  private unreadable(error: PlatformError, { record: { tasks = [] }, ended, lost }: Attempt): Decision<S> {
    const failure = ended?.failure ?? lost?.error;
    if (failure) return { does: "refuse", error: failure, objects: [] };
    const unseen = this.creation.objects.unseen({ tasks, isListed: true });
    return unseen instanceof CodedError
      ? { does: "refuse", error: error.withRemark(CREATION_ACCEPTED), objects: [] }
      : { does: "assume", ...unseen };
  }

  private async decideNow(reader: Reader, mayLag = false): Promise<Decision<S>> {
    const evidence = await gather(this.creation, this.attempt, { ...this.sources, reader });
    return decide(this.creation, { ...evidence, mayLag });
  }

  private async wait(tasks: readonly string[]): Promise<undefined> {
    const { waits } = this.around;
    const { attempt } = this;
    if (attempt?.record.tasks?.length && !attempt.ended) await this.awaitOwn(attempt, attempt.record.tasks);
    else if (attempt && tasks.length === 0) await this.awaitRequest(attempt);
    else await Promise.all(tasks.map((task) => waits.awaitForeignTask(task)));
  }

  /** The request of a run that was killed just now. */
  private async awaitRequest(attempt: Attempt): Promise<void> {
    const { waits } = this.around;
    const { until = 0 } = attempt.earlier ?? {};
    waits.show("an earlier run was killed just now: waiting for its request");
    await waits.pause(Math.max(until - (waits.platformTime ?? until), 0));
    this.attempt = { ...attempt, earlier: { until, now: until + 1 } };
  }

  /** The tasks of an earlier run. Their failure is not an error of this one. */
  private async awaitOwn(attempt: Attempt, tasks: string[]): Promise<void> {
    try {
      this.attempt = { ...attempt, ended: { finished: await this.around.waits.awaitTasks(tasks, false) } };
    } catch (error) {
      await this.afterFailure(attempt, error);
      this.around.warn(error as TaskFailed | TaskNotFound);
    }
  }

  /** Throws what does not end the tasks. */
  private async afterFailure(attempt: Attempt, failure: unknown): Promise<void> {
    if (failure instanceof TaskStillRunning) await this.keepListed(attempt);
    if (!(failure instanceof TaskFailed || failure instanceof TaskNotFound)) throw failure;
    const finished = failure instanceof TaskFailed ? failure.finished : [];
    this.attempt = { ...attempt, ended: { finished, failure } };
  }

  /**
   * An object that is still being created may be listed already: then the state can have its id. The platform may also hide it until
   * the task ends, so an equal object that does not name the task may be of somebody else.
   */
  private async keepListed(attempt: Attempt): Promise<void> {
    this.attempt = { ...attempt, ended: { finished: [] } };
    const decision = await this.decideNow(this.around.waits.graceReader).catch(() => undefined);
    if (decision?.does !== "use" || !isLive(decision.seen)) return;
    const isOurs = attempt.record.tasks?.includes(decision.seen.creator ?? "");
    if (isOurs) this.record.keep({ id: decision.id });
  }

  /** Sends the request. The record of it is written when its first byte is about to leave. */
  private async create(
    { beside, warning }: Of<S, "create">,
    declared: string[],
  ): Promise<Obtained<S> | undefined> {
    const { waits } = this.around;
    const { key, step, known } = this.creation;
    if (warning) this.around.warn(warning);
    const before = warning ? {} : { before: beside.map(({ id }) => id) };
    const begun = { ...saltedDigestOf(key), ...before, declared };
    // Only a request that was not carried out is sent again, so the time of the last one counts.
    const onFirstByte = () => {
      const at = waits.platformTime;
      this.record.keep({ creation: { ...begun, ...(at !== undefined && { at }) } });
    };
    const send = (api: Api) => step.send(apiThatNotes(api, onFirstByte));
    try {
      const touches = declared.map(inputOf);
      const { object, finished = [] } = await this.steps.take(undefined, { ...step, send, touches }, known);
      if (object) return this.whole(object, true);
      this.attempt = { record: this.record.unfinished, ended: { finished } };
    } catch (error) {
      const attempt = { record: this.record.unfinished };
      const until = sentUntil(attempt.record, waits.requestTimeout);
      if (isOutcomeUnknown(error)) this.attempt = { ...attempt, lost: { error, until } };
      else if (attempt.record.tasks) await this.afterFailure(attempt, error);
      else {
        if (isCertainlyNotCarriedOut(error)) this.record.drop();
        throw error;
      }
    }
    return undefined;
  }

  private async use(decision: Of<S, "use">): Promise<Obtained<S> | undefined> {
    const { id, seen, because } = decision;
    const { ended, earlier } = this.attempt ?? {};
    this.record.isOurs = because !== "adopted";
    if (this.record.isOurs) this.record.keep({ id, tasks: undefined }, this.creation.known);
    if (ended?.failure && !earlier) throw ended.failure;
    const idle = isLive(seen) && seen.task ? await this.whenIdle(seen, seen.task) : seen;
    if (idle === "gone") return undefined;
    if (this.attempt === undefined) {
      // Another resource of the run may have turned out to have created it, or has it since.
      if (this.sources.isInUse(id, isLive(seen) ? seen.creator : undefined)) return undefined;
      this.around.use(id);
    }
    const text = usedText(this.creation, decision);
    if (text) this.around.info(text);
    const obtained = isLive(idle)
      ? await this.whole(idle, because === "created")
      : this.obtained(id, idle, false);
    return { ...obtained, isNew: because === "created" || because === "continued" };
  }

  /** The object when no task creates or changes it any more. If it is gone, the creation is decided again. */
  private async whenIdle({ id, creator = "" }: Live<S>, task: string): Promise<Seen<S>> {
    const { waits } = this.around;
    const { record: { tasks = [creator || task] } = {}, earlier } = this.attempt ?? {};
    // Somebody else may be changing the new object already.
    if (this.attempt && !earlier && tasks.includes(task)) {
      await waits.awaitTasks([task], true).catch((failure: unknown) => {
        // The object of a failed task does not exist.
        if (failure instanceof TaskFailed) this.record.drop();
        throw failure;
      });
    } else await waits.awaitForeignTask(task, this.attempt && true);
    const seen = await this.lookAt(id, this.attempt !== undefined && !earlier);
    if (seen === "gone") this.endAttempt("nothing");
    return seen;
  }

  /** The object with all of its properties. */
  private async whole(object: Live<S>, isNew: boolean): Promise<Obtained<S>> {
    const { id, isPartial } = object;
    if (!isPartial) return this.obtained(id, object, isNew);
    if (isNew) this.record.keep({ id, tasks: undefined }, this.creation.known);
    return this.obtained(id, await this.lookAt(id, isNew), isNew);
  }

  /** The platform's replicas may not show a new object yet. */
  private lookAt(id: string, isNew: boolean): Promise<Seen<S>> {
    const look = () => this.sources.look(id);
    return isNew ? this.around.waits.readUntil(look, (one) => one !== "gone") : look();
  }

  private obtained(id: string, seen: Seen<S>, isNew: boolean): Obtained<S> {
    const state = isLive(seen) ? seen.state : this.creation.known;
    // Only what was seen shows what a request without an answer has done.
    const { touched } = this.record.unfinished;
    if (this.record.isOurs)
      this.record.keep({ id, tasks: undefined, touched: isLive(seen) ? undefined : touched }, state);
    return { id, seen, isNew };
  }
}
