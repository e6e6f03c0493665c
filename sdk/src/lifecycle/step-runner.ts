import { isGone, isMissing } from "../platform/evidence/answers";
import { NotTheApi, PlatformError } from "../platform/http/error";
import { CONFIRMATION_PAUSE_MS } from "../platform/tasks/delays";
import { type Task, TaskFailed, TaskStillRunning } from "../platform/tasks/task";
import { messageOf } from "../util/text";
import { type OperationRecord, union } from "./record";
import { type Failure, isCertainlyNotCarriedOut, isOutcomeUnknown, isRefusal, says } from "./refusal";
import {
  type Accepted,
  type Change,
  type Clearing,
  type Decision,
  isLive,
  type Live,
  type Seen,
  type Step,
  stateIn,
} from "./resource";
import type { Surroundings } from "./surroundings";

/** From this answer on, that another task changes the object is the error. */
const MAX_FOREIGN_TASKS = 10;

/** How often a conflict without a task is asked again, with pauses that double: 15 s in all. */
const MAX_CONFLICTS = 4;

/** What a step has led to. */
export interface Carried<S extends object> {
  state: S;
  /** The object as the platform has returned it. */
  object?: Live<S>;
  /** The tasks of the request. */
  finished?: Task[];
  /** The reply has shown nothing of the object. */
  hasNoBody?: true | undefined;
  /** The properties of which parts stood in the way and were removed, and the object with these parts. */
  cleared?: { names: string[]; before: S };
  /** The object after a wait for others: the step, which is older, was not sent. */
  outdated?: Seen<S>;
  /** Steps to take in place of this one. */
  instead?: Step<S>[];
}

/**
 * Carries out the steps of any plan. It alone sends changes, waits for their tasks, and decides what a failure leaves behind:
 *
 * - A refusal: what was touched before. If the step knows what stands in the way, that is removed once, and restored if it did
 *   not help.
 * - A lost reply, a timeout or Ctrl-C while a task runs: what was touched, and the task. The next operation looks and plans again.
 *
 * A step without an id creates the object. Of a creation, also a killed process leaves a record.
 */
export class StepRunner<S extends object> {
  /** The conflicts since the last accepted request: with tasks, and without. */
  private conflicts = { tasks: 0, others: 0 };

  constructor(
    private readonly around: Surroundings,
    private readonly record: OperationRecord<S>,
    private readonly lookById: (id: string, state: S) => Promise<Seen<S>>,
  ) {}

  /** Takes one step. */
  async take(id: string | undefined, step: Step<S>, live: S): Promise<Carried<S>> {
    if ("awaits" in step) return this.awaitDecision(id, step, live);
    if ("send" in step) return this.carry(id, step, live);
    if (step.info) this.around.info(step.info);
    if (step.warning) this.around.warn(step.warning);
    return { state: live };
  }

  private async awaitDecision(id: string | undefined, step: Decision<S>, live: S): Promise<Carried<S>> {
    const { waits } = this.around;
    // The state keeps what a person decides about.
    this.record.isOurs = true;
    this.record.keep({ id }, live);
    const poll = async (): Promise<Carried<S> | undefined> => {
      const seen = await step.read(waits.reader);
      const state = isLive(seen) ? seen.state : live;
      this.record.keep({ id }, state);
      if (isLive(seen)) waits.show(step.shows(state));
      const decided = step.isDecided(stateIn(seen));
      if (decided === false) return undefined;
      if (decided !== true) this.around.warn(decided);
      return { state, ...(isLive(seen) && { object: seen }) };
    };
    return waits.pollDecision(poll, step.awaits);
  }

  /** `isRepeated`: the same request has got an answer that needs a second one. */
  private async carry(
    id: string | undefined,
    step: Change<S>,
    live: S,
    isRepeated = false,
  ): Promise<Carried<S>> {
    this.around.waits.show(step.does);
    try {
      return await this.send(id, step, live);
    } catch (error) {
      if (!(error instanceof PlatformError || error instanceof TaskFailed)) throw error;
      return this.afterFailure(id, step, live, error, isRepeated);
    }
  }

  /** Sends a request, as soon as the platform accepts it, and waits for its tasks. */
  private async send(id: string | undefined, step: Change<S>, live: S): Promise<Carried<S>> {
    const { record } = this;
    const before = { unfinished: record.unfinished, known: record.known };
    const { touches = id === undefined ? undefined : [] } = step;
    record.keep({ id, touched: union(before.unfinished.touched, touches) }, live);
    const isKept = () => {
      record.restore(before);
      record.isRemoving = false;
    };
    record.isRemoving = step.removes ?? false;
    const accepted = await this.sendUnlocked(id, step, live).catch((error: unknown) => {
      if (isCertainlyNotCarriedOut(error)) isKept();
      throw error;
    });
    if ("outdated" in accepted) {
      isKept();
      return { state: isLive(accepted.outdated) ? accepted.outdated.state : live, ...accepted };
    }
    this.conflicts = { tasks: 0, others: 0 };
    const tasks = await this.tasksOf(id, step, accepted, live);
    const finished = await this.awaitTasks(id, tasks).catch((error: unknown) => {
      // The object still exists as it was.
      if (step.removes && error instanceof TaskFailed) isKept();
      throw error;
    });
    if (accepted.warning) this.around.warn(accepted.warning);
    const state = accepted.object?.state ?? step.after?.(live) ?? live;
    record.isOurs = true;
    record.keep({}, state);
    const { object, hasNoBody } = accepted;
    return { state, finished, hasNoBody, ...(object && { object }) };
  }

  /** While another task changes the object, the platform answers 409. Nothing is sent from a plan that is older than a wait. */
  private async sendUnlocked(
    id: string | undefined,
    step: Change<S>,
    live: S,
  ): Promise<Accepted<S> | { outdated: Seen<S> }> {
    const { waits } = this.around;
    try {
      return await step.send(waits.api);
    } catch (error) {
      if (!step.locks || !isConflict(error) || isClearable(step, error)) throw error;
      const look = () =>
        this.look(id, live).catch((failure: unknown) => {
          // The platform has refused the change. A failed read afterwards does not make its outcome unknown.
          throw isOutcomeUnknown(failure) ? error : failure;
        });
      const seen = await look();
      const task = isLive(seen) ? seen.task : undefined;
      const count = ++this.conflicts[task ? "tasks" : "others"];
      // Without a task, it has ended, or another resource of the run holds what the change needs, or the conflict is a lasting one.
      if (task ? count >= MAX_FOREIGN_TASKS : count > MAX_CONFLICTS) throw error;
      if (task) await waits.awaitForeignTask(task);
      else {
        waits.show(`${error.summary}; the request is sent again`);
        await waits.pause(CONFIRMATION_PAUSE_MS * 2 ** (count - 1)).catch(() => {
          throw error;
        });
      }
      return { outdated: await look() };
    }
  }

  /** The reply's body, and with it the id of the task, may have been lost: then the object names the task. */
  private async tasksOf(
    id: string | undefined,
    step: Change<S>,
    { tasks = [], hasNoBody }: Accepted<S>,
    live: S,
  ): Promise<string[]> {
    const task = step.locks && hasNoBody && (await this.blockingTask(id, live));
    return task ? [task] : tasks;
  }

  private async blockingTask(id: string | undefined, state: S): Promise<string | undefined> {
    const seen = await this.look(id, state);
    return isLive(seen) ? seen.task : undefined;
  }

  /** The object; before its creation, whether a list has shown that it is not there. */
  private async look(id: string | undefined, state: S): Promise<Seen<S>> {
    if (id !== undefined) return this.lookById(id, state);
    return this.record.unfinished.creation?.before ? "gone" : "unreadable";
  }

  private async awaitTasks(id: string | undefined, tasks: string[]): Promise<Task[]> {
    if (tasks.length === 0) return [];
    this.record.keep({ tasks });
    // The object of a creation is recognised by its tasks.
    const forget = () => {
      if (id !== undefined) this.record.keep({ tasks: undefined });
    };
    try {
      const finished = await this.around.waits.awaitTasks(tasks, true);
      forget();
      return finished;
    } catch (error) {
      // The next run waits only for a task that is still running.
      if (!(error instanceof TaskStillRunning)) forget();
      throw error;
    }
  }

  /** Where the object decides what a failure means, it is read. */
  private async afterFailure(
    id: string | undefined,
    step: Change<S>,
    live: S,
    failure: Failure,
    isRepeated: boolean,
  ): Promise<Carried<S>> {
    const { removes, settling, clearing } = step;
    const isClear = isRefusal(failure) || isMissing(failure);
    const mayClear = isClearable(step, failure) ? clearing : undefined;
    const isSettled = settling?.when(failure) ?? false;
    if (!isSettled && !mayClear && !(removes && isClear)) throw failure;
    const look = () => this.look(id, live);
    // After a deletion that found nothing, the list may lag as after a write. Any other answer does not say that the object is gone.
    const isLate = removes && isGone(failure);
    const isShown = (seen: Seen<S>) => (isLate ? !isLive(seen) : seen !== "gone");
    const reading = removes ? this.around.waits.readUntil(look, isShown) : look();
    const seen = await reading.catch((error: unknown): Seen<S> => {
      // The documented answer that the object does not exist needs no list beside it.
      if (removes && !(isLate && error instanceof NotTheApi)) throw error;
      return "unreadable";
    });
    if (seen === "gone" && removes) return { state: live };
    if (seen === "gone" && id !== undefined) this.record.drop();
    const settled = isSettled ? settling?.settle(failure, stateIn(seen)) : undefined;
    if (settled) {
      const { warning, info, instead = [] } = settled;
      // That an object which cannot be read is gone, or cannot be removed, needs the same answer again: a gateway may have given it.
      const isRelease = removes && instead.length === 0 && isMissing(failure) && seen === "unreadable";
      if (isRelease && !isRepeated) {
        await this.around.waits.pause().catch(() => {
          throw failure;
        });
        return this.carry(id, step, live, true);
      }
      if (warning) this.around.warn(warning);
      if (info) this.around.info(info);
      return { state: step.after?.(live) ?? live, instead };
    }
    if (mayClear && isLive(seen)) return this.clear(id, step, seen.state, { ...mayClear, failure });
    throw failure;
  }

  /** Removes what stands in the way, and sends the request again. If that does not help, all of it is restored. */
  private async clear(
    id: string | undefined,
    step: Change<S>,
    live: S,
    { steps, error: errorOf, failure }: Clearing<S> & { failure: Failure },
  ): Promise<Carried<S>> {
    const before = { unfinished: this.record.unfinished, known: this.record.known };
    if (steps(live).length === 0) throw failure;
    const removed: Change<S>[] = [];
    let state = live;
    try {
      for (;;) {
        const [removal] = steps(state);
        const carried = await (removal ? this.carry(id, removal, state) : this.send(id, step, state));
        state = carried.state;
        if (carried.outdated === "gone") return carried;
        if (carried.outdated) continue;
        if (!removal) {
          const names = removed.flatMap(({ touches = [] }) => touches);
          return { ...carried, cleared: { names, before: removed.reduceRight(undone, state) } };
        }
        removed.push(removal);
      }
    } catch (again) {
      const isRefused = isRefusal(again) || (step.removes && isMissing(again));
      if (!isRefused) throw again;
      if (step.removes && (await this.look(id, live)) === "gone") return { state };
      await this.restore(id, removed, state, (missing, problem) => {
        throw errorOf?.(again, `${missing}: ${messageOf(problem)}`) ?? problem;
      });
      this.record.restore(before);
      throw errorOf?.(again) ?? again;
    }
  }

  /** @param fail Gets what is still missing, and why. */
  private async restore(
    id: string | undefined,
    removed: readonly Change<S>[],
    live: S,
    fail: (missing: string, problem: unknown) => never,
  ): Promise<void> {
    const missing = [...removed];
    let state = live;
    try {
      for (let last = missing.at(-1); last; last = missing.at(-1)) {
        const carried = last.undo && (await this.carry(id, last.undo(state), state));
        state = carried?.state ?? state;
        if (!carried?.outdated) missing.pop();
      }
    } catch (problem) {
      fail(missing.map((each) => each.removed).join(", "), problem);
    }
  }
}

/** The object with what a step has removed. */
function undone<S>(state: S, { undo }: Change<S>): S {
  return undo?.(state).after?.(state) ?? state;
}

/** Whether the step knows what stands in the way. */
function isClearable<S>({ clearing }: Change<S>, failure: Failure): boolean {
  return clearing !== undefined && isRefusal(failure) && says(failure, clearing.says);
}

function isConflict(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.status === 409;
}
