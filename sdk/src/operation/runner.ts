import { EXISTING } from "../errors/existing";
import { TASKS } from "../errors/tasks";
import { TaskFailed, TaskNotFound } from "../platform/tasks/task";
import { canonicalJson, type JsonObject, omitNullish, pick } from "../util/json";
import { type Acts, type Facts, Operation } from "./acts";
import { begunRecord, type Creation, isListed, type ListedCreation } from "./creation";
import { Creator, type Obtained } from "./creator";
import type { Decision } from "./decide";
import { idOf, parseParts, platformId } from "./identity";
import {
  type AnyProperties,
  difference,
  isReadBefore,
  keepingInput,
  listIn,
  mapLists,
  notApplied,
} from "./properties";
import { OperationRecord, type Unfinished } from "./record";
import { isLive, type Missing, type Resource, type Seen, type Step, stateIn, type Wish } from "./resource";
import { type Carried, StepRunner } from "./step-runner";

interface Created<S> {
  id: string;
  state: S;
  /** The lists with items of which nothing shows whether an earlier attempt has declared them. */
  left?: string[];
}

/** One operation on one object: looks, plans, has the steps of the plan carried out, and reads what they have led to. */
export class Runner<I extends object, S extends object> extends Operation<S> {
  private readonly properties: AnyProperties;
  private readonly steps: StepRunner<S>;
  private obtaining: Creator<S> | undefined;

  /** `save` gets the record of a creation; undefined ends it. */
  constructor(
    private readonly resource: Resource<I, S>,
    facts: Facts,
    save: (record: Unfinished | undefined) => void = () => {},
  ) {
    super(facts, new OperationRecord(save));
    this.properties = resource.properties;
    this.steps = new StepRunner(facts, this.record);
  }

  /** Creates the object, or uses an existing one, and changes what differs from the inputs. */
  *create(inputs: I, declared: string[], previous?: Unfinished): Acts<S, Created<S>> {
    const creation = this.resource.creation(inputs);
    if (!isListed(creation)) return yield* this.createOnly(creation, inputs, declared);
    const { noun, keyOf, known } = creation;
    yield { do: "lock", key: `${noun} ${canonicalJson(keyOf(known))}` };
    this.obtaining = this.creator(creation, inputs);
    const obtained = yield* this.obtaining.obtain(previous, declared);
    yield { do: "unlock" };
    const { declared: declaredBefore = [] } = previous?.creation ?? {};
    const created = yield* this.complete(obtained, { inputs, recorded: known }, declaredBefore);
    return { ...created, left: obtained.isNew ? this.leftLists(created.state, inputs, declaredBefore) : [] };
  }

  private leftLists(state: S, inputs: I, declaredBefore: readonly string[]): string[] {
    const isLeft = (name: string) => !(name in inputs) && listIn(state, name).length > 0;
    return declaredBefore.filter((path) => this.properties[path]?.items && isLeft(path));
  }

  /** An object that the inputs name, or one of which the platform has at most one. */
  private *createOnly({ known, step }: Creation<S>, inputs: I, declared: string[]): Acts<S, Created<S>> {
    const id = this.resource.identity && idOf(this.resource.identity, known);
    if (step === undefined) return yield* this.useNamed(id ?? "", known, inputs, declared);
    const carried = yield* this.steps.take(id, step, known);
    const differing = (state: S) => difference(this.properties, state, [], inputs).changed;
    const isVisible = (one: Seen<S>) => !isLive(one) || differing(one.state).length === 0;
    const seen = carried.hasNoBody ? yield* this.readUntil(id ?? "", known, isVisible) : "unreadable";
    const state = isLive(seen) ? seen.state : carried.state;
    this.requireEffect(differing(state), state);
    this.record.end();
    return { id: carried.object?.id ?? id ?? "", state };
  }

  private *useNamed(id: string, known: S, inputs: I, declared: string[]): Acts<S, Created<S>> {
    yield { do: "use", id };
    // Settings that the inputs name are deleted with the resource; a router is not, so the state may keep it at once.
    this.record.isOurs = keepingInput(this.properties, declared) !== undefined;
    const seen = yield* this.read(id, known);
    return yield* this.complete({ id, seen, isNew: false }, { inputs, recorded: known });
  }

  /** `unfinished`: what an earlier operation has left. */
  *update(id: string, wish: Wish<I, S>, unfinished?: Unfinished): Acts<S, S> {
    const { recorded, change } = wish;
    let seen: Seen<S> = { id, state: recorded };
    // A value that is sent whole has parts of others, who may be changing them.
    if (unfinished || isReadBefore(this.properties, change))
      seen = yield* this.lookSettled(id, this.ordered(wish));
    // What an unfinished operation has changed may not be visible yet, nor what others have changed since.
    const mayLag = unfinished && isLive(seen) && Object.keys(change).length > 0;
    if (mayLag && this.plan(stateIn(seen), wish).length === 0) {
      yield* this.pause();
      seen = yield* this.read(id, this.ordered(wish));
    }
    return yield* this.reach(id, seen, wish);
  }

  *remove(id: string, recorded: S): Acts<S, void> {
    const { identity } = this.resource;
    // If the id is not the platform's, only its list shows the object.
    const isUnknown = identity && platformId(identity, id, recorded as JsonObject) === undefined;
    const seen = isUnknown ? yield* this.read(id, recorded) : "unreadable";
    if (seen === "gone" || (isLive(seen) && this.facts.isInUse(seen.id))) return;
    const { id: objectId, state } = isLive(seen) ? seen : { id, state: recorded };
    const plan = (now: Seen<S>, known: S) => (now === "gone" ? [] : (this.resource.removal?.(known) ?? []));
    const identified = { ...this.identify(objectId), ...state };
    const last = yield* this.takeAll(objectId, seen, identified, plan, { isRemoval: true });
    if (last?.hasNoBody) yield* this.requireGone(objectId, last.state);
  }

  /** Takes the steps of a plan, which is made again after a wait for others. Returns the last one; undefined if there was none. */
  private *takeAll(
    id: string,
    seen: Seen<S>,
    known: S,
    plan: (seen: Seen<S>, known: S) => Step<S>[],
    { isRemoval = false } = {},
  ): Acts<S, Carried<S> | undefined> {
    let last: Carried<S> | undefined;
    let steps = plan(seen, known);
    for (let step = steps.shift(); step; step = steps.shift()) {
      const removes = steps.length === 0 ? "object" : "part";
      last = yield* this.steps.take(id, step, last?.state ?? known, isRemoval ? { removes } : {});
      if (last.outdated) steps = plan(last.outdated, last.state);
      steps.unshift(...(last.instead ?? []));
    }
    return last;
  }

  /** Without a task in the reply, only the object shows whether it is gone. */
  private *requireGone(id: string, state: S): Acts<S, void> {
    const seen = yield* this.readUntil(id, state, (one) => !isLive(one));
    if (isLive(seen)) throw TASKS.deletionWithoutEffect.error();
  }

  /** Waits for the tasks that an earlier operation has left. */
  *awaitUnfinished(id: string, recorded: S, { tasks = [], touched }: Unfinished = {}): Acts<S, void> {
    if (tasks.length > 0 || touched) this.record.note({ id, tasks, touched }, recorded);
    if (tasks.length === 0) return;
    try {
      yield* this.await(tasks, "earlier");
    } catch (error) {
      // The object existed before the failed task, so it still exists, and this run changes it again.
      if (!(error instanceof TaskFailed || error instanceof TaskNotFound)) throw error;
      yield* this.say(error);
    }
    this.record.note({ tasks: undefined, touched: touched ?? [] });
  }

  /** The id of the object of an interrupted creation that only the tasks of the state show; undefined if nothing was created. */
  *createdId(recorded: S, unfinished: Unfinished = {}): Acts<S, string | undefined> {
    const creation = this.resource.creation(recorded as unknown as I);
    if (!isListed(creation)) return undefined;
    const creator = this.creator(creation, recorded as unknown as I);
    return (yield* creator.find(begunRecord(creation, unfinished)))?.id;
  }

  /** Looks when the task that changes the object has ended. `copies`: a copy of a list that has the object as recorded will do. */
  *lookSettled(id: string, state: S, copies?: "recorded"): Acts<S, Seen<S>> {
    const seen = yield* this.read(id, state, copies);
    if (!isLive(seen) || !seen.task) return seen;
    yield* this.await([seen.task], "others");
    return yield* this.read(id, state);
  }

  /** What was decided last about a creation. */
  get decision(): Decision<S> | undefined {
    return this.obtaining?.decision;
  }

  private creator(creation: ListedCreation<S>, inputs: I): Creator<S> {
    // In another scope, the object is not the declared one.
    const isWithinReach = (state: S) => difference(this.properties, state, [], inputs).replaces.length === 0;
    return new Creator(creation, isWithinReach, this.facts, this.record);
  }

  /** Changes what differs between an object that was created or found and the inputs. */
  private *complete(
    { id, seen, isNew }: Obtained<S>,
    { inputs, recorded: known }: Omit<Wish<I, S>, "change">,
    declaredBefore: readonly string[] = [],
  ): Acts<S, Created<S>> {
    // What a new object has beyond the declared items was added by others.
    const ours = (state: S) =>
      isNew ? { ...state, ...declaredItems(this.properties, state, inputs) } : state;
    const recorded = isLive(seen) ? ours(seen.state) : known;
    // Which items of a list an earlier attempt has declared, nothing shows: the next preview shows what is removed.
    const reset = isNew ? declaredBefore.filter((path) => !this.properties[path]?.items) : declaredBefore;
    const { change } = difference(this.properties, recorded, reset, inputs);
    const state = yield* this.reach(id, seen, { inputs, change: change as Partial<I>, recorded });
    return { id, state: ours(state) };
  }

  private plan(seen: S | Missing, wish: Wish<I, S>): Step<S>[] {
    return this.resource.change(seen, withMergedLists(this.properties, seen, wish));
  }

  private *reach(id: string, seen: Seen<S>, desired: Wish<I, S>): Acts<S, S> {
    const recorded = { ...this.identify(id), ...desired.recorded };
    const wish = { ...desired, recorded };
    let state = isLive(seen) ? seen.state : recorded;
    const last = yield* this.takeAll(id, seen, state, (now) => this.plan(stateIn(now), wish));
    if (last) state = yield* this.confirm(id, last, wish);
    // Nothing shows whether the object has what needed no request, such as an empty list.
    else if (seen === "unreadable") state = { ...readable(this.properties, wish.change), ...state };
    this.record.note({ touched: undefined, tasks: undefined }, state);
    return state;
  }

  /** Reads until the change is visible: the platform's replicas may lag. */
  private *confirm(id: string, { state: expected, object }: Carried<S>, wish: Wish<I, S>): Acts<S, S> {
    const change = readable(this.properties, wish.change);
    const names = Object.keys(change);
    if (names.length === 0) return expected;
    const differing = (state: S) => notApplied(this.properties, { recorded: wish.recorded, state, change });
    const isVisible = (seen: Seen<S>) =>
      isLive(seen) ? differing(seen.state).length === 0 : seen === "unreadable";
    const seen = object ?? (yield* this.readUntil(id, this.ordered(wish), isVisible));
    if (seen === "unreadable") return expected;
    if (seen === "gone") {
      this.plan(seen, wish);
      throw EXISTING.notFound.error({ type: this.resource.type, id, scope: "" });
    }
    this.requireEffect(differing(seen.state), seen.state);
    // The platform may not return all that was sent.
    return { ...pick(expected, (name) => names.includes(name)), ...seen.state };
  }

  /** The state keeps what the platform returns. */
  private requireEffect(differing: string[], state: S): void {
    this.record.note({ touched: undefined, tasks: undefined }, state);
    if (differing.length > 0) throw TASKS.withoutEffect.error({ fields: differing.join(", ") });
  }

  /** The state in whose order the platform's lists are sorted. */
  private ordered({ recorded, inputs }: Wish<I, S>): S {
    return { ...recorded, ...omitNullish(inputs) };
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
  const { recorded } = wish;
  const live = typeof seen === "string" ? recorded : seen;
  const merged = mapLists(properties, wish.change, (items, wanted, name) => {
    return items.merged(wanted, listIn(recorded, name), listIn(live, name));
  });
  return { ...wish, change: { ...wish.change, ...(merged as Partial<I>) } };
}

/** The lists of a state without what is not declared. */
function declaredItems(properties: AnyProperties, state: object, inputs: object): JsonObject {
  return mapLists(properties, inputs, (items, wanted, name) => {
    return (state as JsonObject)[name] && items.record(listIn(state, name), [], wanted);
  });
}

/** The part of a change that the platform returns as it was sent. */
function readable(properties: AnyProperties, change: object): object {
  return pick(change, (name) => {
    const { kind, transient } = properties[name] ?? { transient: true };
    return kind !== "local" && !transient;
  });
}
