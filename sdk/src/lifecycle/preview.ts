import type { Reader } from "../platform/api/api";
import type { Get, GetCall } from "../platform/http/call";
import { TaskFailed } from "../platform/tasks/task";
import { type JsonObject, plainJson } from "../util/json";
import { type Creation, isListed, isNamed, type ListedCreation } from "./creation";
import { usedText } from "./creator";
import { type Decision, decide, type Evidence, earlierAttempt } from "./decide";
import { changedOutside, continuation, drift, overwritten } from "./differences";
import { type Finding, failureOf, GONE, note, optional, UnknownInput, unchecked } from "./finding";
import { gather, type SharedLists, type Sources } from "./gather";
import { idOf } from "./identity";
import { guardedValues, knownValues } from "./inputs/known";
import { containsUnknown } from "./inputs/validate";
import { difference, isReadBefore } from "./properties";
import type { Unfinished } from "./record";
import {
  isLive,
  type JsonResource,
  type Live,
  type Missing,
  type Seen,
  type Step,
  stateIn,
  type Wish,
} from "./resource";
import { withMergedLists } from "./runner";

/** Where a preview asks. */
export interface PreviewSources extends Pick<Sources<JsonObject>, "isInUse" | "now"> {
  reader: Reader;
  /** The lists that the creations of a preview share. */
  lists: SharedLists<JsonObject>;
  requestTimeout: number;
  /** Names of secret inputs, whose values are not shown. */
  secret: readonly string[];
  /** Gets the existing object that the operation uses. */
  onUse(id: string, state: JsonObject): void;
  /** Gets a request of the preview that `up` sends as well. */
  onRead(call: GetCall): void;
  /** Gets the steps that `up` carries out. */
  onPlan(steps: readonly Step<JsonObject>[]): void;
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

/** An operation that sends nothing: it looks and plans, and says in words what `up` would do. */
export class Preview {
  constructor(
    private readonly resource: JsonResource,
    private readonly sources: PreviewSources,
  ) {}

  async creation(facts: PreviewedCreation): Promise<Finding[]> {
    const { inputs } = facts;
    const refuse = (name: string) => new UnknownInput(unknownText(name));
    const creation = this.resource.creation(guardedValues(inputs, refuse));
    const { known } = creation;
    if (isNamed(creation)) return this.used(await this.look(creation.id, known), inputs, known);
    if (isListed(creation)) return this.decided(creation, facts);
    return optional(this.onlyOne(creation, inputs));
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
      const seen = await this.look(id, state);
      this.sources.onPlan(this.resource.removal?.(isLive(seen) ? seen.state : state) ?? []);
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
    const { problems } = this.plan(seen, known);
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
    const seen = await this.look(id, state);
    this.sources.onPlan(this.resource.removal?.(isLive(seen) ? seen.state : state) ?? []);
    if (seen === "unreadable") return [unchecked(UNREADABLE)];
    if (!isLive(seen)) return [note(`the object ${GONE}: there is nothing to delete`)];
    const sources = { recorded, live: seen.state };
    const changes = changedOutside(this.resource.properties, sources, this.sources.secret);
    const changed = changes.map(({ text }) => note(`${text}: \`up\` deletes the object all the same`));
    return [...changed, ...taskOf(seen), ...this.refusals(seen.state, "it")];
  }

  private async decided(creation: ListedCreation<JsonObject>, facts: PreviewedCreation): Promise<Finding[]> {
    const decision = decide(creation, await this.evidence(creation, facts));
    const equal = facts.deletesFirst ? onlyEqual(decision) : undefined;
    if (equal === undefined) return this.described(creation, decision, facts);
    this.sources.onPlan([creation.step]);
    const what = `${creation.noun} ${equal.id}`;
    return [note(`${what} is equal: if it is the object that this run replaces, it is deleted first`)];
  }

  private evidence(
    creation: ListedCreation<JsonObject>,
    { inputs, previous, former }: PreviewedCreation,
  ): Promise<Evidence<JsonObject>> {
    const { reader: asked, lists, isInUse, now, requestTimeout, onRead } = this.sources;
    const get: Get = (call) => {
      onRead(call);
      return asked.get(call);
    };
    return gather(creation, previous && earlierAttempt(previous, requestTimeout), {
      ...{ reader: { ...asked, get }, isInUse, former, now },
      look: (id) => this.look(id, creation.known),
      list: lists.of(creation, this.resource, inputs),
      isBegunElsewhere: () => false,
      isWithinReach: (state) =>
        difference(this.resource.properties, state, [], knownValues(inputs)).replaces.length === 0,
    });
  }

  private async described(
    creation: ListedCreation<JsonObject>,
    decision: Decision<JsonObject>,
    { inputs, previous }: PreviewedCreation,
  ): Promise<Finding[]> {
    switch (decision.does) {
      case "create":
        return this.created(creation, decision);
      case "wait":
        return [note(waitText(decision.tasks, previous !== undefined))];
      case "use":
        return this.taken(creation, decision, inputs);
      case "assume":
        return decision.warning ? [note(decision.warning.message)] : [];
      case "refuse":
        return [this.refused(creation, decision)];
    }
  }

  private created(
    { noun, step }: ListedCreation<JsonObject>,
    { beside, warning }: Decided<"create">,
  ): Finding[] {
    this.sources.onPlan([step]);
    if (warning) this.sources.warn(warning.message);
    return [
      ...(warning ? [unchecked(warning.message)] : []),
      ...(beside.length > 0 ? [note(`${noun} ${idsOf(beside)} is equal: \`up\` creates another one`)] : []),
    ];
  }

  private async taken(
    creation: ListedCreation<JsonObject>,
    decision: Decided<"use">,
    inputs: JsonObject,
  ): Promise<Finding[]> {
    const { seen, because } = decision;
    const { known } = creation;
    const whole = isLive(seen) && seen.isPartial ? await this.look(seen.id, known) : seen;
    const line = usedText(creation, decision);
    const more = because === "former" ? this.using(whole) : this.used(whole, inputs, known, true);
    return [...(line ? [note(line)] : []), ...more];
  }

  /** An object that stands in the way may be gone when `up` creates the new one. */
  private refused({ noun }: ListedCreation<JsonObject>, { error, objects }: Decided<"refuse">): Finding {
    const ids = idsOf(objects);
    if (objects.some(({ id }) => this.sources.isInUse(id)))
      return note(`${noun} ${ids} is equal, and belongs to another resource of this stack`);
    return failureOf(error);
  }

  /** The platform has at most one such object, and `up` sends the change without a read. */
  private async onlyOne({ known, step }: Creation<JsonObject>, inputs: JsonObject): Promise<Finding[]> {
    this.sources.onPlan([step]);
    const { identity } = this.resource;
    if (identity === undefined) return [unchecked(UNREADABLE)];
    const seen = await this.look(idOf(identity, known), known);
    if (seen === "gone") return [];
    const findings = this.used(seen, inputs, known);
    return findings.length > 0 ? findings : [note("already exists as declared: `up` changes nothing in it")];
  }

  /** What a creation does with an object that it uses. */
  private used(seen: Seen<JsonObject>, inputs: JsonObject, known: JsonObject, isAdopted = false): Finding[] {
    if (seen === "unreadable") return [unchecked(UNREADABLE)];
    const { properties } = this.resource;
    const state = isLive(seen) ? seen.state : known;
    const wanted = knownValues(inputs);
    const { change } = difference(properties, state, [], wanted);
    const { length, problems } = this.plan(seen, { inputs: wanted, change, recorded: state });
    const changed = isLive(seen) ? overwritten(properties, state, change, this.sources.secret) : [];
    const unknown = Object.entries(inputs).filter(
      ([name, value]) => properties[name] && !properties[name].transient && containsUnknown(value),
    );
    return [
      ...changed.map(note),
      ...(isLive(seen) && (length > 0 || isAdopted) ? taskOf(seen) : []),
      ...problems,
      ...unknown.map(([name]) => unchecked(unknownText(name))),
      ...this.using(seen),
    ];
  }

  private using(seen: Seen<JsonObject>): Finding[] {
    if (isLive(seen)) this.sources.onUse(seen.id, seen.state);
    return [];
  }

  /** How many steps `up` carries out, and what it would fail with, as far as the plan shows. */
  private plan(
    seen: Seen<JsonObject>,
    wish: Wish<JsonObject, JsonObject>,
  ): { length: number; problems: Finding[] } {
    try {
      const state: JsonObject | Missing = stateIn(seen);
      const steps = this.resource.change(state, withMergedLists(this.resource.properties, state, wish));
      for (const step of steps) if ("awaits" in step) step.isDecided(state);
      this.sources.onPlan(steps);
      return { length: steps.length, problems: [] };
    } catch (error) {
      return { length: 0, problems: [failureOf(error)] };
    }
  }

  /** What `up` does if the platform refuses a deletion. */
  private refusals(state: JsonObject, object: string): Finding[] {
    const steps = this.resource.removal?.(state) ?? [];
    return steps
      .flatMap((step) => ifRefused(step, state) ?? [])
      .map((remark) => note(`if the platform refuses to delete ${object}, ${remark}`));
  }

  private async look(id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    const seen = (await this.resource.read?.(this.sources.reader, id, state)) ?? "unreadable";
    return isLive(seen) ? { ...seen, state: plainJson(seen.state) as JsonObject } : seen;
  }
}

/** The one equal object that exists, and is not known to be that of an earlier attempt. */
function onlyEqual(decision: Decision<JsonObject>): { id: string } | undefined {
  if (decision.does === "use") return decision.because === "adopted" ? decision : undefined;
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
  if (!("send" in step)) return undefined;
  const removals = step.clearing?.steps(live) ?? [];
  if (removals.length > 0) return `\`up\` first removes ${removals.map(({ removed }) => removed).join(", ")}`;
  const refusal = new TaskFailed({ id: "", state: "ERROR", created: {} });
  return step.settling?.when(refusal) ? step.settling.settle(refusal, live)?.info : undefined;
}
