import type { CheckFailure } from "../../errors/inputs";
import { PROTECTED_HINT } from "../../errors/tasks";
import { declaredPaths, inputsOf, stateToStore, uniquePaths } from "../../lifecycle/diff/recorded";
import type { AnyHandler } from "../../lifecycle/handler";
import { validate } from "../../lifecycle/inputs/validate";
import type { ConfigSource } from "../../platform/configuration";
import { type JsonObject, plainJson } from "../../util/json";
import { secretMask } from "../../util/secrets";
import { inputsOfExisting } from "./existing";
import { PartialFailure, ResourceFailure } from "./failures";
import { ResourceAccount } from "./resource-account";
import { ResourceCheck } from "./resource-check";
import { type DiffResult, ResourceDiff } from "./resource-diff";
import { OperationFailure, type OperationRequest, ResourceOperations } from "./resource-operations";
import { ResourceProgress } from "./resource-progress";
import type { Session } from "./session";
import {
  checkedInputs,
  type Hidden,
  hiddenProgress,
  isPending,
  type Properties,
  split,
  stateIdOf,
  storedOptions,
  type Timeouts,
} from "./state";

/** An existing object as its creation would have stored it, without the provider text. */
export interface ImportedObject {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** Why the inputs cannot be declared. */
  failures: CheckFailure[];
}

/** Translates between Pulumi's dynamic-provider protocol and the operations of a resource. */
export class ResourceProtocol {
  private readonly account: ResourceAccount;
  private readonly progress: ResourceProgress;
  private readonly operations: ResourceOperations;
  private readonly checks: ResourceCheck;
  private readonly diffs: ResourceDiff;

  constructor(
    private readonly handler: AnyHandler,
    private readonly session: Session,
  ) {
    this.account = new ResourceAccount(handler, session);
    this.progress = new ResourceProgress(session.progressStore, this.account);
    this.operations = new ResourceOperations(handler, session, this.account, this.progress);
    this.checks = new ResourceCheck(handler, session, this.account, this.progress, this.operations);
    this.diffs = new ResourceDiff(handler, session, this.account, this.progress, this.operations);
  }

  /** May run after other calls have started, so it must not await anything. */
  configure({ config }: { config: ConfigSource }): void {
    this.account.configure(config);
    this.session.watchEngine();
  }

  check(olds: JsonObject, news: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }> {
    return this.checks.check(olds, news);
  }

  diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    return this.diffs.diff(id, olds, news);
  }

  async create(inputs: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const after = split(inputs);
    const request = this.request("create", inputs, after);
    const { registration } = request;
    const pending = registration && this.session.resources.takePending(registration.urn);
    // Pulumi also deletes the resource of the interrupted creation, which must not delete this object.
    if (pending) this.operations.use(pending.id);
    try {
      const { id, state } = await this.operations.create(after.own, {
        ...request,
        previous: pending?.progress,
      });
      this.progress.reportCreation(registration, after.own);
      return { id, outs: this.outputs(state, after.hidden, request.declared) };
    } catch (error) {
      const failure = this.failure(error, request, { inputs: after });
      if (failure instanceof PartialFailure) this.progress.reportCreation(registration, after.own);
      throw failure;
    }
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const [before, after] = [this.diffs.before(id, olds, news), split(news)];
    const request = { ...this.request("update", news, after, before), id };
    const { change } = this.diffs.difference(before, after.own);
    const planned = { inputs: { ...after.own, ...request.registration?.transient }, change };
    try {
      const live = await this.operations.update(id, before, planned, request);
      const state = stateToStore(this.handler.properties, { live, recorded: before.own, ...planned });
      this.progress.reportChanges(id, before.own, { own: state, hidden: {} }, request.registration);
      return { outs: this.outputs(state, after.hidden, request.declared) };
    } catch (error) {
      const failure = this.failure(error, request, { inputs: after, id, before, change });
      if (failure instanceof PartialFailure)
        this.progress.reportChanges(id, before.own, split(failure.properties));
      throw failure;
    }
  }

  async read(
    id: string,
    properties: JsonObject,
  ): Promise<{ id?: string; props?: JsonObject; inputs?: JsonObject }> {
    const recorded = this.diffs.before(id, properties);
    const { hidden } = recorded;
    const request = { ...this.request("read", undefined, recorded), id };
    const reading = hidden.__get
      ? this.operations.readExisting(id, recorded.own, request)
      : this.operations.read(id, recorded, request);
    const seen = await reading.catch((error) => {
      throw this.failure(error, request);
    });
    if (seen === "gone") return {};
    if (seen.state === "unreadable") return { id: seen.id, props: withoutTasks(properties) };
    // The engine saves the state after a refresh, but not after the preview of one.
    this.progress.reportChanges(seen.id, recorded.own, { own: seen.state, hidden: {} });
    const declared = hidden.__declared ?? [];
    const inputs = inputsOf(this.handler.properties, seen.state, (path) => declared.includes(path));
    return {
      id: seen.id,
      props: this.outputs(seen.state, hidden, declared),
      inputs: { ...inputs, ...storedOptions(hidden) },
    };
  }

  /** An existing object as a resource with all of its inputs declared, for the command `import`. */
  async readForImport(id: string, scope: JsonObject): Promise<ImportedObject> {
    const request = { ...this.request("read", undefined, { own: scope, hidden: {} }), id };
    const found = await this.operations.readExisting(id, scope, request).catch((error) => {
      throw this.failure(error, request);
    });
    return this.imported(found);
  }

  /** All existing objects of a place, for the command `import`. */
  async listForImport(place: JsonObject): Promise<ImportedObject[]> {
    const request = this.request("read", undefined, { own: place, hidden: {} });
    const found = await this.operations.listExisting(place, request).catch((error) => {
      throw this.failure(error, request);
    });
    return found.map((object) => this.imported(object));
  }

  private imported({ id, state }: { id: string; state: JsonObject }): ImportedObject {
    const inputs = inputsOfExisting(this.handler, state);
    const declared = declaredPaths(inputs, this.handler.properties);
    return {
      id,
      inputs,
      outputs: this.outputs(state, {}, declared),
      failures: validate(this.handler.inputs, inputs),
    };
  }

  async delete(id: string, properties: JsonObject): Promise<void> {
    const recorded = split(properties);
    const request = { ...this.request("delete", undefined, recorded), id };
    await this.operations.delete(id, recorded, request).catch((error) => {
      throw this.failure(error, request);
    });
  }

  private request(
    operation: keyof Timeouts,
    inputs: JsonObject | undefined,
    { own, hidden }: Properties,
    before?: Properties,
  ): OperationRequest {
    const { type } = this.handler;
    return {
      operation,
      registration: inputs && this.session.resources.find(type, checkedInputs(inputs)),
      timeouts: hidden.__timeouts,
      declared: inputs ? declaredPaths(own, this.handler.properties) : (hidden.__declared ?? []),
      mask: secretMask(hidden.__secret, own, before?.own ?? {}),
    };
  }

  /** The outputs to store: the handler's state, and the hidden properties that later methods need. */
  private outputs(state: JsonObject, hidden: Hidden, declared: string[]): JsonObject {
    return {
      ...state,
      ...storedOptions(hidden),
      ...(declared.length > 0 && { __declared: declared }),
    };
  }

  /**
   * If an object exists or a task has started, the failure contains the id, the known state and the unfinished work.
   */
  private failure(
    error: unknown,
    { declared, mask }: OperationRequest,
    saved?: { inputs: Properties; id?: string; before?: Properties; change?: JsonObject },
  ): ResourceFailure {
    if (!(error instanceof OperationFailure)) return new ResourceFailure(error, mask);
    const { cause, unfinished: progress } = error;
    const id = progress?.id ?? saved?.id ?? (progress && stateIdOf(progress));
    if (!saved || id === undefined || !progress) return new ResourceFailure(cause, mask);
    const { inputs, before = { own: {}, hidden: {} }, change = {} } = saved;
    const live = plainJson(progress.known ?? {});
    const sources = { live, recorded: before.own, inputs: inputs.own, change };
    const known = stateToStore(this.handler.properties, sources);
    const allDeclared = uniquePaths(before.hidden.__declared, progress.declared, declared);
    const properties = {
      ...this.outputs(known, inputs.hidden, allDeclared),
      ...hiddenProgress(progress),
      ...(inputs.hidden.__provider && { __provider: inputs.hidden.__provider }),
    };
    return new PartialFailure(cause, mask, id, properties, isPending(id) ? PROTECTED_HINT : "");
  }
}

function withoutTasks({ __tasks, ...properties }: JsonObject): JsonObject {
  return properties;
}
