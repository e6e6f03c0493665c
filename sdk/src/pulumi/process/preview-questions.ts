import { continuation, drift, ifRefused, overwritten } from "../../lifecycle/differences";
import { idOf } from "../../lifecycle/identity";
import { guardedValues, knownValues } from "../../lifecycle/inputs/known";
import { difference, isReadBefore } from "../../lifecycle/properties";
import {
  type AnyResource,
  isLive,
  isNamed,
  type JsonResource,
  type ListedCreation,
  type Live,
  type Seen,
} from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/deployment";
import { PlatformError } from "../../platform/http/error";
import { type JsonObject, plainJson } from "../../util/json";
import { type Mask, secretMask } from "../../util/secrets";
import { isOfAccount, type PreviewLine, PreviewReads, UnknownInput, wouldFail } from "./preview-reads";
import type { ResourceAccount } from "./resource-account";
import type { Session } from "./session";
import { isUnfinished, objectIdOf, type SplitProperties, unfinishedIn } from "./state";

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
}

/** A resource that a preview updates or replaces. */
export interface PreviewedUpdate {
  urn: string;
  id: string;
  before: SplitProperties;
  inputs: JsonObject;
  change: JsonObject;
  /** The inputs that are secret, or were before. */
  secret: readonly string[];
}

const info = (text: string): PreviewLine => ({ severity: "info", text });

/** Asks in a preview what `up` would meet, and prints it in the rows of the resources of one type. */
export class PreviewQuestions {
  private readonly resource: JsonResource;

  constructor(
    resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {
    this.resource = resource as unknown as JsonResource;
  }

  /** What a creation would find. */
  async beforeCreation(creation: PreviewedCreation): Promise<void> {
    const mask = secretMask([...creation.secret], creation.inputs);
    await this.ask(creation.urn, mask, (reader) => this.found(creation, reader));
  }

  /** What an update would meet: an object that is gone, or that others have changed. */
  async beforeUpdate(update: PreviewedUpdate): Promise<void> {
    const { urn, before, change } = update;
    const isNeeded = isUnfinished(before) || isReadBefore(this.resource.properties, change);
    const met = (reader: Reader) => this.met(update, reader);
    await this.ask(urn, maskOf(update), (reader) => (isNeeded ? met(reader) : optional(met(reader))));
  }

  /** What the deletion of the old object of a replacement would meet. */
  async beforeReplacement(update: PreviewedUpdate): Promise<void> {
    const { urn, id, before } = update;
    const remarks = async (reader: Reader) => {
      const seen = await this.read(reader, objectIdOf(this.resource as never, id, before.own), before.own);
      if (!isLive(seen)) return [];
      const steps = this.resource.removal?.(seen.state) ?? [];
      return steps
        .flatMap((step) => ifRefused(step, seen.state) ?? [])
        .map((remark) => info(`if the platform refuses to delete the old object, ${remark}`));
    };
    await this.ask(urn, maskOf(update), (reader) => optional(remarks(reader)));
  }

  private async ask(
    urn: string,
    mask: Mask,
    work: (reader: Reader) => Promise<PreviewLine[]>,
  ): Promise<void> {
    for (const { severity, text } of await this.reads.ask(work, mask))
      void this.session.engine.log(urn, mask(text), severity);
  }

  private get reads(): PreviewReads {
    const { platform } = this.account;
    const { session } = this;
    const warn = (text: string) => void session.warn(text);
    return session.previewReads(
      platform,
      () => new PreviewReads(platform, session.clock, session.stopSignal, warn),
    );
  }

  private async found(facts: PreviewedCreation, reader: Reader): Promise<PreviewLine[]> {
    const { inputs, secret } = facts;
    if (facts.isContinued && !facts.isReplacement)
      return [info("an earlier run has begun to create the object: `up` looks for it, and continues")];
    const complete = guardedValues(this.account.withSettings(inputs), (name) => new UnknownInput(name));
    const creation = this.resource.creation(complete);
    const { known } = creation;
    if (isNamed(creation))
      return this.used(await this.read(reader, creation.id, known), known, complete, secret);
    if (creation.objects) return this.equal(creation as ListedCreation, facts, complete, reader);
    const { identity } = this.resource;
    if (identity === undefined) return [];
    // `up` sends the change without a read.
    return optional(
      this.read(reader, idOf(identity, known), known).then((seen) => {
        if (!isLive(seen)) return [];
        const lines = this.used(seen, known, complete, secret);
        return lines.length > 0 ? lines : [info("already exists as declared: `up` changes nothing in it")];
      }),
    );
  }

  private async equal(
    creation: ListedCreation,
    { isReplacement, deletesFirst, secret }: PreviewedCreation,
    inputs: JsonObject,
    reader: Reader,
  ): Promise<PreviewLine[]> {
    const { existing, errors, noun } = creation;
    const names = Object.keys(this.resource.identity?.list?.place ?? {});
    const place = [noun, ...names.map((name) => inputs[name])];
    const equal = await this.reads.equalTo(creation, reader, place);
    if (equal === undefined && errors) void this.session.warn(errors.cannotList.error().message);
    if (equal === undefined || equal.length === 0) return [];
    const isCreated = existing?.ifExists === "create";
    const ids = equal.map(({ id }) => id).join(", ");
    if (!isCreated && equal.some(({ id, state }) => this.account.isInUse(id, state)))
      return [info(`${noun} ${ids} is equal, and belongs to another resource of this stack`)];
    if (isReplacement && deletesFirst && equal.length === 1)
      return [
        info(`${noun} ${ids} is equal: if it is the object that this run replaces, it is deleted first`),
      ];
    const chosen = existing?.choose(equal);
    if (chosen === undefined)
      return isCreated ? [info(`${noun} ${ids} is equal: \`up\` creates another one`)] : [];
    const whole = chosen.isPartial ? await this.read(reader, chosen.id, creation.known) : chosen;
    return [info(existing?.adoption(chosen) ?? ""), ...this.used(whole, creation.known, inputs, secret)];
  }

  /** What a creation changes in an object that it uses. */
  private used(
    seen: Seen<JsonObject>,
    known: JsonObject,
    inputs: JsonObject,
    secret: readonly string[],
  ): PreviewLine[] {
    if (seen === "unreadable") return [];
    const { properties } = this.resource;
    const state = isLive(seen) ? seen.state : known;
    const { change } = difference(properties, state, [], knownValues(inputs));
    const lines = isLive(seen) ? overwritten(properties, state, change, secret).map(info) : [];
    return [...lines, ...this.problems(seen, { inputs: knownValues(inputs), change, recorded: state })];
  }

  private async met(update: PreviewedUpdate, reader: Reader): Promise<PreviewLine[]> {
    const { id, before, inputs, change, secret } = update;
    const seen = await this.read(reader, objectIdOf(this.resource as never, id, before.own), before.own);
    if (seen === "unreadable") return [];
    const continued = isUnfinished(before) ? [info(continuation(unfinishedIn(id, before).touched))] : [];
    const wish = { inputs: knownValues(inputs), change: knownValues(change), recorded: before.own };
    const problems = this.problems(seen, wish);
    if (seen === "gone") {
      const removed = info("the object does not exist any more: `pulumi refresh` removes it from the state");
      return [...continued, ...(problems.length > 0 ? problems : [removed])];
    }
    const changes = drift(
      this.resource.properties,
      { recorded: before.own, live: seen.state, change },
      secret,
    );
    const task = seen.task ? [info(`\`up\` waits for task ${seen.task}, which changes the object now`)] : [];
    return [...continued, ...changes.map(info), ...task, ...problems];
  }

  /** What `up` would fail with, as far as the plan shows. */
  private problems(
    seen: Live<JsonObject> | "gone",
    wish: { inputs: JsonObject; change: JsonObject; recorded: JsonObject },
  ): PreviewLine[] {
    try {
      const state = isLive(seen) ? seen.state : seen;
      const steps = this.resource.change(state, wish);
      for (const step of steps) if ("awaits" in step) step.isDecided(state);
      return [];
    } catch (error) {
      return [wouldFail(error)];
    }
  }

  private async read(reader: Reader, id: string, state: JsonObject): Promise<Seen<JsonObject>> {
    const seen = (await this.resource.read?.(reader, id, state)) ?? "unreadable";
    return isLive(seen) ? { ...seen, state: plainJson(seen.state) as JsonObject } : seen;
  }
}

/** A key that cannot read, or an area that is out of order, does not prevent what `up` sends without a read. */
async function optional(lines: Promise<PreviewLine[]>): Promise<PreviewLine[]> {
  return lines.catch((error: unknown) => {
    if (error instanceof PlatformError && !isOfAccount(error)) return [];
    throw error;
  });
}

function maskOf({ secret, inputs, before }: PreviewedUpdate): Mask {
  return secretMask([...secret], inputs, before.own);
}
