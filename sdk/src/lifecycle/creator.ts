import { CodedError } from "../errors/definition";
import { CREATION_ACCEPTED } from "../errors/replies";
import { type Api, apiThatNotes } from "../platform/api/api";
import { PlatformError } from "../platform/http/error";
import { TaskFailed, TaskNotFound, TaskStillRunning } from "../platform/tasks/task";
import { isDigestOf, saltedDigestOf } from "../util/digest";
import type { Acts, Facts } from "./acts";
import type { ListedCreation } from "./creation";
import { type Attempt, type Decision, decide, type Evidence, earlierAttempt, sentUntil } from "./decide";
import { Evidences } from "./gather";
import { inputOf } from "./properties";
import { type OperationRecord, type Unfinished, union } from "./record";
import { isCertainlyNotCarriedOut, isOutcomeUnknown } from "./refusal";
import { isLive, type Live, type Seen } from "./resource";
import type { StepRunner } from "./step-runner";

/** An object that was created or found. */
export interface Obtained<S> {
  id: string;
  seen: Seen<S>;
  /** A run of this stack has created it. */
  isNew: boolean;
}

type Of<S, D extends Decision<S>["does"]> = Extract<Decision<S>, { does: D }>;

/** What is printed when an object is used. */
function usedText<S>(
  { noun, objects }: ListedCreation<S>,
  { because, id, seen }: Of<S, "use">,
): string | undefined {
  if (because === "continued")
    return `${noun} ${id}, which an earlier run created, is used: no second one is created`;
  if (because === "former") return `${noun} ${id}, which an interrupted run was replacing, is used again`;
  return because === "adopted" && isLive(seen) ? objects.existing?.adoption(seen) : undefined;
}

/** Obtains the object of a creation: gathers the evidence, decides, and does what was decided, until the object is there. */
export class Creator<S extends object> extends Evidences<S> {
  private attempt: Attempt | undefined;
  /** The last decision. */
  decision: Decision<S> | undefined;

  constructor(
    creation: ListedCreation<S>,
    isWithinReach: Evidence<S>["isWithinReach"],
    facts: Facts,
    record: OperationRecord<S>,
    private readonly steps: StepRunner<S>,
  ) {
    super(creation, isWithinReach, facts, record);
  }

  /** `previous`: an earlier run has begun the creation. */
  *obtain(previous: Unfinished | undefined, declared: string[]): Acts<S, Obtained<S>> {
    if (previous) this.resume(previous);
    for (;;) {
      const obtained = yield* this.carryOut(yield* this.decided(), declared);
      if (obtained) return obtained;
    }
  }

  /** What an earlier run has created; undefined if that is nothing. Creates nothing. */
  *find(previous: Unfinished): Acts<S, Obtained<S> | undefined> {
    this.resume(previous);
    while (this.attempt) {
      const decision = yield* this.decided();
      if (decision.over) return undefined;
      const obtained = yield* this.carryOut(decision, []);
      if (obtained) return obtained;
    }
    return undefined;
  }

  /** Undefined: there is new evidence to decide by. */
  private *carryOut(decision: Decision<S>, declared: string[]): Acts<S, Obtained<S> | undefined> {
    if (decision.over) yield* this.endAttempt(decision.over, decision.left);
    switch (decision.does) {
      case "refuse":
        // The task has created nothing.
        if (decision.error instanceof TaskFailed) this.record.drop();
        throw decision.error;
      case "wait":
        return yield* this.wait(decision.tasks);
      case "create":
        return yield* this.create(decision, declared);
      case "use":
        return yield* this.useObject(decision);
      case "assume":
        yield* this.say(decision);
        return this.obtained(decision.id, "unreadable", false);
    }
  }

  private resume(previous: Unfinished): void {
    const { creation: begun } = previous;
    this.attempt = earlierAttempt(previous, this.facts.requestTimeout);
    // The object of another key may be in another scope, so the inputs say nothing about it.
    const isSame = begun === undefined || isDigestOf(begun, this.creation.key);
    // Until the object is seen, it may have any of what was declared.
    const touched = union(previous.touched, begun?.declared.map(inputOf));
    this.record.resume({ ...previous, touched }, isSame ? this.creation.known : undefined);
  }

  private *endAttempt(over: "nothing" | "left", left: readonly string[] = []): Acts<S, void> {
    const { noun } = this.creation;
    if (left.length > 0)
      yield* this.say({
        info: `${noun} ${left.join(", ")}, which an earlier run may have created, stays at the platform: the program declares another one`,
      });
    // What was left is recorded until the next request is sent.
    if (over === "nothing") this.record.drop();
    this.record.resume({}, undefined);
    this.attempt = undefined;
  }

  private *decided(): Acts<S, Decision<S>> {
    const { attempt } = this;
    const { record, earlier, ended } = attempt ?? {};
    // An earlier run has noted an id after the object was created. Without one, its request is awaited.
    if (attempt === undefined || (earlier && !ended && record?.id === undefined))
      return yield* this.decideNow();
    try {
      return yield* this.decideOwn(attempt);
    } catch (error) {
      if (attempt.earlier || !(error instanceof PlatformError)) throw error;
      return this.unreadable(error, attempt);
    }
  }

  /**
   * What tasks or this operation have created may become visible late. The search continues for some seconds after the end of the operation,
   * so that no created object is lost.
   */
  private *decideOwn({ ended }: Attempt): Acts<S, Decision<S>> {
    const isFound = (one?: Decision<S>) =>
      one !== undefined && !(one.does === "wait" && one.tasks.length === 0);
    // A failed task has created nothing that could still become visible.
    const mayLag = !(ended?.failure instanceof TaskFailed && ended.finished.length === 0);
    const look = () => this.decideNow({ mayLag: true });
    const found = mayLag
      ? yield* this.lookUntil<Decision<S> | undefined>(look, isFound, undefined)
      : undefined;
    return found && isFound(found) ? found : yield* this.decideNow({ isLate: true });
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

  private *decideNow({ mayLag = false, isLate = false } = {}): Acts<S, Decision<S>> {
    this.isLate = isLate;
    try {
      this.decision = decide(this.creation, { ...(yield* this.evidence(this.attempt)), mayLag });
      return this.decision;
    } finally {
      this.isLate = false;
    }
  }

  private *wait(tasks: readonly string[]): Acts<S, undefined> {
    const { attempt } = this;
    if (attempt?.record.tasks?.length && !attempt.ended) yield* this.awaitOwn(attempt, attempt.record.tasks);
    else if (attempt && tasks.length === 0) yield* this.awaitRequest(attempt);
    else for (const task of tasks) yield* this.await([task], "unknown");
  }

  /** The request of a run that was killed just now. */
  private *awaitRequest(attempt: Attempt): Acts<S, void> {
    const { until = 0 } = attempt.earlier ?? {};
    const ms = Math.max(until - (this.facts.now() ?? until), 0);
    yield* this.pause(ms, "an earlier run was killed just now: waiting for its request");
    this.attempt = { ...attempt, earlier: { until, now: until + 1 } };
  }

  /** The tasks of an earlier run. Their failure is not an error of this one. */
  private *awaitOwn(attempt: Attempt, tasks: string[]): Acts<S, void> {
    try {
      this.attempt = { ...attempt, ended: { finished: yield* this.await(tasks, "earlier") } };
    } catch (error) {
      yield* this.afterFailure(attempt, error);
      yield* this.say({ warning: error as TaskFailed | TaskNotFound });
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
      if (isOurs) this.record.keep({ id: decision.id });
    } catch {
      // The error is that the task has not ended.
    }
  }

  /** Sends the request. The record of it is written when its first byte is about to leave. */
  private *create(
    { beside, warning }: Of<S, "create">,
    declared: string[],
  ): Acts<S, Obtained<S> | undefined> {
    const { facts } = this;
    const { key, step, known } = this.creation;
    yield* this.say({ warning });
    const before = warning ? {} : { before: beside.map(({ id }) => id) };
    const begun = { ...saltedDigestOf(key), ...before, declared };
    // Only a request that was not carried out is sent again, so the time of the last one counts.
    const onFirstByte = () => {
      const at = facts.now();
      this.record.keep({ creation: { ...begun, ...(at !== undefined && { at }) } });
    };
    const send = (api: Api) => step.send(apiThatNotes(api, onFirstByte));
    try {
      const touches = declared.map(inputOf);
      const { object, finished = [] } = yield* this.steps.take(undefined, { ...step, send }, known, {
        touches,
      });
      if (object) return yield* this.whole(object, true);
      this.attempt = { record: this.record.unfinished, ended: { finished } };
    } catch (error) {
      const attempt = { record: this.record.unfinished };
      const until = sentUntil(attempt.record, facts.requestTimeout);
      if (isOutcomeUnknown(error)) this.attempt = { ...attempt, lost: { error, until } };
      else if (attempt.record.tasks) yield* this.afterFailure(attempt, error);
      else {
        if (isCertainlyNotCarriedOut(error)) this.record.drop();
        throw error;
      }
    }
    return undefined;
  }

  private *useObject(decision: Of<S, "use">): Acts<S, Obtained<S> | undefined> {
    const { id, seen, because } = decision;
    const { ended, earlier } = this.attempt ?? {};
    this.record.isOurs = because !== "adopted";
    if (this.record.isOurs) this.record.keep({ id, tasks: undefined }, this.creation.known);
    if (ended?.failure && !earlier) throw ended.failure;
    const idle = isLive(seen) && seen.task ? yield* this.whenIdle(seen, seen.task) : seen;
    if (idle === "gone") return undefined;
    if (this.attempt === undefined) {
      // Another resource of the run may have turned out to have created it, or has it since.
      if (this.isTaken(id, isLive(seen) ? seen.creator : undefined)) return undefined;
      yield* this.use(id);
    }
    yield* this.say({ info: usedText(this.creation, decision) });
    const obtained = isLive(idle)
      ? yield* this.whole(idle, because === "created")
      : this.obtained(id, idle, false);
    return { ...obtained, isNew: because === "created" || because === "continued" };
  }

  /** The object when no task creates or changes it any more. If it is gone, the creation is decided again. */
  private *whenIdle({ id, creator = "" }: Live<S>, task: string): Acts<S, Seen<S>> {
    const { record: { tasks = [creator || task] } = {}, earlier } = this.attempt ?? {};
    // Somebody else may be changing the new object already.
    const isOurs = this.attempt !== undefined && !earlier && tasks.includes(task);
    try {
      yield* this.await([task], isOurs ? "ours" : this.attempt ? "continued" : "others");
    } catch (failure) {
      // The object of a failed task does not exist.
      if (isOurs && failure instanceof TaskFailed) this.record.drop();
      throw failure;
    }
    const seen = yield* this.lookAt(id, this.attempt !== undefined && !earlier);
    if (seen === "gone") yield* this.endAttempt("nothing");
    return seen;
  }

  /** The object with all of its properties. */
  private *whole(object: Live<S>, isNew: boolean): Acts<S, Obtained<S>> {
    const { id, isPartial } = object;
    if (!isPartial) return this.obtained(id, object, isNew);
    if (isNew) this.record.keep({ id, tasks: undefined }, this.creation.known);
    return this.obtained(id, yield* this.lookAt(id, isNew), isNew);
  }

  /** The platform's replicas may not show a new object yet. */
  private *lookAt(id: string, isNew: boolean): Acts<S, Seen<S>> {
    const look = () => this.read(id, this.creation.known);
    const seen = yield* look();
    return isNew ? yield* this.lookUntil(look, (one) => one !== "gone", seen) : seen;
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
