import { CodedError } from "../errors/definition";
import { TASKS } from "../errors/tasks";
import { isGone, isMissing } from "../platform/evidence/answers";
import { NotTheApi, PlatformError } from "../platform/http/error";
import { CONFIRMATION_PAUSE_MS } from "../platform/tasks/delays";
import { type Task, TaskFailed, TaskStillRunning } from "../platform/tasks/task";
import { type Acts, Operation } from "./acts";
import { union } from "./record";
import { type Failure, isCertainlyNotCarriedOut, isOutcomeUnknown, isRefusal } from "./refusal";
import {
  type Approval,
  type Change,
  isLive,
  type Live,
  type Message,
  type Reply,
  type Seen,
  type Step,
  stateIn,
} from "./resource";

/** From this answer on, that another task changes the object is the error. */
const MAX_FOREIGN_TASKS = 10;

/** How often a conflict without a task is asked again, with pauses that double: 15 s in all. */
const MAX_CONFLICTS = 4;

/** A change of one object, as an operation sends it. */
interface Request<S> extends Change<S> {
  /** Absent before the creation. */
  id: string | undefined;
  live: S;
  /** Properties that have the old or the new value from now on, until the object is read. Default: those that the change sets. */
  touches?: readonly string[];
  /** The operation removes the object, with this step or after it: if the object is gone, the step is done. */
  removes?: "object" | "part";
}

/** What a step has led to. */
export interface Carried<S extends object> {
  state: S;
  /** The object as the platform has returned it. */
  object?: Live<S>;
  /** The tasks of the request. */
  finished?: Task[];
  /** The reply has shown nothing of the object. */
  hasNoBody?: boolean;
  /** The object after a wait for others: the step, which is older, was not sent. */
  outdated?: Seen<S>;
  /** Steps to take in place of this one. */
  instead?: Step<S>[];
}

/**
 * Carries out the steps of any plan. It alone sends changes, waits for their tasks, and decides what a failure leaves behind:
 *
 * - A refusal: what was touched before. If the step knows what stands in the way, other steps are taken in its place.
 * - A lost reply, a timeout or Ctrl-C while a task runs: what was touched, and the task. The next operation looks and plans again.
 *
 * A step without an id creates the object. Of a creation that a list shows, also a killed process leaves a record.
 */
export class StepRunner<S extends object> extends Operation<S> {
  /** The conflicts of each step since it was accepted last: with tasks, and without. */
  private readonly conflicts = new Map<string | undefined, { tasks: number; others: number }>();

  /** Takes one step. */
  *take(
    id: string | undefined,
    step: Step<S>,
    live: S,
    how: Pick<Request<S>, "touches" | "removes"> = {},
  ): Acts<S, Carried<S>> {
    if (isMessage(step)) {
      yield* this.say(step);
      return { state: live };
    }
    if ("awaits" in step) return yield* this.awaitApproval(id, step, live);
    return yield* this.carry({ ...step, id, live, ...how });
  }

  private *awaitApproval(id: string | undefined, step: Approval<S>, live: S): Acts<S, Carried<S>> {
    // The state keeps what a person decides about.
    this.record.isOurs = true;
    this.record.note({ id }, live);
    const onSeen = (seen: Seen<S>) => this.record.note({ id }, isLive(seen) ? seen.state : live);
    const seen = (yield { do: "approval", step, onSeen }) as Seen<S>;
    const decided = step.isDecided(stateIn(seen));
    if (decided instanceof CodedError) yield* this.say(decided);
    return isLive(seen) ? { state: seen.state, object: seen } : { state: live };
  }

  /** `isRepeated`: the same request has got an answer that needs a second one. */
  private *carry(request: Request<S>, isRepeated = false): Acts<S, Carried<S>> {
    try {
      return yield* this.send(request);
    } catch (error) {
      if (!(error instanceof PlatformError || error instanceof TaskFailed)) throw error;
      return yield* this.afterFailure(request, error, isRepeated);
    }
  }

  /** Sends a request, and waits for its tasks. */
  private *send(request: Request<S>): Acts<S, Carried<S>> {
    const { record } = this;
    const { id, live, removes } = request;
    const checkpoint = record.progress;
    const { touches = id === undefined ? undefined : namesSetBy(request, live) } = request;
    record.note({ id, touched: union(checkpoint.unfinished.touched, touches) }, live);
    const { isRemoving } = record;
    const isKept = () => {
      record.restore(checkpoint);
      record.isRemoving = isRemoving;
    };
    record.isRemoving = removes !== undefined;
    let reply: Reply<S>;
    try {
      reply = (yield { do: "send", step: request }) as Reply<S>;
    } catch (error) {
      if (isCertainlyNotCarriedOut(error)) isKept();
      throw error;
    }
    this.conflicts.delete(request.does);
    const tasks = yield* this.tasksOf(request, reply);
    let finished: Task[];
    try {
      finished = yield* this.awaitTasks(id, tasks);
    } catch (error) {
      // The object still exists as it was.
      if (removes && error instanceof TaskFailed) isKept();
      throw error;
    }
    if (reply instanceof CodedError) yield* this.say(reply);
    const object = reply && "state" in reply ? reply : undefined;
    const state = object?.state ?? expectedAfter(request, live);
    record.isOurs = true;
    record.note({}, state);
    return { state, finished, hasNoBody: reply === undefined, ...(object && { object }) };
  }

  /** The platform has refused a change. A failed read afterwards does not make its outcome unknown. */
  private *lookAfter(refusal: PlatformError, request: Request<S>): Acts<S, Seen<S>> {
    try {
      return yield* this.look(request);
    } catch (failure) {
      throw isOutcomeUnknown(failure) ? refusal : failure;
    }
  }

  /** The object after a wait for what locks it. Nothing is sent from a plan that is older than a wait. */
  private *waitForOthers(request: Request<S>, conflict: PlatformError, task?: string): Acts<S, Seen<S>> {
    const conflicts = this.conflicts.get(request.does) ?? { tasks: 0, others: 0 };
    this.conflicts.set(request.does, conflicts);
    const count = ++conflicts[task ? "tasks" : "others"];
    // Without a task, it has ended, or another resource of the run holds what the change needs, or the conflict is a lasting one.
    if (task ? count >= MAX_FOREIGN_TASKS : count > MAX_CONFLICTS) throw conflict;
    const says = `${conflict.summary}; the request is sent again`;
    if (task) yield* this.await([task], "others");
    else yield* this.pauseOr(conflict, CONFIRMATION_PAUSE_MS * 2 ** (count - 1), says);
    return yield* this.lookAfter(conflict, request);
  }

  /** If the operation ends meanwhile, the failure before is its error. */
  private *pauseOr(failure: Failure, ms?: number, says?: string): Acts<S, void> {
    try {
      yield* this.pause(ms, says);
    } catch {
      throw failure;
    }
  }

  /** The reply's body, and with it the id of the task, may have been lost: then the object names the task. */
  private *tasksOf(request: Request<S>, reply: Reply<S>): Acts<S, string[]> {
    const { locks, removes, does: change = "" } = request;
    if (!locks || reply) return Array.isArray(reply) ? reply : [];
    const seen = yield* this.look(request);
    if (seen === "unreadable" && !removes) throw TASKS.unconfirmed.error({ change });
    return isLive(seen) && seen.task ? [seen.task] : [];
  }

  /** The object; before its creation, whether a list has shown that it is not there. */
  private *look({ id, live }: Pick<Request<S>, "id" | "live">): Acts<S, Seen<S>> {
    if (id !== undefined) return yield* this.read(id, live);
    return this.record.progress.unfinished.creation?.before ? "gone" : "unreadable";
  }

  private *awaitTasks(id: string | undefined, tasks: string[]): Acts<S, Task[]> {
    if (tasks.length === 0) return [];
    this.record.note({ tasks });
    // The object of a creation is recognised by its tasks.
    const forget = () => {
      if (id !== undefined) this.record.note({ tasks: undefined });
    };
    try {
      const finished = yield* this.await(tasks, "ours");
      forget();
      return finished;
    } catch (error) {
      // The next run waits only for a task that is still running.
      if (!(error instanceof TaskStillRunning)) forget();
      throw error;
    }
  }

  /** Where the object decides what a failure means, it is read. While another task changes it, the platform answers 409. */
  private *afterFailure(request: Request<S>, failure: Failure, isRepeated: boolean): Acts<S, Carried<S>> {
    const { id, live, removes } = request;
    const isLocked = request.locks && isConflict(failure);
    const isClear = isRefusal(failure) || isMissing(failure);
    const way = request.settle?.(failure) || undefined;
    if (!isLocked && !way && !(removes && isClear)) throw failure;
    const seen = isLocked
      ? yield* this.lookAfter(failure, request)
      : yield* this.lookAfterFailure(request, failure);
    if (seen === "gone" && removes) return { state: live };
    if (seen === "gone" && id !== undefined && !isLocked) this.record.end();
    const task = isLocked && isLive(seen) ? seen.task : undefined;
    const settled = task === undefined ? way?.(stateIn(seen)) : undefined;
    if (isLocked && !settled) {
      const outdated = yield* this.waitForOthers(request, failure, task);
      return { state: isLive(outdated) ? outdated.state : live, outdated };
    }
    if (!settled) throw failure;
    const instead = settled.filter((one) => !isMessage(one));
    // That an object which cannot be read is gone, or cannot be removed, needs the same answer again: a gateway may have given it.
    const isRelease = removes && instead.length === 0 && isMissing(failure) && seen === "unreadable";
    if (isRelease && !isRepeated) {
      yield* this.pauseOr(failure);
      return yield* this.carry(request, true);
    }
    for (const one of settled) if (isMessage(one)) yield* this.say(one);
    const state = isLive(seen) ? seen.state : live;
    return { state: instead.length > 0 ? state : expectedAfter(request, live), instead };
  }

  /** After a deletion that found nothing, the list may lag as after a write. Any other answer does not say that the object is gone. */
  private *lookAfterFailure(request: Request<S>, failure: Failure): Acts<S, Seen<S>> {
    const { removes } = request;
    const isLate = removes === "object" && isGone(failure);
    const look = () => this.look(request);
    const isShown = (seen: Seen<S>) => (isLate ? !isLive(seen) : seen !== "gone");
    try {
      const seen = yield* look();
      return removes ? yield* this.lookUntil(look, isShown, seen) : seen;
    } catch (error) {
      // The documented answer that the object does not exist needs no list beside it.
      if (removes && !(isLate && error instanceof NotTheApi)) throw error;
      return "unreadable";
    }
  }
}

function isConflict(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.status === 409 && error.method !== "GET";
}

export function isMessage<S>(step: Step<S>): step is Message {
  return typeof step === "string" || step instanceof CodedError;
}

/** The object as a change is expected to leave it. */
export function expectedAfter<S>({ sets }: Change<S>, live: S): S {
  return { ...live, ...sets?.(live) };
}

/** The properties that a change sets. */
function namesSetBy<S>({ sets }: Change<S>, live: S): string[] {
  return Object.keys(sets?.(live) ?? {});
}
