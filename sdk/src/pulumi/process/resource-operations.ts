import { EXISTING } from "../../errors/existing";
import { TASKS } from "../../errors/tasks";
import { difference } from "../../lifecycle/diff/difference";
import { keepingInput } from "../../lifecycle/diff/recorded";
import type { AnyHandler, Progress } from "../../lifecycle/handler";
import { findByTasks } from "../../lifecycle/steps/resume";
import { TaskFailed, TaskNotFound } from "../../platform/tasks/task";
import { parseDuration } from "../../util/duration";
import { type JsonObject, plainJson } from "../../util/json";
import { differingInputs, listExisting, readExisting } from "./existing";
import { Operation } from "./operation";
import type { ResourceAccount } from "./resource-account";
import type { ResourceProgress } from "./resource-progress";
import type { Registration } from "./resource-registry";
import type { Session } from "./session";
import { certainValues, isPending, isUnfinished, type Properties, progressOf, type Timeouts } from "./state";

/** The facts about an operation before it begins. */
export interface OperationRequest {
  operation: keyof Timeouts;
  /** Pulumi's id of the resource, if it has one. */
  id?: string;
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

  /** The progress, if the state has to keep an object or a task. */
  get unfinished(): Progress | undefined {
    const { known, tasks } = this.progress ?? {};
    return known !== undefined || tasks !== undefined ? this.progress : undefined;
  }
}

/** Where an operation saves its progress beside the state. */
type SaveProgress = (progress: Progress | undefined) => void;

/** Runs the operations of one resource type, each with its timeout, progress and ownership. */
export class ResourceOperations {
  constructor(
    private readonly handler: AnyHandler,
    private readonly session: Session,
    private readonly account: ResourceAccount,
    private readonly progress: ResourceProgress,
  ) {}

  /** Reads an existing object by its id, for `get` and for the option `import`. */
  readExisting(
    id: string,
    declared: JsonObject,
    request: OperationRequest,
  ): Promise<{ id: string; state: JsonObject }> {
    return this.run(request, (operation) => readExisting(this.handler, id, declared, operation));
  }

  /** Lists existing objects, for the command `import`. */
  listExisting(
    place: JsonObject,
    request: OperationRequest,
  ): Promise<Array<{ id: string; state: JsonObject }>> {
    return this.run(request, (operation) => listExisting(this.handler, place, operation));
  }

  create(inputs: JsonObject, request: OperationRequest): Promise<{ id: string; state: JsonObject }> {
    const { registration, declared } = request;
    if (registration?.importId !== undefined) return this.import(registration.importId, inputs, request);
    const stored = this.progress.ofCreation(registration, inputs);
    const previous = (stored || request.previous) && { ...stored, ...request.previous };
    const save: SaveProgress = (progress) => {
      if (progress?.id !== undefined) this.use(progress.id);
      if (registration) this.progress.saveCreation(registration, progress, declared);
    };
    const create = async (operation: Operation) => {
      const complete = this.account.withSettings({ ...inputs, ...registration?.transient });
      const { id: given, state: found, isExisting } = await this.handler.create(complete, operation);
      const id = String(given);
      this.use(id, plainJson(found));
      if (isExisting) operation.isOwned = false;
      const state = await this.updateToInputs(id, plainJson(found), inputs, operation);
      this.progress.forgetChanges(id, state, registration);
      return { id, state };
    };
    return this.run({ ...request, previous }, create, save);
  }

  /** Reads an object that equals the inputs. Creates and changes nothing. */
  private import(importId: string, inputs: JsonObject, request: OperationRequest) {
    return this.run(request, async (operation) => {
      const imported = await readExisting(this.handler, importId, inputs, operation);
      const { id, state } = imported;
      const names = differingInputs(this.handler.properties, state, inputs).join(", ");
      if (names !== "") throw EXISTING.changedSince.error({ type: this.handler.type, id, names });
      this.use(id, state);
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
    const { change } = difference(this.handler.properties, state, declared, inputs);
    if (Object.keys(change).length === 0) return state;
    const planned = { inputs, change, isFresh: true };
    return plainJson(await this.handler.update(id, state, planned, operation));
  }

  async update(
    id: string,
    before: Properties,
    planned: { inputs: JsonObject; change: JsonObject },
    request: OperationRequest,
  ): Promise<JsonObject> {
    const store = this.progress.changesOf(id, before.own);
    const save: SaveProgress = (progress) => {
      if (progress?.id !== undefined) this.use(progress.id);
      store(progress);
    };
    const update = async (operation: Operation) => {
      // The state may still contain a replaced resource that is this object: using it here prevents its deletion.
      this.use(id, before.own);
      const { __unsure: uncertain } = before.hidden;
      // Stays uncertain until this operation has compared it, also if the operation fails before that.
      if (uncertain) operation.save({ id, known: before.own, uncertain });
      const realId = await this.resolveId(id, before, operation);
      if (realId === undefined)
        throw TASKS.nothingCreated.error({ tasks: before.hidden.__tasks?.join(", ") ?? "" });
      return this.handler.update(realId, certainValues(before), { ...planned, isFresh: false }, operation);
    };
    return plainJson(await this.run(continuing(id, before, request), update, save));
  }

  /** Reads the object. `gone` also means that an interrupted creation has created nothing. */
  async read(
    id: string,
    recorded: Properties,
    request: OperationRequest,
  ): Promise<{ id: string; state: JsonObject | "unreadable" } | "gone"> {
    const seen = await this.run(continuing(id, recorded, request), async (operation) => {
      const realId = await this.resolveId(id, recorded, operation);
      if (realId === undefined) return "gone";
      const state = await this.handler.read(realId, recorded.own, operation);
      return state === "gone" ? "gone" : { id: realId, state };
    });
    if (seen === "gone") return "gone";
    if (seen.state === "unreadable") return { id: seen.id, state: "unreadable" };
    return { id: seen.id, state: plainJson(seen.state) };
  }

  async delete(id: string, recorded: Properties, request: OperationRequest): Promise<void> {
    if (!this.handler.delete) return;
    const save = this.progress.changesOf(id, recorded.own);
    const remove = async (operation: Operation) => {
      if (this.isKept(id, recorded, operation)) return;
      const realId = await this.resolveId(id, recorded, operation);
      if (realId === undefined || (realId !== id && this.isInUse(realId, recorded.own, operation))) return;
      await this.handler.delete?.(realId, recorded.own, operation);
      save(undefined);
    };
    await this.run(continuing(id, recorded, request), remove, save);
  }

  private isKept(id: string, { own, hidden }: Properties, operation: Operation): boolean {
    if (this.isInUse(id, own, operation)) return true;
    const adopted = keepingInput(this.handler.properties, hidden.__declared);
    if (adopted)
      operation.info(
        `${this.handler.type} ${id} stays at the platform: it was adopted (${adopted}), not created here`,
      );
    return adopted !== undefined;
  }

  /** Marks an object as the one of a resource of the stack, so that no other resource deletes it. */
  use(id: string, state: JsonObject = {}, owner?: string): void {
    this.session.ownership.use(this.account.objectKey(id, state), owner);
  }

  /**
   * Whether another resource of the stack is this object, because it has adopted the object or continued its creation.
   */
  private isInUse(id: string, state: JsonObject, operation: Operation): boolean {
    const isInUse = this.session.ownership.isInUse(this.account.objectKey(id, state));
    if (isInUse && !isPending(id))
      operation.info(
        `${this.handler.type} ${id} is not deleted: another resource of the stack is this object`,
      );
    return isInUse;
  }

  /**
   * Waits for the tasks of an interrupted operation. Returns the object's id at the platform; undefined if an interrupted
   * creation has created nothing.
   */
  private async resolveId(
    id: string,
    recorded: Properties,
    operation: Operation,
  ): Promise<string | undefined> {
    const { __tasks: tasks = [] } = recorded.hidden;
    if (!isPending(id)) {
      await operation.awaitTasks(tasks, recorded.own).catch((error) => warnOfFailure(error, operation));
      return id;
    }
    if (tasks.length === 0) return this.account.objectId(id, recorded.own);
    const creation = this.handler.creation?.(recorded.own, operation);
    return creation && (await findByTasks(creation, { tasks, before: undefined }, operation))?.id;
  }

  private async run<T>(
    request: OperationRequest,
    work: (operation: Operation) => Promise<T>,
    save: SaveProgress = () => {},
  ): Promise<T> {
    let operation: Operation | undefined;
    try {
      const current = this.createOperation(request, save);
      operation = current;
      const result = await this.session.track(current, () => work(current));
      current.log?.done(result);
      return result;
    } catch (error) {
      const failure = new OperationFailure(error, operation?.isOwned ? operation.progress : undefined);
      operation?.log?.failed(error, failure.unfinished);
      throw failure;
    }
  }

  private createOperation(
    { operation, id, registration, timeouts, mask, previous }: OperationRequest,
    onProgress: SaveProgress,
  ): Operation {
    const { platform } = this.account;
    const { session } = this;
    const urn = registration?.urn;
    const { type } = this.handler;
    return new Operation({
      platform,
      urn,
      engine: session.engine,
      clock: session.clock,
      timeout: parseDuration(timeouts?.[operation] ?? "") || platform.configuration.taskTimeout,
      previous,
      log: platform.log?.operation({ operation, type, id, urn, mask }),
      isInUse: (id) => session.ownership.isInUse(this.account.objectKey(id)),
      warn: (text) => session.warn(text, urn),
      mask,
      onProgress,
    });
  }
}

/** The request, with the unfinished work that the state contains. */
function continuing(id: string, recorded: Properties, request: OperationRequest): OperationRequest {
  return { ...request, previous: isUnfinished(recorded) ? progressOf(id, recorded) : undefined };
}

/** The object existed before the failed task, so it still exists, and this run changes it again. */
function warnOfFailure(error: unknown, operation: Operation): void {
  if (!(error instanceof TaskFailed || error instanceof TaskNotFound)) throw error;
  operation.warn(error);
}
