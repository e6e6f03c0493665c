import type { Reader } from "../platform/api/api";
import type { Call } from "../platform/http/call";
import { type JsonObject, pick } from "../util/json";
import { type Acts, carryOut, type Facts } from "./acts";
import { isListed, type ListedCreation } from "./creation";
import type { Decision, Origin } from "./decide";
import { Differences } from "./differences";
import { type Finding, failureOf, GONE, note, optional, UnknownInput, unchecked } from "./finding";
import { idOf } from "./identity";
import { containsUnknown, guardedValues, knownValues } from "./inputs/validate";
import { PreviewWorld } from "./preview-world";
import { isReadBefore, pendingChanges } from "./properties";
import type { SharedLists } from "./questions";
import type { Unfinished } from "./record";
import { ANY_REFUSAL } from "./refusal";
import {
  isChange,
  isLive,
  type JsonResource,
  type Live,
  type Seen,
  type Step,
  stateIn,
  type Wish,
} from "./resource";
import { Runner, withMergedLists } from "./runner";

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
  wish: Wish<JsonObject, JsonObject> & { change: JsonObject };
  /** The names of the inputs of which the state does not have what the last run has declared. The engine compares only inputs. */
  unreached: readonly string[];
}

const UNREADABLE = "this deployment of the platform has no operation that reads objects of this class";

/** Has an operation performed in a world that only asks, and says in words what it has come to. */
export class Preview {
  private readonly world: PreviewWorld;
  private readonly differences: Differences;
  /** What the operation would fail with. */
  private problem: Error | undefined;

  constructor(
    private readonly resource: JsonResource,
    private readonly sources: PreviewSources,
  ) {
    this.differences = new Differences(resource.properties, sources.secret);
    this.world = new PreviewWorld(resource, sources.reader, sources.lists, sources.onRequest);
  }

  async creation(facts: PreviewedCreation): Promise<Finding[]> {
    const { inputs, previous, former, deletesFirst } = facts;
    const refuse = (name: string) => new UnknownInput(unknownText(name));
    const creation = this.resource.creation(guardedValues(inputs, refuse));
    const { known, step } = creation;
    const runner = this.runner({ ...this.resource, creation: () => creation }, former);
    // An object that is deleted first is not changed.
    this.world.endsAtChange = deletesFirst && isListed(creation);
    const performed = this.perform(runner.create(knownValues(inputs), [], previous));
    if (!isListed(creation) && step) return optional(performed.then(() => this.onlyOne(known, inputs)));
    await performed;
    return isListed(creation)
      ? this.decided(creation, facts, runner.decision)
      : this.used(await this.readKnown(known), inputs);
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
    const removed = this.removed(id, state);
    return optional(removed.then((seen) => this.refusals(seen, "the old object")));
  }

  private async met(update: PreviewedUpdate): Promise<Finding[]> {
    const { properties } = this.resource;
    const { id, state, unfinished, wish } = update;
    const { inputs, recorded, change } = wish;
    const seen = await this.world.read(id, state);
    // The inputs of the state do not have them, so the engine shows no difference.
    const unstored = Object.keys(change).filter((name) => properties[name]?.transient);
    const continued = unstored.map((name) => note(`${name} was changed in the program: \`up\` sends it`));
    if (unfinished) continued.unshift(note(continuation(unfinished.touched)));
    const known = { inputs: knownValues(inputs), change: knownValues(change), recorded };
    this.world.skipsPauses = true;
    await this.perform(this.runner().update(id, known, unfinished));
    const problems = this.problems(seen);
    if (seen === "unreadable") return [...continued, unchecked(UNREADABLE)];
    if (!isLive(seen)) {
      const removed = note(`the object ${GONE}: \`pulumi refresh\` removes it from the state`);
      return [...continued, ...(problems.length > 0 ? problems : [removed])];
    }
    return [...continued, ...this.unshown(update, seen.state).map(note), ...taskOf(seen), ...problems];
  }

  /** What `up` changes, or leaves, and the engine does not show. */
  private unshown({ wish, unreached, unfinished }: PreviewedUpdate, live: JsonObject): string[] {
    const { properties } = this.resource;
    const { recorded } = wish;
    const { change } = withMergedLists(properties, live, { ...wish, change: knownValues(wish.change) });
    // A row names what an interrupted run has touched.
    const isNamed = (name: string) => unfinished?.touched?.includes(name) === true;
    const isHidden = (name: string) => {
      const { kind, transient } = properties[name] ?? {};
      return unreached.includes(name) && !isNamed(name) && !transient && kind !== "local";
    };
    const hidden = pick(pendingChanges(properties, live, change) as JsonObject, isHidden);
    const others = pick(recorded, (name) => !isNamed(name) && !(name in hidden));
    const outcome = (name: string) => this.differences.outcome(name, live, wish);
    return [...this.differences.drift(others, live, outcome), ...this.differences.hidden(live, hidden)];
  }

  private async deleted(id: string, state: JsonObject, recorded: JsonObject): Promise<Finding[]> {
    const seen = await this.removed(id, state);
    if (seen === "unreadable") return [unchecked(UNREADABLE)];
    if (!isLive(seen)) return [note(`the object ${GONE}: there is nothing to delete`)];
    const outcome = () => "`up` deletes the object all the same";
    const changes = this.differences.drift(recorded, seen.state, outcome);
    return [...changes.map(note), ...taskOf(seen), ...this.refusals(seen, "it")];
  }

  private async removed(id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    await this.perform(this.runner().remove(id, state));
    return this.world.read(id, state);
  }

  private async decided(
    { noun, known, step }: ListedCreation<JsonObject>,
    { inputs, previous, deletesFirst }: PreviewedCreation,
    decision: Decision<JsonObject> | undefined,
  ): Promise<Finding[]> {
    if (this.problem && !decision) throw this.problem;
    const { said } = this.world;
    const equal = deletesFirst && decision ? onlyEqual(decision) : undefined;
    if (equal || (deletesFirst && decision?.does === "create")) await this.world.note(step);
    const ifReplaced = "if it is the object that this run replaces, it is deleted first";
    if (equal) return [note(`${noun} ${equal.id} is equal: ${ifReplaced}`)];
    for (const { level, text } of said) if (level === "unchecked") this.sources.warn(text);
    switch (decision?.does) {
      case "create": {
        const ids = idsOf(decision.beside);
        return ids ? [...said, note(`${noun} ${ids} is equal: \`up\` creates another one`)] : said;
      }
      case "wait":
        return [note(waitText(decision.tasks, previous !== undefined))];
      case "use": {
        const { seen, origin } = decision;
        const whole =
          isLive(seen) && seen.lacks === "properties" ? await this.world.read(seen.id, known) : seen;
        return [...said, ...this.used(whole, inputs, origin)];
      }
      case "refuse": {
        // An object that stands in the way may be gone when `up` creates the new one.
        const isInUse = decision.objects.some(({ id }) => this.sources.isInUse(id));
        const text = `${noun} ${idsOf(decision.objects)} is equal, and belongs to another resource of this stack`;
        return [isInUse ? note(text) : failureOf(decision.error)];
      }
      default:
        return said;
    }
  }

  /** The platform has at most one such object, and `up` sends the change without a read. */
  private async onlyOne(known: JsonObject, inputs: JsonObject): Promise<Finding[]> {
    const seen = await this.readKnown(known);
    if (seen === "gone") return [];
    const findings = this.used(seen, inputs);
    return findings.length > 0 ? findings : [note("already exists as declared: `up` changes nothing in it")];
  }

  private async readKnown(known: JsonObject): Promise<Seen<JsonObject>> {
    const { identity } = this.resource;
    return identity ? this.world.read(idOf(identity, known), known) : "unreadable";
  }

  /** What a creation does with an object that it uses. `origin`: of one that was found. */
  private used(seen: Seen<JsonObject>, inputs: JsonObject, origin?: Origin): Finding[] {
    if (isLive(seen)) this.sources.onUse(seen.id, seen.state);
    if (origin === "former") return [];
    if (seen === "unreadable") return [unchecked(UNREADABLE)];
    const { properties } = this.resource;
    const unknown = Object.entries(inputs).filter(
      ([name, value]) => properties[name] && !properties[name].transient && containsUnknown(value),
    );
    return [
      ...(isLive(seen) ? this.differences.overwritten(seen.state, inputs).map(note) : []),
      ...(isLive(seen) && (this.world.first || origin) ? taskOf(seen) : []),
      ...this.problems(seen),
      ...unknown.map(([name]) => unchecked(unknownText(name))),
    ];
  }

  /** What `up` does if the platform refuses a deletion. */
  private refusals(seen: Seen<JsonObject>, object: string): Finding[] {
    if (!isLive(seen)) return [];
    const steps = this.resource.removal?.(seen.state) ?? [];
    const remarks = steps.flatMap((step) => ifRefused(step, seen.state) ?? []);
    return remarks.map((remark) => note(`if the platform refuses to delete ${object}, ${remark}`));
  }

  private runner(resource = this.resource, former?: string): Runner<JsonObject, JsonObject> {
    const { isInUse, now, requestTimeout } = this.sources;
    const facts = { hasSecrets: false, former, requestTimeout, now, isInUse, isOwn: () => false };
    return new Runner<JsonObject, JsonObject>(resource as never, facts);
  }

  /** Performs an operation as far as nothing is changed. */
  private async perform(acts: Acts<JsonObject, unknown>): Promise<void> {
    const { world } = this;
    await carryOut(acts, world).catch((error: Error) => {
      // The failure of a question is none of the operation, and what comes after the first act is not known here.
      if (error === world.failure) throw error;
      if (!world.first) this.problem = error;
    });
  }

  private problems(seen: Seen<JsonObject>): Finding[] {
    const { first: act } = this.world;
    try {
      if (act?.do === "approval") act.step.isDecided(stateIn(seen));
    } catch (error) {
      return [failureOf(error)];
    }
    return this.problem ? [failureOf(this.problem)] : [];
  }
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

/** What an operation does with what an interrupted one has left. */
function continuation(touched: readonly string[] = []): string {
  const what = touched.length > 0 ? `compares ${touched.join(", ")} with the platform` : "continues it";
  return `an earlier run was interrupted: \`up\` ${what}`;
}

function taskOf({ task }: Live<JsonObject>): Finding[] {
  return task ? [note(`\`up\` waits for task ${task}, which changes the object now`)] : [];
}

/** What `up` does if the platform refuses a step of a deletion. */
function ifRefused(step: Step<JsonObject>, live: JsonObject): string | undefined {
  const way = isChange(step) ? step.settle?.(ANY_REFUSAL) : undefined;
  const instead = way ? (way(live) ?? []) : [];
  const text = instead.find((one) => typeof one === "string");
  const changes = instead.filter(isChange).flatMap(({ does }) => does ?? []);
  return changes.length > 0 ? `\`up\` tries again after ${changes.join("; ")}` : text;
}
