import { SETTINGS } from "../../errors/configuration";
import { DefinedError, type FactsOf } from "../../errors/definition";
import { EXISTING } from "../../errors/existing";
import { TASKS } from "../../errors/tasks";
import { uniquePaths } from "../../lifecycle/diff/declared";
import { difference } from "../../lifecycle/diff/difference";
import type { AnyHandler, ListedObject } from "../../lifecycle/handler";
import type { Progress } from "../../lifecycle/progress";
import type { AnyProperties } from "../../lifecycle/property";
import type { Account } from "../../platform/accounts";
import { type ConfigSource, EMPTY_SOURCE } from "../../platform/configuration";
import { ConfigurationError } from "../../platform/configuration-error";
import { isPlaintextHttp } from "../../platform/settings";
import { type Task, TaskFailed, TaskNotFound } from "../../platform/tasks/task";
import { digest } from "../../util/digest";
import { parseDuration } from "../../util/duration";
import { canonicalJson, type JsonObject, plainJson } from "../../util/json";
import { DEFAULT_ORGANIZATION } from "../names";
import { differingInputs, listExisting, readExisting } from "./existing";
import { Operation } from "./operation";
import type { ProgressKey } from "./progress-store";
import type { Registration } from "./resource-registry";
import type { Session } from "./session";
import { certainValues, isPending, isUnfinished, type Properties, progressOf, type Timeouts } from "./state";

/** The facts about an operation before it begins. */
export interface OperationRequest {
  kind: keyof Timeouts;
  registration: Registration | undefined;
  timeouts: Timeouts | undefined;
  /** Paths of the declared optional inputs. */
  declared: string[];
  /** Removes the values of secret inputs from a text. */
  mask(text: string): string;
  previous?: Progress | undefined;
}

/** A failed operation, with its progress until then. */
export class OperationFailure extends Error {
  constructor(
    override readonly cause: unknown,
    readonly progress: Progress | undefined,
  ) {
    super("The operation failed.");
  }
}

/** Runs the operations of one resource type, each with its timeout, progress and ownership. */
export class Lifecycle {
  private source: ConfigSource = EMPTY_SOURCE;
  private cachedAccount: Account | undefined;
  /** Objects whose creation by an earlier run this process has continued with the progress on disk. */
  private readonly continuedObjects = new Set<string>();

  constructor(
    private readonly handler: AnyHandler,
    private readonly session: Session,
  ) {}

  configure(source: ConfigSource): void {
    this.source = source;
    this.cachedAccount = undefined;
  }

  /** The problems of the settings, one message each. */
  configurationProblems(): string[] {
    try {
      this.account();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.message.split("\n");
    }
  }

  get properties(): AnyProperties {
    return this.handler.properties as AnyProperties;
  }

  /** The inputs, with the settings that are defaults for absent inputs. */
  withSettings(inputs: JsonObject): JsonObject {
    const { ifExists } = this.account().configuration;
    return "ifExists" in this.properties ? { ifExists, ...inputs } : inputs;
  }

  /** Identifies an object among all resources of the run, with any Provider. */
  objectKey(id: string, state: object): string {
    const { type, platformId } = this.handler;
    return digestOf([type, this.account().address, (platformId?.(id, state) ?? id).toLowerCase()]);
  }

  /** Identifies a unique key of a resource among all resources of the run. */
  uniqueKey(key: string): string {
    return digestOf([this.handler.type, this.account().address, key]);
  }

  /** Reads an existing object by its id, for `get` and for the option `import`. */
  readExisting(
    id: string,
    declared: JsonObject,
    request: OperationRequest,
  ): Promise<{ id: string; state: JsonObject }> {
    return this.run(request, (operation) => readExisting(this.handler, id, declared, operation));
  }

  /** Lists existing objects, for the command `import`. */
  listExisting(scope: JsonObject, request: OperationRequest): Promise<ListedObject[]> {
    return this.run(request, (operation) => listExisting(this.handler, scope, operation));
  }

  create(inputs: JsonObject, request: OperationRequest): Promise<{ id: string; state: JsonObject }> {
    const importId = request.registration?.importId;
    if (importId !== undefined) return this.import(importId, inputs, request);
    const progressKey = this.progressKeyOf(request.registration);
    const stored = progressKey && this.session.progressStore.load(progressKey);
    const previous = (stored || request.previous) && { ...stored, ...request.previous };
    return this.run({ ...request, previous }, async (operation) => {
      const complete = this.withSettings({ ...inputs, ...request.registration?.transient });
      const { id: given, state: created } = await this.handler.create(complete, operation);
      const id = String(given);
      this.session.ownership.use(this.objectKey(id, created));
      const state = await this.updateToInputs(id, plainJson(created), inputs, operation);
      if (stored?.id === id) this.continuedObjects.add(this.objectKey(id, state));
      return { id, state };
    });
  }

  /** Reads an object that equals the inputs. Creates and changes nothing. */
  private import(importId: string, inputs: JsonObject, request: OperationRequest) {
    return this.run(request, async (operation) => {
      const imported = await readExisting(this.handler, importId, inputs, operation);
      const { id, state } = imported;
      const names = differingInputs(this.properties, state, inputs).join(", ");
      if (names !== "") throw EXISTING.changedSince.error({ type: this.handler.type, id, names });
      this.session.ownership.use(this.objectKey(id, state));
      operation.info(`${this.handler.type} ${id} is imported: nothing was created or changed`);
      return imported;
    });
  }

  /** Updates the properties in which a created, found or adopted object differs from the inputs. */
  private async updateToInputs(
    id: string,
    state: JsonObject,
    inputs: JsonObject,
    operation: Operation,
  ): Promise<JsonObject> {
    const declared = operation.progress?.declared ?? [];
    const { change } = difference(this.properties, state, declared, inputs);
    if (Object.keys(change).length === 0) return state;
    const desired = { inputs, change, isFresh: true };
    return plainJson(await this.handler.update(id, state, desired, operation));
  }

  update(
    id: string,
    before: Properties,
    desired: { inputs: JsonObject; change: JsonObject },
    request: OperationRequest,
  ): Promise<{ id: string; state: JsonObject }> {
    const previous = isUnfinished(before) ? progressOf(id, before) : undefined;
    return this.run({ ...request, previous }, async (operation) => {
      // The state may still contain a replaced resource that is this object: using it here prevents its deletion.
      this.session.ownership.use(this.objectKey(id, before.own));
      const realId = await this.resolveId(id, before, operation);
      const desiredNow = { ...desired, isFresh: false };
      const state = await this.handler.update(realId, certainValues(before), desiredNow, operation);
      return { id: realId, state: plainJson(state) };
    });
  }

  /** Reads the object. `gone` also means that an interrupted creation has created nothing. */
  read(
    id: string,
    recorded: Properties,
    request: OperationRequest,
  ): Promise<{ id: string; state: JsonObject | "unreadable" } | "gone"> {
    return this.run(request, async (operation) => {
      this.confirm(id, recorded.own);
      const realId = await this.resolveId(id, recorded, operation).catch(ignoreNothingCreated);
      if (realId === undefined) return "gone";
      const state = await this.handler.read(realId, recorded.own, operation);
      if (state === "gone") return "gone";
      return { id: realId, state: state === "unreadable" ? state : plainJson(state) };
    });
  }

  async delete(id: string, recorded: Properties, request: OperationRequest): Promise<void> {
    if (!this.handler.delete) return;
    await this.run(request, async (operation) => {
      // A continued creation in this run waits for the tasks of this state.
      if (this.session.resources.isContinued(id)) return;
      this.confirm(id, recorded.own);
      if (this.isKept(id, recorded, operation)) return;
      const realId = await this.resolveId(id, recorded, operation).catch(ignoreNothingCreated);
      if (realId === undefined || (realId !== id && this.isInUse(realId, recorded.own, operation))) return;
      await this.handler.delete?.(realId, recorded.own, operation);
    });
  }

  /** The state contains this object, so the stored progress of its creation is no longer needed. */
  confirm(id: string, state: object): void {
    this.session.progressStore.confirm(this.objectKey(id, state));
  }

  private isKept(id: string, { own, hidden }: Properties, operation: Operation): boolean {
    if (this.continuedObjects.has(this.objectKey(id, own))) {
      operation.warn(TASKS.replacementSkipped.error({ type: this.handler.type, id }));
      return true;
    }
    if (this.isInUse(id, own, operation)) return true;
    const adopted = Object.entries(this.properties).find(
      ([name, { keepsObject }]) => keepsObject && hidden.__declared?.includes(name),
    );
    if (adopted)
      operation.info(
        `${this.handler.type} ${id} stays at the platform: it was adopted (${adopted[0]}), not created here`,
      );
    return adopted !== undefined;
  }

  /**
   * Whether another resource of the stack is this object, because it has adopted the object or continued its creation.
   */
  private isInUse(id: string, state: object, operation: Operation): boolean {
    const isInUse = this.session.ownership.isInUse(this.objectKey(id, state));
    if (isInUse && !isPending(id))
      operation.info(
        `${this.handler.type} ${id} is not deleted: another resource of the stack is this object`,
      );
    return isInUse;
  }

  /** Waits for the tasks of an interrupted operation. Returns the object's id at the platform. */
  private async resolveId(id: string, recorded: Properties, operation: Operation): Promise<string> {
    const progress = progressOf(id, recorded);
    const { tasks = [], unsure, id: realId } = progress;
    if (tasks.length === 0) return realId ?? id;
    if (unsure) operation.save({ id: realId ?? id, known: recorded.own, unsure });
    const pending = isPending(id);
    const finished = await operation
      .resume(tasks, recorded.own)
      .catch((error) => finishedOrThrow(error, pending, operation));
    if (!pending) return realId ?? id;
    const created = await this.handler.createdId?.(tasks, finished, recorded.own, operation);
    if (created === undefined) throw new NothingCreated(TASKS.nothingCreated, { tasks: tasks.join(", ") });
    return created;
  }

  private async run<T>(request: OperationRequest, work: (operation: Operation) => Promise<T>): Promise<T> {
    let operation: Operation | undefined;
    try {
      const current = this.createOperation(request);
      operation = current;
      return await this.session.track(current, () => work(current));
    } catch (error) {
      throw new OperationFailure(error, operation?.progress);
    }
  }

  private createOperation({
    kind,
    registration,
    timeouts,
    declared,
    mask,
    previous,
  }: OperationRequest): Operation {
    const { configuration, platform } = this.account();
    const { session } = this;
    const urn = registration?.urn;
    const progressKey = kind === "create" ? this.progressKeyOf(registration) : undefined;
    const createsOrChanges = kind === "create" || kind === "update";
    return new Operation({
      platform,
      urn,
      engine: session.engine,
      clock: session.clock,
      timeout: parseDuration(timeouts?.[kind] ?? "") || configuration.taskTimeout,
      previous,
      isInUse: (id) => session.ownership.isInUse(this.objectKey(id, {})),
      warn: (text) => session.warn(text, urn),
      mask,
      onProgress: (progress) => {
        if (createsOrChanges && progress?.id !== undefined)
          session.ownership.use(this.objectKey(progress.id, {}));
        if (progressKey) this.store(progressKey, progress, declared);
      },
    });
  }

  /** Stores on disk how to find an object during its creation, in case this process is killed. */
  private store(progressKey: ProgressKey, progress: Progress | undefined, declared: string[]): void {
    const { progressStore } = this.session;
    if (progress === undefined) progressStore.remove(progressKey);
    else if (progress.lookup)
      progressStore.save(progressKey, { ...progress, declared: uniquePaths(progress.declared, declared) });
  }

  /** The key of a creation's stored progress. Undefined if the resource is not registered. */
  private progressKeyOf(registration: Registration | undefined): ProgressKey | undefined {
    if (registration === undefined) return undefined;
    const { urn, organization = DEFAULT_ORGANIZATION } = registration;
    const resource = canonicalJson([this.account().address, organization, urn]);
    return { resource, objectKey: (id) => this.objectKey(id, {}) };
  }

  private account(): Account {
    if (this.cachedAccount) return this.cachedAccount;
    this.cachedAccount = this.session.accounts.get(this.source);
    if (isPlaintextHttp(this.cachedAccount.configuration))
      this.session.warn(SETTINGS.keyInClearText.error().message);
    return this.cachedAccount;
  }
}

/** Inputs may be secret, so other processes get digests only. */
function digestOf(parts: string[]): string {
  return digest(canonicalJson(parts), 32);
}

/** An interrupted creation has created nothing. */
class NothingCreated extends DefinedError<FactsOf<typeof TASKS.nothingCreated>> {}

function ignoreNothingCreated(error: unknown): undefined {
  if (error instanceof NothingCreated || error instanceof TaskFailed) return undefined;
  throw error;
}

/**
 * The finished tasks, after a failed wait for the tasks of an earlier run. Throws if nothing can exist. An object that
 * existed before the tasks still exists, and this run changes it again.
 */
function finishedOrThrow(error: unknown, pending: boolean, operation: Operation): Task[] {
  const finished = error instanceof TaskFailed ? error.finished : [];
  const nothingCreated = pending && error instanceof TaskFailed && finished.length === 0;
  if (nothingCreated || !(error instanceof TaskFailed || error instanceof TaskNotFound)) throw error;
  operation.warn(error);
  return finished;
}
