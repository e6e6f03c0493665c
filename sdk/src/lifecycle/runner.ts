import { EXISTING } from "../errors/existing";
import { TASKS } from "../errors/tasks";
import { TaskFailed, TaskNotFound } from "../platform/tasks/task";
import type { JsonObject } from "../util/json";
import { Creator } from "./creator";
import { idOf, parseParts } from "./identity";
import {
  type AnyProperties,
  difference,
  inputsOf,
  isReadBefore,
  keepingInput,
  notApplied,
} from "./properties";
import { OperationRecord, type Unfinished } from "./record";
import { isLive, isNamed, type Resource, type Seen, stateIn, type Wish } from "./resource";
import { type Carried, StepRunner } from "./step-runner";
import type { Surroundings } from "./surroundings";

/** One operation on one object: looks, plans, has the steps of the plan carried out, and reads what they have led to. */
export class Runner<I extends object, S extends object> {
  readonly record: OperationRecord<S>;
  private readonly properties: AnyProperties;
  private readonly steps: StepRunner<S>;

  constructor(
    private readonly resource: Resource<I, S>,
    private readonly around: Surroundings,
  ) {
    this.record = new OperationRecord((unfinished) => around.store(unfinished));
    this.properties = resource.properties as unknown as AnyProperties;
    this.steps = new StepRunner(around, this.record, (id, state) => this.look(id, state));
  }

  /** Creates the object, or uses an existing one, and changes what differs from the inputs. */
  async create(inputs: I, declared: string[], previous?: Unfinished): Promise<{ id: string; state: S }> {
    const creation = this.resource.creation(inputs);
    if (previous && (isNamed(creation) || !creation.objects)) this.around.setAside();
    if (isNamed(creation)) {
      this.around.use(creation.id);
      // Settings that the inputs name are deleted with the resource; a router is not, so the state may keep it at once.
      this.record.isOurs = keepingInput(this.properties, declared) !== undefined;
      const seen = await this.look(creation.id, creation.known);
      if (seen === "unreadable" && creation.unreadable) this.around.warn(creation.unreadable);
      const state = await this.bring(creation.id, seen, { inputs, recorded: creation.known }, []);
      return { id: creation.id, state };
    }
    const { known, step } = creation;
    if (creation.objects === undefined) {
      const id = this.resource.identity && idOf(this.resource.identity, known as JsonObject);
      const { state, object } = await this.steps.take(id, step, known);
      this.requireEffect(
        difference(this.properties, state as JsonObject, [], inputs as JsonObject).changed,
        state,
      );
      this.record.drop();
      return { id: object?.id ?? id ?? "", state };
    }
    const look = (id: string) => this.look(id, known);
    const creator = new Creator(creation, creation.objects, this.around, this.record, declared, look);
    const found = await this.around.waits.locked(creation.lockKey, () => creator.obtain(previous));
    const { declared: before = [] } = this.record.unfinished.creation ?? {};
    const state = await this.bring(found.id, found.seen, { inputs, recorded: known }, before);
    return { id: found.id, state };
  }

  /** `unfinished`: what an earlier operation has left. */
  async update(id: string, wish: Wish<I, S>, unfinished?: Unfinished): Promise<S> {
    const { recorded, change } = wish;
    let seen: Seen<S> = { id, state: recorded };
    if (unfinished) seen = await this.lookSettled(id, this.ordered(wish));
    else if (isReadBefore(this.properties, change)) seen = await this.look(id, this.ordered(wish));
    // What an unfinished operation has changed may not be visible yet, nor what others have changed since.
    if (
      unfinished &&
      isLive(seen) &&
      Object.keys(change).length > 0 &&
      this.planned(seen.state, wish) === 0
    ) {
      await this.around.waits.pause();
      seen = await this.look(id, this.ordered(wish));
    }
    return this.carryOut(id, seen, wish);
  }

  /** `isListed`: the id is not the platform's, so only its list shows the object. */
  async remove(id: string, recorded: S, unfinished: Unfinished = {}, isListed = false): Promise<void> {
    let state = recorded;
    let objectId = id;
    if (isListed || unfinished.deletes) {
      const seen = await this.look(id, recorded);
      if (seen === "gone") return this.record.drop();
      if (isListed && isLive(seen)) {
        if (this.around.isInUse(seen.id)) return undefined;
        ({ id: objectId, state } = seen);
      }
    }
    const steps = [...(this.resource.removal?.({ ...this.identify(objectId), ...state }) ?? [])];
    for (let step = steps.shift(); step; step = steps.shift()) {
      const carried = await this.steps.take(objectId, step, state);
      state = carried.state;
      steps.unshift(...(carried.instead ?? []));
    }
    this.record.drop();
  }

  /**
   * Waits for the tasks of an interrupted operation. Returns the object's id; undefined if an interrupted creation, which has no
   * id, has created nothing.
   */
  async resolve(
    id: string | undefined,
    recorded: S,
    unfinished: Unfinished = {},
  ): Promise<string | undefined> {
    const { tasks = [], touched, deletes } = unfinished;
    if (tasks.length > 0 || touched) this.record.keep({ id, tasks, touched, deletes }, recorded);
    if (id === undefined) {
      const creation = this.resource.creation(recorded as unknown as I);
      if (isNamed(creation) || !creation.objects) return undefined;
      const look = (found: string) => this.look(found, recorded);
      const creator = new Creator(creation, creation.objects, this.around, this.record, [], look);
      const found = await creator.continueTasks(tasks, unfinished);
      return found?.id;
    }
    if (tasks.length === 0) return id;
    try {
      await this.around.waits.awaitTasks(tasks, false);
    } catch (error) {
      // The object existed before the failed task, so it still exists, and this run changes it again.
      if (!(error instanceof TaskFailed || error instanceof TaskNotFound)) throw error;
      this.around.warn(error);
    }
    this.record.keep({ tasks: undefined, touched: touched ?? [] });
    return id;
  }

  async look(id: string, state: S, reader = this.around.waits.reader): Promise<Seen<S>> {
    return (await this.resource.read?.(reader, id, state)) ?? "unreadable";
  }

  /** Looks when the task of an interrupted run, which may still change the object, has ended. */
  async lookSettled(id: string, state: S): Promise<Seen<S>> {
    const seen = await this.look(id, state);
    if (!isLive(seen) || !seen.task) return seen;
    await this.around.waits.awaitForeignTask(seen.task);
    return this.look(id, state);
  }

  /** Changes what differs between an object that was created or found and the inputs. */
  private async bring(
    id: string,
    seen: Seen<S>,
    { inputs, recorded: known }: Omit<Wish<I, S>, "change">,
    declaredBefore: readonly string[],
  ): Promise<S> {
    const recorded = isLive(seen) ? seen.state : known;
    const { change } = difference(
      this.properties,
      recorded as JsonObject,
      declaredBefore,
      inputs as JsonObject,
    );
    return this.carryOut(id, seen, { inputs, change: change as Partial<I>, recorded });
  }

  private planned(live: S, wish: Wish<I, S>): number {
    return this.resource.change(live, wish).length;
  }

  private async carryOut(id: string, seen: Seen<S>, wish: Wish<I, S>): Promise<S> {
    const { resource, record } = this;
    const recorded = { ...this.identify(id), ...wish.recorded };
    let [state, asked] = [isLive(seen) ? seen.state : recorded, { ...wish, recorded }];
    let steps = resource.change(stateIn(seen), asked);
    let last: Carried<S> | undefined;
    for (let step = steps.shift(); step; step = steps.shift()) {
      last = await this.steps.take(id, step, state);
      if (last.cleared) {
        // What was removed on the way has to be set again.
        const before = inputsOf(this.properties, state as JsonObject, () => true);
        const restored = Object.fromEntries(last.cleared.map((name) => [name, before[name]]));
        const certain = Object.entries(asked.recorded).filter(([name]) => !(name in restored));
        asked = {
          ...asked,
          change: { ...(restored as Partial<I>), ...asked.change },
          recorded: Object.fromEntries(certain) as S,
        };
        steps = resource.change(last.state, asked);
      }
      steps.unshift(...(last.instead ?? []));
      state = last.state;
    }
    if (last) state = await this.confirm(id, last, asked, { ...(isLive(seen) && seen.state), ...recorded });
    record.finish(state);
    return state;
  }

  /** Reads until what was asked is visible: the platform's replicas may lag. `before`: the object before the change. */
  private async confirm(
    id: string,
    { state: expected, object }: Carried<S>,
    wish: Wish<I, S>,
    before: object,
  ): Promise<S> {
    const change = readable(this.properties, wish.change);
    const names = Object.keys(change);
    if (names.length === 0) return expected;
    const differing = (state: S) => notApplied(this.properties, { before, state, change });
    const isVisible = (seen: Seen<S>) =>
      isLive(seen) ? differing(seen.state).length === 0 : seen === "unreadable";
    const seen =
      object ?? (await this.around.waits.readUntil(() => this.look(id, this.ordered(wish)), isVisible));
    if (seen === "unreadable") return expected;
    if (seen === "gone") {
      this.resource.change(seen, wish);
      throw EXISTING.notFound.error({ type: this.resource.type, id, scope: "" });
    }
    this.requireEffect(differing(seen.state), seen.state);
    // The platform may not return all that was sent.
    return { ...valuesOf(expected, names), ...seen.state };
  }

  /** The state keeps what the platform returns. */
  private requireEffect(differing: string[], state: S): void {
    this.record.finish(state);
    if (differing.length > 0) throw TASKS.withoutEffect.error({ fields: differing.join(", ") });
  }

  /** The state in whose order the platform's lists are sorted. */
  private ordered({ recorded, inputs }: Wish<I, S>): S {
    const declared = Object.entries(inputs).filter(([, value]) => value != null);
    return { ...recorded, ...Object.fromEntries(declared) };
  }

  /** The properties that an id contains. */
  private identify(id = ""): Partial<S> {
    const parsed = parseParts(this.resource.identity?.id ?? {}, id);
    return ("state" in parsed ? parsed.state : {}) as Partial<S>;
  }
}

/** The part of a change that the platform returns. */
function readable(properties: AnyProperties, change: object): object {
  const entries = Object.entries(change).filter(
    ([name]) => properties[name] && !properties[name].isOnlyDeclared,
  );
  return Object.fromEntries(entries) as object;
}

function valuesOf<S extends object>(state: S, names: readonly string[]): Partial<S> {
  const entries = Object.entries(state).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries) as Partial<S>;
}
