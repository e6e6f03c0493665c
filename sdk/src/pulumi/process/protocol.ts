import type { AnyHandler } from "../../lifecycle/handler";
import {
  type Difference,
  declaredPaths,
  difference,
  inputsOf,
  keepingInput,
  stateToStore,
} from "../../lifecycle/properties";
import type { ConfigSource } from "../../platform/configuration";
import { type JsonObject, plainJson } from "../../util/json";
import { readExisting, resolveId } from "./existing";
import { ResourceFailure } from "./failures";
import type { Operation } from "./operation";
import { type OperationRequest, OperationRunner } from "./operation-runner";
import { ResourceAccount } from "./resource-account";
import { type CheckResult, type Registration, ResourceCheck } from "./resource-check";
import { ResourceCreation } from "./resource-creation";
import { ResourceProgress } from "./resource-progress";
import type { Session } from "./session";
import {
  certainValues,
  type Hidden,
  isPending,
  isUnfinished,
  objectIdOf,
  type SplitProperties,
  split,
  storedOptions,
  storedOutputs,
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

/** The methods of Pulumi's dynamic-provider protocol, for the resources of one type. */
export class ResourceProtocol {
  private readonly account: ResourceAccount;
  private readonly progress: ResourceProgress;
  private readonly runner: OperationRunner;
  private readonly checks: ResourceCheck;
  private readonly creation: ResourceCreation;

  constructor(
    private readonly handler: AnyHandler,
    private readonly session: Session,
  ) {
    this.account = new ResourceAccount(handler, session);
    this.progress = new ResourceProgress(session.progressStore, this.account);
    this.runner = new OperationRunner(handler, session, this.account);
    this.checks = new ResourceCheck(handler, session, this.account, this.progress, this.runner);
    this.creation = new ResourceCreation(handler, this.account, this.progress, this.runner);
  }

  /** May run after other calls have started, so it must not await anything. */
  configure({ config }: { config: ConfigSource }): void {
    this.account.configure(config);
    this.session.watchEngine();
  }

  check(olds: JsonObject, news: JsonObject): Promise<CheckResult> {
    return this.checks.check(olds, news);
  }

  /** Sends no request. */
  async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    try {
      const registration = this.checks.registrationOf(news);
      return this.compare(
        id,
        this.progress.stateOf(id, split(olds), registration),
        split(news),
        registration,
      );
    } catch (error) {
      throw new ResourceFailure(error);
    }
  }

  private compare(
    id: string,
    before: SplitProperties,
    after: SplitProperties,
    registration: Registration | undefined,
  ): DiffResult {
    const { changed, replaces } = this.difference(before, after);
    if (isPending(objectIdOf(this.handler, id, before.own))) {
      if (replaces.length > 0) return { changes: true, replaces };
      // Pulumi changes the id of a resource only by replacing it, so a replacement continues the creation. The old resource is
      // deleted afterwards, and then the object is in use.
      if (registration) this.creation.continueLater(registration.urn, id, before);
      return { changes: true, replaces: ["id"], deleteBeforeReplace: false };
    }
    if (registration && replaces.length === 0) this.account.use(id, before.own, registration.urn);
    const declared = declaredPaths(after.own, this.handler.properties);
    const isRecorded = forLaterOperations(before.hidden) === forLaterOperations(after.hidden, declared);
    if (changed.length === 0 && isRecorded && !isUnfinished(before)) return { changes: false };
    const isUncertain = before.hidden.__unsure !== undefined;
    return { changes: isUncertain || registration?.isRepeated ? true : undefined, replaces };
  }

  private difference(before: SplitProperties, after: SplitProperties): Difference {
    const { __declared: declared = [] } = before.hidden;
    return difference(this.handler.properties, certainValues(before), declared, after.own);
  }

  async create(news: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const registration = this.checks.registrationOf(news);
    const inputs = split(news);
    const { id, state } = await this.creation.create(inputs, registration);
    const declared = declaredPaths(inputs.own, this.handler.properties);
    return { id, outs: storedOutputs(state, inputs.hidden, declared) };
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const registration = this.checks.registrationOf(news);
    const [before, inputs] = [this.progress.stateOf(id, split(olds), registration), split(news)];
    const { change } = this.difference(before, inputs);
    const planned = { inputs: { ...inputs.own, ...registration?.transient }, change };
    const request: OperationRequest = {
      kind: "update",
      id,
      urn: registration?.urn,
      inputs,
      before,
      change,
      onProgress: this.progress.recorderOf(id, before.own),
      onPartialFailure: (outputs) => this.progress.reportChanges(id, before.own, outputs),
    };
    const updated = await this.runner.run(request, async (operation) => {
      // The state may still contain a replaced resource that is this object: using it here prevents its deletion.
      this.account.use(id, before.own);
      const { __unsure: uncertain } = before.hidden;
      // Stays uncertain until this operation has compared it, also if the operation fails before that.
      if (uncertain) operation.save({ id, known: before.own, uncertain });
      // Where a creation has created nothing, `diff` has replaced the resource.
      const realId = (await resolveId(this.handler, id, before, operation)) ?? id;
      return this.handler.update(realId, certainValues(before), { ...planned, isFresh: false }, operation);
    });
    const { properties } = this.handler;
    const state = stateToStore(properties, { live: plainJson(updated), recorded: before.own, ...planned });
    const outs = storedOutputs(state, inputs.hidden, declaredPaths(inputs.own, properties));
    this.progress.reportChanges(id, before.own, outs, registration);
    return { outs };
  }

  /** An empty result removes the resource from the state: nothing exists. */
  async read(
    id: string,
    properties: JsonObject,
  ): Promise<{ id?: string; props?: JsonObject; inputs?: JsonObject }> {
    const before = this.progress.stateOf(id, split(properties), undefined);
    const { own, hidden } = before;
    const seen = await this.runner.run({ kind: "read", id, before }, async (operation) => {
      if (hidden.__get) return readExisting(this.handler, id, own, operation);
      const realId = await resolveId(this.handler, id, before, operation);
      if (realId === undefined) return "gone";
      const state = await this.handler.read(realId, own, operation);
      return state === "gone" ? "gone" : { id: realId, state };
    });
    if (seen === "gone") return {};
    if (seen.state === "unreadable") return { id: seen.id, props: withoutTasks(properties) };
    const state = plainJson(seen.state);
    const declared = hidden.__declared ?? [];
    const props = storedOutputs(state, hidden, declared);
    // The engine saves the state after a refresh, but not after the preview of one.
    this.progress.reportChanges(seen.id, own, props);
    const inputs = inputsOf(this.handler.properties, state, (path) => declared.includes(path));
    return { id: seen.id, props, inputs: { ...inputs, ...storedOptions(hidden) } };
  }

  async delete(id: string, properties: JsonObject): Promise<void> {
    if (!this.handler.delete) return;
    const before = split(properties);
    const onProgress = this.progress.recorderOf(id, before.own);
    await this.runner.run({ kind: "delete", id, before, onProgress }, async (operation) => {
      if (this.isKept(id, before, operation)) return;
      const realId = await resolveId(this.handler, id, before, operation);
      if (realId === undefined || (realId !== id && this.isKept(realId, before, operation))) return;
      await this.handler.delete?.(realId, before.own, operation);
      operation.save();
    });
  }

  /** Whether a deletion leaves the object at the platform. */
  private isKept(id: string, { own, hidden }: SplitProperties, operation: Operation): boolean {
    const { type, properties } = this.handler;
    // Another resource has adopted the object, or continues its creation.
    if (this.account.isInUse(id, own)) {
      if (!isPending(id))
        operation.info(`${type} ${id} is not deleted: another resource of the stack is this object`);
      return true;
    }
    const adopted = keepingInput(properties, hidden.__declared);
    if (adopted)
      operation.info(`${type} ${id} stays at the platform: it was adopted (${adopted}), not created here`);
    return adopted !== undefined;
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
