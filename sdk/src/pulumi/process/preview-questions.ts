import { formerText } from "../../lifecycle/creator";
import { changedOutside, continuation, drift, ifRefused, overwritten } from "../../lifecycle/differences";
import { idOf } from "../../lifecycle/identity";
import { guardedValues, knownValues } from "../../lifecycle/inputs/known";
import { containsUnknown } from "../../lifecycle/inputs/validate";
import { difference, isReadBefore } from "../../lifecycle/properties";
import {
  type AnyResource,
  isLive,
  isNamed,
  type JsonResource,
  type ListedCreation,
  type Live,
  type Missing,
  type Seen,
  stateIn,
} from "../../lifecycle/resource";
import { creationWork, deletionWork, NO_WORK, updateWork, type Work } from "../../lifecycle/work";
import type { Reader } from "../../platform/api/api";
import { PlatformError } from "../../platform/http/error";
import { type JsonObject, plainJson } from "../../util/json";
import { type Mask, secretMask } from "../../util/secrets";
import type { Finding, StepFindings } from "../files/preview-findings";
import { failureOf, isOfAccount, note, PreviewReads, UnknownInput, unchecked } from "./preview-reads";
import type { ResourceAccount } from "./resource-account";
import type { Session } from "./session";
import { isPending, objectIdOf, type SplitProperties, untouchedValues } from "./state";

/** A resource that a preview creates. */
export interface PreviewedCreation {
  urn: string;
  /** An earlier run on this machine has begun the creation. */
  isContinued: boolean;
  /** The complete inputs, of which some may be unknown. */
  inputs: JsonObject;
  secret: readonly string[];
  /** The resource exists, so this is a replacement. */
  isReplacement: boolean;
  /** A replacement deletes the old object first. */
  deletesFirst: boolean;
  /** The object of the resource before an interrupted replacement, which this one takes back. */
  former?: string | undefined;
}

/** An object that a preview deletes. */
export interface PreviewedDeletion {
  urn: string;
  id: string;
  before: SplitProperties;
}

/** A resource that a preview updates or replaces. */
export interface PreviewedUpdate extends PreviewedDeletion {
  inputs: JsonObject;
  change: JsonObject;
  /** The inputs that are secret, or were before. */
  secret: readonly string[];
}

/** The existing object that an operation uses, as far as the questions have shown it. */
interface Used {
  state?: JsonObject;
}

type Question = (reader: Reader, used: Used) => Promise<Finding[]>;

const GONE = "the object does not exist any more";

/** Asks in a preview what `up` would meet, and prints it in the rows of the resources of one type. */
export class PreviewQuestions {
  private readonly resource: JsonResource;
  private readonly printed = new WeakSet<Finding>();

  constructor(
    resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {
    this.resource = resource as unknown as JsonResource;
  }

  /** What a creation would find. */
  async beforeCreation(creation: PreviewedCreation): Promise<void> {
    const { urn, secret, inputs } = creation;
    const complete = this.account.withSettings(inputs);
    await this.ask(
      { urn, operation: "create", mask: secretMask([...secret], inputs) },
      (reader, used) => this.found({ ...creation, inputs: complete }, reader, used),
      ({ state }) => creationWork(this.resource, complete, state),
    );
  }

  /** The object that an import uses was compared with the inputs. */
  beforeImport(urn: string, id: string, inputs: JsonObject): void {
    const work = { requests: 2, tasks: [] };
    this.session.collect?.({
      step: { urn, operation: "create", findings: [], work },
      uses: this.account.objectKey(id, inputs),
    });
  }

  /** What an update would meet: an object that is gone, or that others have changed. */
  async beforeUpdate(update: PreviewedUpdate): Promise<void> {
    const { urn, before, inputs, change } = update;
    const continues = before.unfinished !== undefined;
    const isNeeded = continues || isReadBefore(this.resource.properties, change);
    const wish = { inputs, change, recorded: untouchedValues(before) };
    await this.ask(
      { urn, operation: "update", mask: maskOf(update) },
      (reader, used) =>
        isNeeded ? this.met(update, reader, used) : optional(this.met(update, reader, used)),
      ({ state = before.own }) => updateWork(this.resource, state, wish, continues),
    );
  }

  /** What the deletion of the old object of a replacement would meet. */
  async beforeReplacement(update: PreviewedUpdate): Promise<void> {
    const { urn, id, before } = update;
    const remarks = async (reader: Reader) => {
      const seen = await this.read(reader, this.objectId(id, before), before.own);
      return isLive(seen) ? this.remarks(seen.state, "the old object") : [];
    };
    await this.ask(
      { urn, operation: "delete", mask: maskOf(update) },
      (reader) => optional(remarks(reader)),
      () => deletionWork(this.resource, before.own),
    );
  }

  /** What a deletion would meet. `keeping`: why the object stays at the platform. */
  async beforeDeletion({ urn, id, before }: PreviewedDeletion, keeping: string | undefined): Promise<void> {
    const mask = secretMask(before.hidden.__secret, before.own);
    await this.ask(
      { urn, id, operation: "delete", mask },
      async (reader) => {
        if (keeping) return [{ level: "ok", text: `stays at the platform: ${keeping}` }];
        if (isPending(id)) return [note("an earlier run was interrupted: `up` deletes what it has created")];
        return this.resource.removal ? optional(this.deleted(id, before, reader)) : [];
      },
      () => (keeping ? NO_WORK : deletionWork(this.resource, before.own)),
    );
  }

  private async ask(
    { mask, ...about }: Pick<StepFindings, "urn" | "operation" | "id"> & { mask: Mask },
    question: Question,
    cost: (used: Used) => Work,
  ): Promise<void> {
    const { session } = this;
    const { urn } = about;
    const used: Used = {};
    const findings = await this.reads.ask(urn, (reader) => question(reader, used), mask);
    for (const finding of findings) this.print(urn, finding, mask);
    const masked = () => findings.map((finding) => ({ ...finding, text: mask(finding.text) }));
    session.collect?.({ step: { ...about, findings: masked(), work: cost(used) } });
  }

  /** What was not asked is no line of its own in a preview. */
  private print(urn: string, finding: Finding, mask: Mask): void {
    const { level, text } = finding;
    const { engine } = this.session;
    if (level === "note") void engine.log(urn, mask(text), "info");
    // A list that several resources share has failed once.
    if (level !== "fails" || this.printed.has(finding)) return;
    this.printed.add(finding);
    void engine.log(urn, mask(`\`up\` would fail: ${text}`), "warning");
  }

  private get reads(): PreviewReads {
    const { platform } = this.account;
    const { clock, stopSignal: cancelled, collect } = this.session;
    const warn = (text: string) => void this.session.warn(text);
    const named = (error: PlatformError) => this.session.named(error);
    const open = () => new PreviewReads({ platform, clock, cancelled, warn, named, collect });
    return this.session.previewReads(platform, open);
  }

  private async found(facts: PreviewedCreation, reader: Reader, used: Used): Promise<Finding[]> {
    const { secret, inputs } = facts;
    if (facts.isContinued && !facts.isReplacement)
      return [note("an earlier run has begun to create the object: `up` looks for it, and continues")];
    const refuse = (name: string) => new UnknownInput(unknownText(name));
    const creation = this.resource.creation(guardedValues(inputs, refuse));
    const { known } = creation;
    if (isNamed(creation)) {
      const seen = await this.read(reader, creation.id, known);
      return this.usedFindings(seen, { known, inputs, secret }, used);
    }
    if (creation.objects) return this.equal(creation as ListedCreation, facts, reader, used);
    const { identity } = this.resource;
    if (identity === undefined) return [this.unreadable];
    // `up` sends the change without a read.
    const existing = async () => {
      const seen = await this.read(reader, idOf(identity, known), known);
      if (seen === "gone") return [];
      const findings = this.usedFindings(seen, { known, inputs, secret }, used);
      return findings.length > 0
        ? findings
        : [note("already exists as declared: `up` changes nothing in it")];
    };
    return optional(existing());
  }

  private async equal(
    creation: ListedCreation,
    { isReplacement, deletesFirst, secret, inputs, former }: PreviewedCreation,
    reader: Reader,
    used: Used,
  ): Promise<Finding[]> {
    const { existing, errors, noun, known } = creation;
    const names = Object.keys(this.resource.identity?.list?.place ?? {});
    const place = [noun, ...names.map((name) => inputs[name])];
    const equal = await this.reads.equalTo(creation, reader, place);
    if (equal === undefined) return errors ? [this.cannotList(errors.cannotList.error().message)] : [];
    if (equal.length === 0) return [];
    const own = equal.find(({ id }) => id === former);
    if (own) {
      used.state = own.state;
      this.session.collect?.({ uses: this.account.objectKey(own.id, own.state) });
      return [note(formerText(noun, own.id))];
    }
    const isCreated = existing?.ifExists === "create";
    const ids = equal.map(({ id }) => id).join(", ");
    if (!isCreated && equal.some(({ id, state }) => this.account.isInUse(id, state)))
      return [note(`${noun} ${ids} is equal, and belongs to another resource of this stack`)];
    if (isReplacement && deletesFirst && equal.length === 1)
      return [
        note(`${noun} ${ids} is equal: if it is the object that this run replaces, it is deleted first`),
      ];
    const chosen = existing?.choose(equal);
    if (chosen === undefined)
      return isCreated ? [note(`${noun} ${ids} is equal: \`up\` creates another one`)] : [];
    const whole = chosen.isPartial ? await this.read(reader, chosen.id, known) : chosen;
    const adoption = note(existing?.adoption(chosen) ?? "");
    return [adoption, ...this.usedFindings(whole, { known, inputs, secret }, used, true)];
  }

  /** What a creation does with an object that it uses. */
  private usedFindings(
    seen: Seen<JsonObject>,
    { known, inputs, secret }: { known: JsonObject; inputs: JsonObject; secret: readonly string[] },
    used: Used,
    isAdopted = false,
  ): Finding[] {
    if (seen === "unreadable") return [this.unreadable];
    const { properties } = this.resource;
    const state = isLive(seen) ? seen.state : known;
    const wanted = knownValues(inputs);
    const { change } = difference(properties, state, [], wanted);
    const plan = this.plan(seen, { inputs: wanted, change, recorded: state });
    if (isLive(seen)) {
      used.state = state;
      this.session.collect?.({ uses: this.account.objectKey(seen.id, state) });
    }
    const isChanged = plan.length > 0 || isAdopted;
    return [
      ...(isLive(seen) ? overwritten(properties, state, change, secret).map(note) : []),
      ...(isLive(seen) && isChanged ? taskOf(seen) : []),
      ...plan.problems,
      ...this.notCompared(inputs),
    ];
  }

  private async met(update: PreviewedUpdate, reader: Reader, used: Used): Promise<Finding[]> {
    const { id, before, inputs, change, secret } = update;
    const seen = await this.read(reader, this.objectId(id, before), before.own);
    if (seen === "unreadable") return [this.unreadable];
    const { unfinished } = before;
    const continued = unfinished ? [note(continuation(unfinished.touched))] : [];
    // What an unfinished operation has touched may be its own change.
    const recorded = untouchedValues(before);
    const wish = { inputs: knownValues(inputs), change: knownValues(change), recorded };
    const { problems } = this.plan(seen, wish);
    if (!isLive(seen)) {
      const removed = note(`${GONE}: \`pulumi refresh\` removes it from the state`);
      return [...continued, ...(problems.length > 0 ? problems : [removed])];
    }
    used.state = seen.state;
    const sources = { recorded, live: seen.state, change };
    const changes = drift(this.resource.properties, sources, secret);
    return [...continued, ...changes.map(note), ...taskOf(seen), ...problems];
  }

  private async deleted(id: string, before: SplitProperties, reader: Reader): Promise<Finding[]> {
    const seen = await this.read(reader, this.objectId(id, before), before.own);
    if (seen === "unreadable") return [this.unreadable];
    if (!isLive(seen)) return [note(`${GONE}: there is nothing to delete`)];
    const sources = { recorded: untouchedValues(before), live: seen.state };
    const changes = changedOutside(this.resource.properties, sources, before.hidden.__secret);
    const changed = changes.map(({ text }) => note(`${text}: \`up\` deletes the object all the same`));
    return [...changed, ...taskOf(seen), ...this.remarks(seen.state, "it")];
  }

  /** What `up` does if the platform refuses a deletion. */
  private remarks(state: JsonObject, object: string): Finding[] {
    const steps = this.resource.removal?.(state) ?? [];
    return steps
      .flatMap((step) => ifRefused(step, state) ?? [])
      .map((remark) => note(`if the platform refuses to delete ${object}, ${remark}`));
  }

  /** How many steps `up` carries out, and what it would fail with, as far as the plan shows. */
  private plan(
    seen: Live<JsonObject> | Missing,
    wish: { inputs: JsonObject; change: JsonObject; recorded: JsonObject },
  ): { length: number; problems: Finding[] } {
    try {
      const state = stateIn(seen);
      const steps = this.resource.change(state, wish);
      for (const step of steps) if ("awaits" in step) step.isDecided(state);
      return { length: steps.length, problems: [] };
    } catch (error) {
      return { length: 0, problems: [failureOf(error)] };
    }
  }

  private notCompared(inputs: JsonObject): Finding[] {
    const { properties } = this.resource;
    const unknown = Object.entries(inputs).filter(
      ([name, value]) => properties[name] && !properties[name].transient && containsUnknown(value),
    );
    return unknown.map(([name]) => unchecked(unknownText(name)));
  }

  private cannotList(message: string): Finding {
    void this.session.warn(message);
    return unchecked(message);
  }

  private get unreadable(): Finding {
    return unchecked("this deployment of the platform has no operation that reads objects of this class");
  }

  private objectId(id: string, { own }: SplitProperties): string {
    return objectIdOf(this.resource as never, id, own);
  }

  private async read(reader: Reader, id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    const seen = (await this.resource.read?.(reader, id, state)) ?? "unreadable";
    return isLive(seen) ? { ...seen, state: plainJson(seen.state) as JsonObject } : seen;
  }
}

function unknownText(name: string): string {
  return `${name} is known only during \`up\``;
}

function taskOf({ task }: Live<JsonObject>): Finding[] {
  return task ? [note(`\`up\` waits for task ${task}, which changes the object now`)] : [];
}

/** A key that cannot read, or an area that is out of order, does not prevent what `up` sends without a read. */
async function optional(findings: Promise<Finding[]>): Promise<Finding[]> {
  return findings.catch((error: unknown) => {
    if (!(error instanceof PlatformError) || isOfAccount(error)) throw error;
    return [unchecked(`${error.summary} [${error.code}]. \`up\` does not need this request.`)];
  });
}

function maskOf({ secret, inputs, before }: PreviewedUpdate): Mask {
  return secretMask([...secret], inputs, before.own);
}
