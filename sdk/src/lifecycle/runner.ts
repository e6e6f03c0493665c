import { EXISTING } from "../errors/existing";
import { TASKS } from "../errors/tasks";
import type { Reader } from "../platform/api/api";
import { TaskFailed, TaskNotFound } from "../platform/tasks/task";
import { canonicalJson, type JsonObject } from "../util/json";
import { type Creation, isListed, isNamed, type ListedCreation } from "./creation";
import { Creator, type Obtained } from "./creator";
import { idOf, parseParts } from "./identity";
import {
  type AnyProperties,
  difference,
  inputsOf,
  isReadBefore,
  keepingInput,
  mapLists,
  notApplied,
} from "./properties";
import { begunRecord, OperationRecord, type Unfinished } from "./record";
import { isLive, type Missing, type Resource, type Seen, type Step, stateIn, type Wish } from "./resource";
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
    this.record = new OperationRecord((record) => around.save(record));
    this.properties = resource.properties as unknown as AnyProperties;
    this.steps = new StepRunner(around, this.record, (id, state) => this.look(id, state));
  }

  /** Creates the object, or uses an existing one, and changes what differs from the inputs. */
  async create(
    inputs: I,
    declared: string[],
    previous?: Unfinished,
  ): Promise<{ id: string; state: S; left?: string[] }> {
    const creation = this.resource.creation(inputs);
    const { known } = creation;
    if (isNamed(creation)) {
      const { id } = creation;
      this.around.use(id);
      // Settings that the inputs name are deleted with the resource; a router is not, so the state may keep it at once.
      this.record.isOurs = keepingInput(this.properties, declared) !== undefined;
      return this.complete(
        { id, seen: await this.look(id, known), isNew: false },
        { inputs, recorded: known },
      );
    }
    if (isListed(creation)) {
      const lock = `${creation.noun} ${canonicalJson(creation.key)}`;
      const creator = this.creator(creation, inputs, known);
      const obtained = await this.around.waits.locked(lock, () => creator.obtain(previous, declared));
      const { declared: before = [] } = previous?.creation ?? {};
      const created = await this.complete(obtained, { inputs, recorded: known }, before);
      return { ...created, left: obtained.isNew ? this.leftLists(created.state, inputs, before) : [] };
    }
    return this.createOnly(creation, inputs);
  }

  /** The lists with items of which nothing shows whether an earlier attempt has declared them. */
  private leftLists(state: S, inputs: I, before: readonly string[]): string[] {
    const lengthOf = (name: string) => ((state as JsonObject)[name] as unknown[] | undefined)?.length ?? 0;
    const isLeft = (name: string) => !(name in inputs) && lengthOf(name) > 0;
    return before.filter((path) => this.properties[path]?.items && isLeft(path));
  }

  /** Of such objects, the platform has at most one. */
  private async createOnly({ known, step }: Creation<S>, inputs: I): Promise<{ id: string; state: S }> {
    const id = this.resource.identity && idOf(this.resource.identity, known as JsonObject);
    const carried = await this.steps.take(id, step, known);
    const differing = (state: S) =>
      difference(this.properties, state as JsonObject, [], inputs as JsonObject).changed;
    const isVisible = (one: Seen<S>) => !isLive(one) || differing(one.state).length === 0;
    const look = () => this.look(id ?? "", known);
    const seen = carried.hasNoBody ? await this.around.waits.readUntil(look, isVisible) : "unreadable";
    const state = isLive(seen) ? seen.state : carried.state;
    this.requireEffect(differing(state), state);
    this.record.drop();
    return { id: carried.object?.id ?? id ?? "", state };
  }

  /** `unfinished`: what an earlier operation has left. */
  async update(id: string, wish: Wish<I, S>, unfinished?: Unfinished): Promise<S> {
    const { recorded, change } = wish;
    const look = () => this.look(id, this.ordered(wish));
    let seen: Seen<S> = { id, state: recorded };
    // A value that is sent whole has parts of others, who may be changing them.
    if (unfinished || isReadBefore(this.properties, change))
      seen = await this.lookSettled(id, this.ordered(wish));
    // What an unfinished operation has changed may not be visible yet, nor what others have changed since.
    const mayLag = unfinished && isLive(seen) && Object.keys(change).length > 0;
    if (mayLag && this.plan(stateIn(seen), wish).length === 0) {
      await this.around.waits.pause();
      seen = await look();
    }
    return this.carryOut(id, seen, wish);
  }

  /** `isListed`: the id is not the platform's, so only its list shows the object. */
  async remove(id: string, recorded: S, isListed = false): Promise<void> {
    const seen = isListed ? await this.look(id, recorded) : "unreadable";
    if (seen === "gone" || (isLive(seen) && this.around.isInUse(seen.id))) return;
    let { id: objectId, state } = isLive(seen) ? seen : { id, state: recorded };
    const steps = [...(this.resource.removal?.({ ...this.identify(objectId), ...state }) ?? [])];
    for (let step = steps.shift(); step; step = steps.shift()) {
      const { outdated, hasNoBody, ...carried } = await this.steps.take(objectId, step, state);
      if (outdated === "gone") return;
      state = carried.state;
      if (hasNoBody && "removes" in step && step.removes) await this.requireGone(objectId, state);
      if (outdated) steps.splice(0, steps.length, ...(this.resource.removal?.(state) ?? []));
      steps.unshift(...(carried.instead ?? []));
    }
  }

  /** Without a task in the reply, only the object shows whether it is gone. */
  private async requireGone(id: string, state: S): Promise<void> {
    const look = () => this.look(id, state);
    const seen = await this.around.waits.readUntil(look, (one) => !isLive(one));
    if (isLive(seen)) throw TASKS.deletionWithoutEffect.error();
  }

  /** Waits for the tasks that an earlier operation has left. */
  async awaitUnfinished(id: string, recorded: S, { tasks = [], touched }: Unfinished = {}): Promise<void> {
    if (tasks.length > 0 || touched) this.record.keep({ id, tasks, touched }, recorded);
    if (tasks.length === 0) return;
    try {
      await this.around.waits.awaitTasks(tasks, false);
    } catch (error) {
      // The object existed before the failed task, so it still exists, and this run changes it again.
      if (!(error instanceof TaskFailed || error instanceof TaskNotFound)) throw error;
      this.around.warn(error);
    }
    this.record.keep({ tasks: undefined, touched: touched ?? [] });
  }

  /** The id of the object of an interrupted creation that only the tasks of the state show; undefined if nothing was created. */
  async createdId(recorded: S, unfinished: Unfinished = {}): Promise<string | undefined> {
    const creation = this.resource.creation(recorded as unknown as I);
    if (!isListed(creation)) return undefined;
    const creator = this.creator(creation, recorded as unknown as I, recorded);
    return (await creator.find(begunRecord(creation, unfinished)))?.id;
  }

  async look(id: string, state: S, reader = this.around.waits.reader): Promise<Seen<S>> {
    return (await this.resource.read?.(reader, id, state)) ?? "unreadable";
  }

  /** Looks when the task that changes the object has ended. */
  async lookSettled(id: string, state: S, reader = this.around.waits.reader): Promise<Seen<S>> {
    const seen = await this.look(id, state, reader);
    if (!isLive(seen) || !seen.task) return seen;
    await this.around.waits.awaitForeignTask(seen.task);
    return this.look(id, state);
  }

  private creator(creation: ListedCreation<S>, inputs: I, known: S): Creator<S> {
    const { isInUse, former, waits, hasSecrets } = this.around;
    const sources = {
      ...(hasSecrets && { list: (reader: Reader) => creation.objects.list(reader, "all") }),
      look: (id: string) => this.look(id, known),
      isBegunElsewhere: (task: string) => waits.isOwn(task),
      now: () => waits.platformTime,
      // In another scope, the object is not the declared one.
      isWithinReach: (state: S) =>
        difference(this.properties, state as JsonObject, [], inputs as JsonObject).replaces.length === 0,
      // What another resource is creating will be its own.
      isInUse: (id: string, creator = "") => isInUse(id) || waits.isOwn(creator),
      former,
    };
    return new Creator(creation, sources, this.around, this.record, this.steps);
  }

  /** Changes what differs between an object that was created or found and the inputs. */
  private async complete(
    { id, seen, isNew }: Obtained<S>,
    { inputs, recorded: known }: Omit<Wish<I, S>, "change">,
    declaredBefore: readonly string[] = [],
  ): Promise<{ id: string; state: S }> {
    // What a new object has beyond the declared items was added by others.
    const ours = (state: S) =>
      isNew ? { ...state, ...declaredItems(this.properties, state, inputs) } : state;
    const recorded = isLive(seen) ? ours(seen.state) : known;
    // Which items of a list an earlier attempt has declared, nothing shows: the next preview shows what is removed.
    const reset = isNew ? declaredBefore.filter((path) => !this.properties[path]?.items) : declaredBefore;
    const { change } = difference(this.properties, recorded as JsonObject, reset, inputs as JsonObject);
    const state = await this.carryOut(id, seen, { inputs, change: change as Partial<I>, recorded });
    return { id, state: ours(state) };
  }

  private plan(seen: S | Missing, wish: Wish<I, S>): Step<S>[] {
    return this.resource.change(seen, withMergedLists(this.properties, seen, wish));
  }

  private async carryOut(id: string, seen: Seen<S>, wish: Wish<I, S>): Promise<S> {
    const recorded = { ...this.identify(id), ...wish.recorded };
    let [state, asked] = [isLive(seen) ? seen.state : recorded, { ...wish, recorded }];
    let steps = this.plan(stateIn(seen), asked);
    let last: Carried<S> | undefined;
    for (let step = steps.shift(); step; step = steps.shift()) {
      last = await this.steps.take(id, step, state);
      if (last.cleared) asked = this.restoring(last.cleared, asked);
      if (last.cleared || last.outdated)
        steps = this.plan(stateIn(last.outdated ?? { id, state: last.state }), asked);
      steps.unshift(...(last.instead ?? []));
      state = last.state;
    }
    if (last) state = await this.confirm(id, last, asked);
    // Nothing shows whether the object has what needed no request, such as an empty list.
    else if (seen === "unreadable") state = { ...readable(this.properties, asked.change), ...state };
    this.record.keep({ touched: undefined, tasks: undefined }, state);
    return state;
  }

  /** What was removed on the way has to be set again, with what others had added. */
  private restoring({ names, before }: NonNullable<Carried<S>["cleared"]>, wish: Wish<I, S>): Wish<I, S> {
    const { change } = withMergedLists(this.properties, before, wish);
    const wanted = {
      ...inputsOf(this.properties, before as JsonObject, () => true),
      ...change,
    } as JsonObject;
    const restored = Object.fromEntries(names.map((name) => [name, wanted[name]]));
    const recorded = Object.entries(wish.recorded).filter(([name]) => !names.includes(name));
    return {
      ...wish,
      change: { ...wish.change, ...(restored as Partial<I>) },
      recorded: Object.fromEntries(recorded) as S,
    };
  }

  /** Reads until what was asked is visible: the platform's replicas may lag. */
  private async confirm(id: string, { state: expected, object }: Carried<S>, wish: Wish<I, S>): Promise<S> {
    const change = readable(this.properties, wish.change);
    const names = Object.keys(change);
    if (names.length === 0) return expected;
    const differing = (state: S) => notApplied(this.properties, { recorded: wish.recorded, state, change });
    const isVisible = (seen: Seen<S>) =>
      isLive(seen) ? differing(seen.state).length === 0 : seen === "unreadable";
    const seen =
      object ?? (await this.around.waits.readUntil(() => this.look(id, this.ordered(wish)), isVisible));
    if (seen === "unreadable") return expected;
    if (seen === "gone") {
      this.plan(seen, wish);
      throw EXISTING.notFound.error({ type: this.resource.type, id, scope: "" });
    }
    this.requireEffect(differing(seen.state), seen.state);
    // The platform may not return all that was sent.
    return { ...valuesOf(expected, names), ...seen.state };
  }

  /** The state keeps what the platform returns. */
  private requireEffect(differing: string[], state: S): void {
    this.record.keep({ touched: undefined, tasks: undefined }, state);
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

/** Of a list, the difference between the recorded and the declared one is applied to the live one. What is not recorded is of others. */
export function withMergedLists<I extends object, S extends object>(
  properties: AnyProperties,
  seen: S | Missing,
  wish: Wish<I, S>,
): Wish<I, S> {
  const recorded = wish.recorded as JsonObject;
  const live = (typeof seen === "string" ? recorded : seen) as JsonObject;
  const merged = mapLists(properties, wish.change, (items, wanted, name) => {
    return items.merged(wanted, recorded[name] ?? [], live[name] ?? []);
  });
  return { ...wish, change: { ...wish.change, ...(merged as Partial<I>) } };
}

/** The lists of a state without what is not declared. */
function declaredItems(properties: AnyProperties, state: object, inputs: object): JsonObject {
  return mapLists(properties, inputs, (items, wanted, name) => {
    const actual = (state as JsonObject)[name];
    return actual && items.record(actual, [], wanted);
  });
}

/** The part of a change that the platform returns as it was sent. */
function readable(properties: AnyProperties, change: object): object {
  const entries = Object.entries(change).filter(
    ([name]) => properties[name] && !properties[name].isOnlyDeclared && !properties[name].transient,
  );
  return Object.fromEntries(entries) as object;
}

function valuesOf<S extends object>(state: S, names: readonly string[]): Partial<S> {
  const entries = Object.entries(state).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries) as Partial<S>;
}
