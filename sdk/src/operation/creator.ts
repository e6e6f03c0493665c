import { CREATION_ACCEPTED } from "../errors/replies";
import { type Api, apiThatNotes } from "../platform/api/api";
import { PlatformError } from "../platform/http/error";
import { TaskFailed, TaskNotFound, TaskStillRunning } from "../platform/tasks/task";
import { saltedDigestOf } from "../util/digest";
import type { Acts } from "./acts";
import { type Attempt, Decider, type Decision, type DecisionTo } from "./decide";
import { inputOf } from "./properties";
import { type Unfinished, union } from "./record";
import { isCertainlyNotCarriedOut, isOutcomeUnknown } from "./refusal";
import { isLive, type Live, type Seen } from "./resource";
import { type Carried, StepRunner } from "./step-runner";

/** An object that was created or found. */
export interface Obtained<S> {
  id: string;
  seen: Seen<S>;
  /** A run of this stack has created it. */
  isNew: boolean;
}

/** Obtains the object of a creation: decides, and does what was decided, until the object is there. */
export class Creator<S extends object> extends Decider<S> {
  private readonly steps = new StepRunner<S>(this.facts, this.record);
  /** The last decision. */
  decision: Decision<S> | undefined;

  /** `previous`: an earlier run has begun the creation. */
  *obtain(previous: Unfinished | undefined, declared: string[]): Acts<S, Obtained<S>> {
    if (previous) this.resume(previous);
    for (;;) {
      const obtained = yield* this.follow(yield* this.decided(), declared);
      if (obtained) return obtained;
    }
  }

  /** What an earlier run has created; undefined if that is nothing. Creates nothing. */
  *find(previous: Unfinished): Acts<S, Obtained<S> | undefined> {
    this.resume(previous);
    while (this.attempt) {
      const decision = yield* this.decided();
      if (decision.ends) return undefined;
      const obtained = yield* this.follow(decision, []);
      if (obtained) return obtained;
    }
    return undefined;
  }

  /** Undefined: there is new evidence to decide by. */
  private *follow(decision: Decision<S>, declared: string[]): Acts<S, Obtained<S> | undefined> {
    if (decision.ends) yield* this.endAttempt(decision.ends.left);
    switch (decision.does) {
      case "refuse":
        // The task has created nothing.
        if (decision.error instanceof TaskFailed) this.record.end();
        throw decision.error;
      case "wait":
        return yield* this.wait(decision.tasks);
      case "create":
        return yield* this.create(decision, declared);
      case "use":
        return yield* this.useObject(decision);
      case "assume":
        yield* this.say(decision.warning);
        return yield* this.obtained(decision.id, "unreadable", false);
    }
  }

  private resume(previous: Unfinished): void {
    this.attempt = { record: previous, isEarlier: true };
    // Until the object is seen, it may have any of what was declared.
    const touched = union(previous.touched, previous.creation?.declared.map(inputOf));
    // The object of another key may be in another scope, so the inputs say nothing about it.
    const known = this.isSameKey ? this.creation.known : undefined;
    this.record.progress = { unfinished: { ...previous, touched }, known };
  }

  /** `left`: what it may have created, and what is not the declared object. */
  private *endAttempt(left?: readonly string[]): Acts<S, void> {
    const ids = left?.join(", ");
    const text = `${this.creation.noun} ${ids}, which an earlier run may have created, stays at the platform: the program declares another one`;
    if (ids) yield* this.say(text);
    // What was left is recorded until the next request is sent.
    if (left) this.record.progress = { unfinished: {}, known: undefined };
    else this.record.end();
    this.attempt = undefined;
  }

  /**
   * What tasks or this operation have created may become visible late. The search continues for some seconds after the end of the
   * operation, so that no created object is lost.
   */
  private *decided(): Acts<S, Decision<S>> {
    const { attempt } = this;
    const { record, isEarlier, ended } = attempt ?? {};
    // An earlier run has noted an id after the object was created. Without one, its request is awaited.
    if (!attempt || (isEarlier && !ended && record?.id === undefined)) return yield* this.decideNow();
    const isFound = (one?: Decision<S>) => !!one && !(one.does === "wait" && one.tasks.length === 0);
    // A failed task has created nothing that could still become visible.
    const mayLag = !(ended?.failure instanceof TaskFailed && ended.finished.length === 0);
    const look = () => this.decideNow({ mayLag: true });
    try {
      let found: Decision<S> | undefined;
      if (mayLag) found = yield* this.lookUntil(look, isFound, found);
      return found && isFound(found) ? found : yield* this.decideNow({ isLate: true });
    } catch (error) {
      // The platform has accepted the request, or its reply was lost, and now the objects cannot be read.
      if (isEarlier || !(error instanceof PlatformError)) throw error;
      return this.unseen(true, error.withRemark(CREATION_ACCEPTED));
    }
  }

  private *decideNow({ mayLag = false, isLate = false } = {}): Acts<S, Decision<S>> {
    this.isLate = isLate;
    this.decision = yield* this.decide(this.attempt, mayLag);
    this.isLate = false;
    return this.decision;
  }

  private *wait(tasks: readonly string[]): Acts<S, undefined> {
    const { attempt } = this;
    if (attempt?.record.tasks?.length && !attempt.ended) yield* this.awaitOwn(attempt, attempt.record.tasks);
    else if (tasks.length === 0)
      yield* this.pause(this.nextWait, "an earlier run was killed just now: waiting for its request");
    else for (const task of tasks) yield* this.await([task], "unknown");
  }

  /** The tasks of an earlier run. Their failure is not an error of this one. */
  private *awaitOwn(attempt: Attempt, tasks: string[]): Acts<S, void> {
    try {
      this.attempt = { ...attempt, ended: { finished: yield* this.await(tasks, "earlier") } };
    } catch (error) {
      yield* this.afterFailure(attempt, error);
      yield* this.say(error as TaskFailed | TaskNotFound);
    }
  }

  /** Throws what does not end the tasks. */
  private *afterFailure(attempt: Attempt, failure: unknown): Acts<S, void> {
    if (failure instanceof TaskStillRunning) yield* this.keepListed(attempt);
    if (!(failure instanceof TaskFailed || failure instanceof TaskNotFound)) throw failure;
    const finished = failure instanceof TaskFailed ? failure.finished : [];
    this.attempt = { ...attempt, ended: { finished, failure } };
  }

  /**
   * An object that is still being created may be listed already: then the state can have its id. The platform may also hide it until
   * the task ends, so an equal object that does not name the task may be of somebody else.
   */
  private *keepListed(attempt: Attempt): Acts<S, void> {
    this.attempt = { ...attempt, ended: { finished: [] } };
    try {
      const decision = yield* this.decideNow({ isLate: true });
      if (decision.does !== "use" || !isLive(decision.seen)) return;
      const isOurs = attempt.record.tasks?.includes(decision.seen.creator ?? "");
      if (isOurs) this.record.note({ id: decision.id });
    } catch {
      // The error is that the task has not ended.
    }
  }

  /** Sends the request. The record of it is written when its first byte is about to leave. */
  private *create(
    { beside, warning }: DecisionTo<S, "create">,
    declared: string[],
  ): Acts<S, Obtained<S> | undefined> {
    const { facts } = this;
    const { step, known } = this.creation;
    yield* this.say(warning);
    const before = warning ? {} : { before: beside.map(({ id }) => id) };
    const begun = { ...saltedDigestOf(this.key), ...before, declared };
    // Only a request that was not carried out is sent again, so the time of the last one counts.
    const onFirstByte = () => {
      const at = facts.now();
      this.record.note({ creation: { ...begun, ...(at !== undefined && { at }) } });
    };
    const send = (api: Api) => step.send(apiThatNotes(api, onFirstByte));
    let carried: Carried<S>;
    try {
      const touches = declared.map(inputOf);
      carried = yield* this.steps.take(undefined, { ...step, send }, known, { touches });
    } catch (error) {
      const attempt = { record: this.record.progress.unfinished };
      if (isOutcomeUnknown(error)) this.attempt = { ...attempt, lost: error };
      else if (attempt.record.tasks) yield* this.afterFailure(attempt, error);
      else {
        if (isCertainlyNotCarriedOut(error)) this.record.end();
        throw error;
      }
      return undefined;
    }
    const { object, finished = [] } = carried;
    if (object?.lacks === "properties") this.record.note({ id: object.id, tasks: undefined }, known);
    if (object) return yield* this.obtained(object.id, object, true);
    this.attempt = { record: this.record.progress.unfinished, ended: { finished } };
    return undefined;
  }

  private *useObject({ id, seen, origin, says }: DecisionTo<S, "use">): Acts<S, Obtained<S> | undefined> {
    const { noun, known } = this.creation;
    const { ended, isEarlier } = this.attempt ?? {};
    const isCreated = origin === "created";
    this.record.isOurs = origin !== "adopted";
    if (this.record.isOurs) this.record.note({ id, tasks: undefined }, known);
    if (ended?.failure && !isEarlier) throw ended.failure;
    const idle = isLive(seen) && seen.task ? yield* this.whenIdle(seen, seen.task, isCreated) : seen;
    if (idle === "gone") return undefined;
    if (this.attempt === undefined) {
      // Another resource of the run may have turned out to have created it, or has it since.
      if (this.isTaken(isLive(seen) ? seen : { id })) return undefined;
      yield { do: "use", id };
    }
    const texts = {
      created: undefined,
      continued: `${noun} ${id}, which an earlier run created, is used: no second one is created`,
      former: `${noun} ${id}, which an interrupted run was replacing, is used again`,
      adopted: says,
    };
    yield* this.say(texts[origin]);
    return yield* this.obtained(id, idle, isCreated || origin === "continued", isCreated);
  }

  /** The object when no task creates or changes it any more. If it is gone, the creation is decided again. */
  private *whenIdle({ id, creator }: Live<S>, task: string, isCreated: boolean): Acts<S, Seen<S>> {
    const { tasks = [creator || task] } = this.attempt?.record ?? {};
    // Somebody else may be changing the new object already.
    const isOurs = isCreated && tasks.includes(task);
    try {
      yield* this.await([task], isOurs ? "ours" : this.attempt ? "continued" : "others");
    } catch (failure) {
      // The object of a failed task does not exist.
      if (isOurs && failure instanceof TaskFailed) this.record.end();
      throw failure;
    }
    const seen = yield* this.lookAt(id, isCreated);
    if (seen === "gone") yield* this.endAttempt();
    return seen;
  }

  /** The platform's replicas may not show a new object yet. */
  private *lookAt(id: string, isCreated: boolean): Acts<S, Seen<S>> {
    return yield* this.readUntil(id, this.creation.known, (seen) => !isCreated || seen !== "gone");
  }

  /** The object with all of its properties. */
  private *obtained(id: string, listed: Seen<S>, isNew: boolean, isCreated = isNew): Acts<S, Obtained<S>> {
    const isPartial = isLive(listed) && listed.lacks === "properties";
    const seen = isPartial ? yield* this.lookAt(id, isCreated) : listed;
    const state = isLive(seen) ? seen.state : this.creation.known;
    // Only what was seen shows what a request without an answer has done.
    const touched = isLive(seen) ? undefined : this.record.progress.unfinished.touched;
    if (this.record.isOurs) this.record.note({ id, tasks: undefined, touched }, state);
    return { id, seen, isNew };
  }
}
