import type { Reader } from "../platform/api/api";
import type { Call } from "../platform/http/call";
import { TaskFailed } from "../platform/tasks/task";
import type { JsonObject } from "../util/json";
import { type Act, type Acts, carryOut, type Facts } from "./acts";
import { isListed, isNamed, type ListedCreation } from "./creation";
import type { Decision } from "./decide";
import { changedOutside, continuation, drift, overwritten } from "./differences";
import { type Finding, failureOf, GONE, note, optional, UnknownInput, unchecked } from "./finding";
import { idOf } from "./identity";
import { guardedValues, knownValues } from "./inputs/known";
import { containsUnknown } from "./inputs/validate";
import { PreviewWorld } from "./preview-world";
import { difference, isReadBefore } from "./properties";
import type { SharedLists } from "./questions";
import type { Unfinished } from "./record";
import {
  isLive,
  isMessage,
  type JsonResource,
  type Live,
  type Seen,
  type Step,
  stateIn,
  type Wish,
} from "./resource";
import { Runner } from "./runner";

/** Where a preview asks. */
export interface PreviewSources extends Pick<Facts, "isInUse" | "now" | "requestTimeout"> {
  reader: Reader;
  /** The lists that the creations of a preview share. */
  lists: SharedLists;
  /** Names of secret inputs, whose values are not shown. */
  secret: readonly string[];
  /** Gets the existing object that the operation uses. */
  onUse(id: string, state: JsonObject): void;
  /** Gets each request that `up` sends. Absent if nobody needs to know. */
  onRequest?: ((call: Call) => void) | undefined;
  /** Prints a warning about the account, once. */
  warn(text: string): void;
}

export interface PreviewedCreation {
  /** The complete inputs, of which some may be unknown. */
  inputs: JsonObject;
  /** What an earlier run has left of the creation. */
  previous?: Unfinished | undefined;
  former?: string | undefined;
  /** If this is a replacement, the old object is deleted before. */
  deletesFirst: boolean;
}

export interface PreviewedUpdate {
  id: string;
  /** All values of the state. */
  state: JsonObject;
  unfinished: Unfinished | undefined;
  wish: Wish<JsonObject, JsonObject>;
}

type Decided<D extends Decision<JsonObject>["does"]> = Extract<Decision<JsonObject>, { does: D }>;

const UNREADABLE = "this deployment of the platform has no operation that reads objects of this class";

/** What an operation would do, as far as a preview gets without changing anything. */
interface Course {
  /** What it does then. Undefined: nothing, or it fails. */
  act?: Act<JsonObject> | undefined;
  /** What it would fail with. */
  problem?: Error | undefined;
  decision?: Decision<JsonObject> | undefined;
}

/** Has an operation performed in a world that only asks, and says in words what it has come to. */
export class Preview {
  private readonly world: PreviewWorld;

  constructor(
    private readonly resource: JsonResource,
    private readonly sources: PreviewSources,
  ) {
    this.world = new PreviewWorld(resource, sources.reader, sources.onRequest);
  }

  async creation(facts: PreviewedCreation): Promise<Finding[]> {
    const { inputs, previous, former, deletesFirst } = facts;
    const refuse = (name: string) => new UnknownInput(unknownText(name));
    const creation = this.resource.creation(guardedValues(inputs, refuse));
    const { known } = creation;
    const runner = this.runner({ ...this.resource, creation: () => creation }, former);
    const goesOn = () => this.course(runner, runner.create(knownValues(inputs), [], previous));
    this.world.list = this.sources.lists.of(this.resource, inputs);
    // An object that is deleted first is not changed.
    this.world.endsAtChange = deletesFirst && isListed(creation);
    if (isListed(creation)) return this.decided(creation, facts, await goesOn());
    if (isNamed(creation))
      return this.used(await this.look(creation.id, known), inputs, known, await goesOn());
    return optional(this.onlyOne(known, inputs, goesOn));
  }

  /** What an update would meet: an object that is gone, or that others have changed. */
  update(update: PreviewedUpdate): Promise<Finding[]> {
    const { unfinished, wish } = update;
    const isNeeded = unfinished !== undefined || isReadBefore(this.resource.properties, wish.change);
    return isNeeded ? this.met(update) : optional(this.met(update));
  }

  /** What a deletion would meet. `recorded`: without what an unfinished operation has touched. */
  deletion(id: string, state: JsonObject, recorded: JsonObject): Promise<Finding[]> {
    return optional(this.deleted(id, state, recorded));
  }

  /** What the deletion of the old object of a replacement would meet. */
  replacement(id: string, state: JsonObject): Promise<Finding[]> {
    const look = async () => {
      const seen = await this.removed(id, state);
      return isLive(seen) ? this.refusals(seen.state, "the old object") : [];
    };
    return optional(look());
  }

  private async met({ id, state, unfinished, wish }: PreviewedUpdate): Promise<Finding[]> {
    const seen = await this.look(id, state);
    const { recorded } = wish;
    const change = wish.change as JsonObject;
    // The inputs of the state do not have them, so the engine shows no difference.
    const unstored = Object.keys(change).filter((name) => this.resource.properties[name]?.transient);
    const continued = unstored.map((name) => note(`${name} was changed in the program: \`up\` sends it`));
    if (unfinished) continued.unshift(note(continuation(unfinished.touched)));
    const known = { inputs: knownValues(wish.inputs), change: knownValues(change), recorded };
    const runner = this.runner();
    this.world.skipsPauses = true;
    const problems = problemsIn(await this.course(runner, runner.update(id, known, unfinished)), seen);
    if (seen === "unreadable") return [...continued, unchecked(UNREADABLE)];
    if (!isLive(seen)) {
      const removed = note(`the object ${GONE}: \`pulumi refresh\` removes it from the state`);
      return [...continued, ...(problems.length > 0 ? problems : [removed])];
    }
    const changes = drift(
      this.resource.properties,
      { recorded, live: seen.state, change },
      this.sources.secret,
    );
    return [...continued, ...changes.map(note), ...taskOf(seen), ...problems];
  }

  private async deleted(id: string, state: JsonObject, recorded: JsonObject): Promise<Finding[]> {
    const seen = await this.removed(id, state);
    if (seen === "unreadable") return [unchecked(UNREADABLE)];
    if (!isLive(seen)) return [note(`the object ${GONE}: there is nothing to delete`)];
    const sources = { recorded, live: seen.state };
    const changes = changedOutside(this.resource.properties, sources, this.sources.secret);
    const changed = changes.map(({ text }) => note(`${text}: \`up\` deletes the object all the same`));
    return [...changed, ...taskOf(seen), ...this.refusals(seen.state, "it")];
  }

  private async removed(id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    const runner = this.runner();
    await this.course(runner, runner.remove(id, state));
    return this.look(id, state);
  }

  private async decided(
    creation: ListedCreation<JsonObject>,
    { inputs, previous, deletesFirst }: PreviewedCreation,
    course: Course,
  ): Promise<Finding[]> {
    const { decision } = course;
    const { noun, known, step } = creation;
    if (course.problem && !decision) throw course.problem;
    const equal = deletesFirst && decision ? onlyEqual(decision) : undefined;
    if (equal || (deletesFirst && decision?.does === "create")) await this.world.note(step);
    if (equal) {
      const what = `${noun} ${equal.id} is equal`;
      return [note(`${what}: if it is the object that this run replaces, it is deleted first`)];
    }
    for (const { level, text } of this.world.said) if (level === "unchecked") this.sources.warn(text);
    switch (decision?.does) {
      case "create":
        return decision.beside.length > 0
          ? [
              ...this.world.said,
              note(`${noun} ${idsOf(decision.beside)} is equal: \`up\` creates another one`),
            ]
          : this.world.said;
      case "wait":
        return [note(waitText(decision.tasks, previous !== undefined))];
      case "use": {
        const { seen, origin } = decision;
        const whole = isLive(seen) && seen.isPartial ? await this.look(seen.id, known) : seen;
        const more = origin === "former" ? this.using(whole) : this.used(whole, inputs, known, course, true);
        return [...this.world.said, ...more];
      }
      case "refuse":
        return [this.refused(creation, decision)];
      default:
        return this.world.said;
    }
  }

  /** An object that stands in the way may be gone when `up` creates the new one. */
  private refused({ noun }: ListedCreation<JsonObject>, { error, objects }: Decided<"refuse">): Finding {
    const ids = idsOf(objects);
    if (objects.some(({ id }) => this.sources.isInUse(id)))
      return note(`${noun} ${ids} is equal, and belongs to another resource of this stack`);
    return failureOf(error);
  }

  /** The platform has at most one such object, and `up` sends the change without a read. */
  private async onlyOne(
    known: JsonObject,
    inputs: JsonObject,
    goesOn: () => Promise<Course>,
  ): Promise<Finding[]> {
    const course = await goesOn();
    const { identity } = this.resource;
    if (identity === undefined) return [unchecked(UNREADABLE)];
    const seen = await this.look(idOf(identity, known), known);
    if (seen === "gone") return [];
    const findings = this.used(seen, inputs, known, course);
    return findings.length > 0 ? findings : [note("already exists as declared: `up` changes nothing in it")];
  }

  /** What a creation does with an object that it uses. */
  private used(
    seen: Seen<JsonObject>,
    inputs: JsonObject,
    known: JsonObject,
    course: Course,
    isAdopted = false,
  ): Finding[] {
    if (seen === "unreadable") return [unchecked(UNREADABLE)];
    const { properties } = this.resource;
    const state = isLive(seen) ? seen.state : known;
    const { change } = difference(properties, state, [], knownValues(inputs));
    const changed = isLive(seen) ? overwritten(properties, state, change, this.sources.secret) : [];
    const unknown = Object.entries(inputs).filter(
      ([name, value]) => properties[name] && !properties[name].transient && containsUnknown(value),
    );
    return [
      ...changed.map(note),
      ...(isLive(seen) && (course.act || isAdopted) ? taskOf(seen) : []),
      ...problemsIn(course, seen),
      ...unknown.map(([name]) => unchecked(unknownText(name))),
      ...this.using(seen),
    ];
  }

  private using(seen: Seen<JsonObject>): Finding[] {
    if (isLive(seen)) this.sources.onUse(seen.id, seen.state);
    return [];
  }

  /** What `up` does if the platform refuses a deletion. */
  private refusals(state: JsonObject, object: string): Finding[] {
    const steps = this.resource.removal?.(state) ?? [];
    return steps
      .flatMap((step) => ifRefused(step, state) ?? [])
      .map((remark) => note(`if the platform refuses to delete ${object}, ${remark}`));
  }

  private runner(resource = this.resource, former?: string): Runner<JsonObject, JsonObject> {
    const { isInUse, now, requestTimeout } = this.sources;
    const facts = { hasSecrets: false, former, requestTimeout, now, isInUse, isOwn: () => false };
    return new Runner<JsonObject, JsonObject>(resource as never, facts);
  }

  private async course(
    runner: Runner<JsonObject, JsonObject>,
    acts: Acts<JsonObject, unknown>,
  ): Promise<Course> {
    const { world } = this;
    const problem = await carryOut(acts, world).then(
      () => undefined,
      (error: Error) => error,
    );
    // That of a question is none of the operation, and what comes after the first act is not known here.
    if (problem && problem === world.failure) throw problem;
    return { act: world.first, problem: world.first ? undefined : problem, decision: runner.decision };
  }

  private look(id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    return this.world.read(id, state);
  }
}

function problemsIn({ act, problem }: Course, seen: Seen<JsonObject>): Finding[] {
  try {
    if (act?.do === "decision") act.step.isDecided(stateIn(seen));
  } catch (error) {
    return [failureOf(error)];
  }
  return problem ? [failureOf(problem)] : [];
}

/** The one equal object that exists, and is not known to be that of an earlier attempt. */
function onlyEqual(decision: Decision<JsonObject>): { id: string } | undefined {
  if (decision.does === "use") return decision.origin === "adopted" ? decision : undefined;
  const { length, 0: one } =
    decision.does === "create" ? decision.beside : decision.does === "refuse" ? decision.objects : [];
  return length === 1 ? one : undefined;
}

function idsOf(objects: readonly Live<JsonObject>[]): string {
  return objects.map(({ id }) => id).join(", ");
}

function unknownText(name: string): string {
  return `${name} is known only during \`up\``;
}

function waitText(tasks: readonly string[], isContinued: boolean): string {
  if (tasks.length === 0)
    return "an earlier run was killed just now: `up` waits for its request, and continues";
  const what = `\`up\` waits for task ${tasks.join(", ")}`;
  return isContinued
    ? `an earlier run has begun to create the object: ${what}, and continues`
    : `${what}, which may be creating such an object`;
}

function taskOf({ task }: Live<JsonObject>): Finding[] {
  return task ? [note(`\`up\` waits for task ${task}, which changes the object now`)] : [];
}

/** What `up` does if the platform refuses a step of a deletion. */
function ifRefused(step: Step<JsonObject>, live: JsonObject): string | undefined {
  if (isMessage(step) || "awaits" in step) return undefined;
  const removals = step.clearing?.steps(live) ?? [];
  if (removals.length > 0) return `\`up\` first removes ${removals.map(({ removed }) => removed).join(", ")}`;
  const refusal = new TaskFailed({ id: "", state: "ERROR", created: {} });
  const settle = step.settle?.(refusal);
  return settle ? settle(live)?.find((one) => typeof one === "string") : undefined;
}
