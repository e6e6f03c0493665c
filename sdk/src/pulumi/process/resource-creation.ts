import { EXISTING } from "../../errors/existing";
import type { AnyHandler } from "../../lifecycle/handler";
import { declaredPaths, difference } from "../../lifecycle/properties";
import { type JsonObject, plainJson } from "../../util/json";
import { type IdentifiedState, importFailures, readExisting } from "./existing";
import type { Operation } from "./operation";
import type { OperationRequest, OperationRunner } from "./operation-runner";
import type { ResourceAccount } from "./resource-account";
import type { Registration } from "./resource-check";
import type { ResourceProgress } from "./resource-progress";
import { progressOf, type SplitProperties } from "./state";

/** Creates the objects of one resource type, continues interrupted creations, and imports objects. */
export class ResourceCreation {
  /** By URN: the provisional ids and the states of unfinished creations that a replacement continues. */
  private readonly pending = new Map<string, { id: string; before: SplitProperties }>();

  constructor(
    private readonly handler: AnyHandler,
    private readonly account: ResourceAccount,
    private readonly progress: ResourceProgress,
    private readonly runner: OperationRunner,
  ) {}

  continueLater(urn: string, id: string, before: SplitProperties): void {
    this.pending.set(urn, { id, before });
  }

  async create(inputs: SplitProperties, registration: Registration | undefined): Promise<IdentifiedState> {
    const { own } = inputs;
    const { urn, importId } = registration ?? {};
    const pending = this.pending.get(urn ?? "");
    this.pending.delete(urn ?? "");
    // Pulumi also deletes the resource of the interrupted creation, which must not delete this object.
    if (pending) this.account.use(pending.id);
    const base = { kind: "create", urn, inputs } as const;
    if (importId !== undefined)
      return this.runner.run(base, (operation) => this.import(importId, own, operation));
    const stored = this.progress.ofCreation(registration, own);
    const declared = declaredPaths(own, this.handler.properties);
    const request: OperationRequest = {
      ...base,
      previous: pending ? { ...stored, ...progressOf(pending.id, pending.before) } : stored,
      onProgress: (progress) => this.progress.saveCreation(registration, progress, declared),
      onPartialFailure: () => this.progress.reportCreation(registration, own),
    };
    const created = await this.runner.run(request, async (operation) => {
      const complete = this.account.withSettings({ ...own, ...registration?.transient });
      const { id, state: live, isExisting } = await this.handler.create(complete, operation);
      const found = plainJson(live);
      this.account.use(id, found);
      if (isExisting) operation.isOwned = false;
      const state = await this.updateToInputs(id, found, own, operation);
      this.progress.forgetChanges(id, state, registration);
      return { id, state };
    });
    this.progress.reportCreation(registration, own);
    return created;
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
    return plainJson(await this.handler.update(id, state, { inputs, change, isFresh: true }, operation));
  }

  /** Reads an object that equals the inputs. Creates and changes nothing. */
  private async import(importId: string, inputs: JsonObject, operation: Operation): Promise<IdentifiedState> {
    const { type, properties } = this.handler;
    const imported = await readExisting(this.handler, importId, inputs, operation);
    const { id, state } = imported;
    const names = importFailures(properties, state, inputs).map(({ property }) => property);
    if (names.length > 0) throw EXISTING.changedSince.error({ type, id, names: names.join(", ") });
    this.account.use(id, state);
    operation.info(`${type} ${id} is imported: nothing was created or changed`);
    return imported;
  }
}
