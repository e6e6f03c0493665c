import { EXISTING } from "../../errors/existing";
import {
  type Difference,
  declaredPaths,
  difference,
  inputsOf,
  keepingInput,
  stateToStore,
  uniquePaths,
  withDeclared,
} from "../../lifecycle/properties";
import type { Unfinished } from "../../lifecycle/record";
import { type AnyResource, isLive } from "../../lifecycle/resource";
import type { ConfigSource } from "../../platform/configuration";
import { type JsonObject, plainJson } from "../../util/json";
import { type IdentifiedState, importFailures, readExisting } from "./existing";
import { ResourceFailure } from "./failures";
import { type OperationRequest, Operations } from "./operations";
import { PreviewQuestions } from "./preview-questions";
import { ResourceAccount } from "./resource-account";
import { type CheckResult, type Registration, ResourceCheck } from "./resource-check";
import { ResourceRecords } from "./resource-records";
import type { Session } from "./session";
import {
  type Hidden,
  isPending,
  objectIdOf,
  type SplitProperties,
  split,
  storedOutputs,
  storedTimeouts,
  untouchedValues,
} from "./state";

/** The result of `diff`, in the engine's format. */
interface DiffResult {
  /**
   * With `undefined` the engine compares the inputs itself and shows the differences in detail. It finds none if the inputs
   * are unchanged but the object has drifted.
   */
  changes?: boolean | undefined;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

const IN_USE = "another resource of the stack is this object";

/** The methods of Pulumi's dynamic-provider protocol, for the resources of one type. */
export class ResourceProtocol {
  private readonly account: ResourceAccount;
  private readonly records: ResourceRecords;
  private readonly operations: Operations;
  private readonly checks: ResourceCheck;
  private readonly questions: PreviewQuestions;
  /** By URN: the ids and the states of unfinished operations that a replacement continues, or does not. */
  private readonly continued = new Map<string, { id: string; before: SplitProperties } | undefined>();

  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
  ) {
    this.account = new ResourceAccount(resource, session);
    this.records = new ResourceRecords(session.recordStore, session.left, this.account);
    this.operations = new Operations(resource, session, this.account);
    this.questions = new PreviewQuestions(resource, session, this.account);
    this.checks = new ResourceCheck(
      resource,
      session,
      this.account,
      this.records,
      this.operations,
      this.questions,
    );
  }

  /** May run after other calls have started, so it must not await anything. */
  configure({ config }: { config: ConfigSource }): void {
    this.account.configure(config);
    this.session.watchEngine();
  }

  check(olds: JsonObject, news: JsonObject): Promise<CheckResult> {
    return this.checks.check(olds, news);
  }

  /** Sends no request, but for the questions of a preview about a resource that changes. */
  async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    try {
      const registration = this.checks.registrationOf(news);
      if (registration) this.records.confirm(registration, id);
      const [before, after] = [this.records.complete(id, split(olds)), this.checks.splitInputs(news)];
      const result = this.compare(id, before, after, registration);
      // What was adopted or is retained is let go: it is not the stack's after the replacement.
      const isLetGo = registration?.retains || this.adoptedBy(before) !== undefined;
      if (registration && result.replaces?.length && !isPending(id) && !isLetGo)
        this.checks.replacements.set(registration.urn, { id, former: before.hidden.__replaced });
      if (registration?.isPreview && result.changes !== false)
        await this.preview(id, before, after, registration, result);
      return result;
    } catch (error) {
      throw new ResourceFailure(error);
    }
  }

  private async preview(
    id: string,
    before: SplitProperties,
    after: SplitProperties,
    { urn }: Registration,
    { replaces = [] }: DiffResult,
  ): Promise<void> {
    const { change } = this.difference(before, after);
    const secret = [...(before.hidden.__secret ?? []), ...(after.hidden.__secret ?? [])];
    const update = { urn, id, before, inputs: after.own, change, secret };
    const isAdopted = this.adoptedBy(before) !== undefined;
    if (replaces.length === 0) await this.questions.beforeUpdate(update);
    else if (!isPending(id) && !isAdopted) await this.questions.beforeReplacement(update);
  }

  private compare(
    id: string,
    before: SplitProperties,
    after: SplitProperties,
    registration: Registration | undefined,
  ): DiffResult {
    const { changed, replaces } = this.difference(before, after);
    if (before.unfinished?.deletes || isPending(objectIdOf(this.resource, id, before.own))) {
      // The deletion of the old resource continues what is unfinished.
      if (replaces.length > 0 && registration) this.continued.set(registration.urn, undefined);
      if (replaces.length > 0) return { changes: true, replaces };
      // Pulumi changes the id of a resource only by replacing it, so a replacement continues the creation, and creates a
      // deleted object again. The old resource is deleted afterwards, and then an object that still exists is in use.
      if (registration) this.continued.set(registration.urn, { id, before });
      return { changes: true, replaces: ["id"], deleteBeforeReplace: false };
    }
    if (registration && replaces.length === 0) this.account.use(id, before.own, registration.urn);
    const declared = declaredPaths(after.own, this.resource.properties);
    const isRecorded = forLaterOperations(before.hidden) === forLaterOperations(after.hidden, declared);
    if (changed.length === 0 && isRecorded && !before.unfinished) return { changes: false };
    const isTouched = before.unfinished?.touched !== undefined;
    return { changes: isTouched || registration?.isRepeated ? true : undefined, replaces };
  }

  private difference(before: SplitProperties, after: SplitProperties): Difference {
    const { __declared: declared = [] } = before.hidden;
    return difference(this.resource.properties, untouchedValues(before), declared, after.own);
  }

  async create(news: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const registration = this.checks.registrationOf(news);
    const inputs = this.checks.splitInputs(news);
    const { id: __replaced, former } = this.checks.replacements.get(registration?.urn ?? "") ?? {};
    const { id, state } = await this.createObject(inputs, registration, former);
    const declared = declaredPaths(inputs.own, this.resource.properties);
    const hidden = { ...inputs.hidden, ...(__replaced !== undefined && { __replaced }) };
    return { id, outs: storedOutputs(state, hidden, declared) };
  }

  private async createObject(
    inputs: SplitProperties,
    registration: Registration | undefined,
    replaced: string | undefined,
  ): Promise<IdentifiedState> {
    const { own } = inputs;
    const { urn = "", importId } = registration ?? {};
    const request: OperationRequest = { kind: "create", urn: registration?.urn, inputs };
    if (importId !== undefined) return this.import(importId, own, request);
    const { name, previous } = this.previousOf(urn, registration);
    const declared = declaredPaths(own, this.resource.properties);
    const keeper = this.records.creationKeeper(registration, name);
    const created = await this.operations.run(
      { ...request, keeper, declared: uniquePaths(previous?.creation?.declared, declared), replaced },
      ({ runner }) => {
        const complete = this.account.withSettings({ ...own, ...registration?.transient });
        return runner.create(complete, declared, previous);
      },
    );
    const { id } = created;
    const state = withDeclared(this.resource.properties, plainJson(created.state), own);
    this.account.use(id, state);
    // What earlier operations on the object have left is compared.
    this.records.forgetChanges(id, state);
    return { id, state };
  }

  /** What an earlier run has left of the resource, on this machine or in a state that a replacement continues. */
  private previousOf(
    urn: string,
    registration: Registration | undefined,
  ): { name?: string; previous?: Unfinished } {
    const isReplaced = this.continued.has(urn);
    const continued = this.continued.get(urn);
    this.continued.delete(urn);
    if (isReplaced && !continued) this.records.forgetCreation(registration);
    const { name, unfinished: stored } = this.records.ofCreation(registration) ?? {};
    const found = name === undefined ? {} : { name };
    if (continued === undefined) return { ...found, ...(stored && { previous: stored }) };
    const { id, before } = continued;
    // Pulumi also deletes the resource of an interrupted creation, which must not delete this object.
    if (!before.unfinished?.deletes) this.account.use(id);
    const { __declared: declared } = before.hidden;
    const creation = stored?.creation && { ...stored.creation, ...(declared && { declared }) };
    const known = isPending(id) ? {} : { id };
    return { ...found, previous: { ...(creation && { creation }), ...before.unfinished, ...known } };
  }

  /** Reads an object that equals the inputs. Creates and changes nothing. */
  private async import(
    importId: string,
    inputs: JsonObject,
    request: OperationRequest,
  ): Promise<IdentifiedState> {
    const { type, properties } = this.resource;
    return this.operations.run(request, async ({ reader, info }) => {
      const imported = await readExisting(this.resource, importId, inputs, reader);
      const { id, state } = imported;
      const names = importFailures(properties, state, inputs).map(({ property }) => property);
      if (names.length > 0) throw EXISTING.changedSince.error({ type, id, names: names.join(", ") });
      this.account.use(id, state);
      info(`${type} ${id} is imported: nothing was created or changed`);
      return imported;
    });
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const registration = this.checks.registrationOf(news);
    const [before, inputs] = [this.records.complete(id, split(olds)), this.checks.splitInputs(news)];
    const { change } = this.difference(before, inputs);
    const { properties } = this.resource;
    const declaredNow = declaredPaths(inputs.own, properties);
    const declared = uniquePaths(before.hidden.__declared, declaredNow);
    const request: OperationRequest = {
      kind: "update",
      id,
      urn: registration?.urn,
      inputs,
      before,
      change,
      declared,
      keeper: this.records.changeKeeper(id, before.own, { resource: registration, declared }),
      onPartialFailure: (outputs) => this.records.reportChanges(id, before.own, outputs),
    };
    const updated = await this.operations.run(request, async ({ runner }) => {
      // The state may still contain a replaced resource that is this object: using it here prevents its deletion.
      this.account.use(id, before.own);
      const { unfinished } = before;
      // Where a creation has created nothing, `diff` has replaced the resource.
      const realId = (await runner.resolve(this.realId(id, before), before.own, unfinished)) ?? id;
      const complete = { ...inputs.own, ...registration?.transient };
      return runner.update(
        realId,
        { inputs: complete, change, recorded: untouchedValues(before) },
        unfinished,
      );
    });
    const live = plainJson(updated);
    const state = stateToStore(properties, { live, recorded: before.own, inputs: inputs.own, change });
    const outs = storedOutputs(state, inputs.hidden, declaredNow);
    this.records.reportChanges(id, before.own, outs);
    return { outs };
  }

  /** An empty result removes the resource from the state: nothing exists. */
  async read(
    id: string,
    properties: JsonObject,
  ): Promise<{ id?: string; props?: JsonObject; inputs?: JsonObject }> {
    const before = this.records.complete(id, split(properties));
    const { own, hidden, unfinished } = before;
    const seen = await this.operations.run({ kind: "read", id, before }, async ({ runner, reader }) => {
      if (hidden.__get) return readExisting(this.resource, id, own, reader);
      const realId = await runner.resolve(this.realId(id, before), own, unfinished);
      if (realId === undefined) return "gone";
      if (isPending(id)) this.records.resolveCreation(unfinished?.tasks ?? [], realId);
      // A copy of a list may be older than the end of the tasks.
      const found = await (unfinished
        ? runner.lookSettled(realId, own)
        : runner.look(realId, own, { ...reader, copies: "recorded" }));
      if (found === "gone") return found;
      return { id: realId, state: isLive(found) ? found.state : undefined };
    });
    if (seen === "gone") return {};
    if (seen.state === undefined) return { id: seen.id, props: withoutTasks(properties) };
    const state = plainJson(seen.state);
    const declared = hidden.__declared ?? [];
    const props = storedOutputs(state, hidden, declared);
    // The engine saves the state after a refresh, but not after the preview of one.
    if (!unfinished?.deletes && !hidden.__get) this.records.reportChanges(seen.id, own, props);
    const inputs = inputsOf(this.resource.properties, state, (path) => declared.includes(path));
    return { id: seen.id, props, inputs: { ...inputs, ...storedTimeouts(hidden) } };
  }

  async delete(id: string, properties: JsonObject): Promise<void> {
    if (!this.resource.removal) return;
    const before = this.records.complete(id, split(properties));
    const { own } = before;
    const keeper = this.records.changeKeeper(id, own);
    await this.operations.run({ kind: "delete", id, before, keeper }, async ({ runner, info }) => {
      if (this.isKept(id, before, info)) return;
      const { unfinished = {} } = before;
      const realId = await runner.resolve(this.realId(id, before), own, unfinished);
      if (realId !== undefined && realId !== id && this.isKept(realId, before, info)) return;
      this.records.resolveCreation(unfinished.tasks ?? [], realId);
      if (realId === undefined) return this.records.forgetChanges(id, own);
      const { objectId = () => realId } = this.resource.identity ?? {};
      await runner.remove(realId, own, unfinished, objectId(realId, own) === undefined);
      this.records.forgetObject(realId, own);
    });
  }

  /** Finds what the deletion of a resource would meet. `keeping`: why Pulumi leaves the object at the platform. */
  async previewDeletion(urn: string, id: string, outputs: JsonObject, keeping?: string): Promise<void> {
    const before = this.records.complete(id, split(outputs));
    const adopted = this.adoptedBy(before);
    const isInUse = this.account.isInUse(id, before.own);
    const reason = isInUse ? IN_USE : (keeping ?? (adopted && `it was adopted (${adopted})`));
    await this.questions.beforeDeletion({ urn, id, before }, reason);
  }

  /** The object's id at the platform. Undefined if only the tasks of the state show the object. */
  private realId(id: string, { own, unfinished }: SplitProperties): string | undefined {
    if (!isPending(id)) return id;
    const { tasks = [] } = unfinished ?? {};
    return tasks.length > 0 ? undefined : objectIdOf(this.resource, id, own);
  }

  /** Whether a deletion leaves the object at the platform. */
  private isKept(id: string, before: SplitProperties, info: (text: string) => void): boolean {
    const { type } = this.resource;
    // Another resource has adopted the object, or continues its creation.
    if (this.account.isInUse(id, before.own)) {
      if (!isPending(id)) info(`${type} ${id} is not deleted: ${IN_USE}`);
      return true;
    }
    const adopted = this.adoptedBy(before);
    if (adopted) info(`${type} ${id} stays at the platform: it was adopted (${adopted}), not created here`);
    return adopted !== undefined;
  }

  /** The input for which a deletion leaves the object at the platform. */
  private adoptedBy({ hidden }: SplitProperties): string | undefined {
    return keepingInput(this.resource.properties, hidden.__declared);
  }
}

/** What read and delete need of the program. These methods get only the state, so a change must update the state. */
function forLaterOperations({ __timeouts, __declared }: Hidden, declared = __declared ?? []): string {
  return JSON.stringify([declared, __timeouts?.read, __timeouts?.delete]);
}

/** For an object that cannot be read: its tasks have been awaited, so the next run must not wait for them again. */
function withoutTasks({ __tasks, ...properties }: JsonObject): JsonObject {
  return properties;
}
