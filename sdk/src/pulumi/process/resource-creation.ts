import { EXISTING } from "../../errors/existing";
import type { AnyHandler } from "../../lifecycle/handler";
import { declaredPaths, difference } from "../../lifecycle/properties";
import { type JsonObject, plainJson } from "../../util/json";
import { type ExistingObject, importFailures, readExisting } from "./existing";
import type { Operation } from "./operation";
import type { OperationRequest, OperationRunner } from "./operation-runner";
import type { ResourceAccount } from "./resource-account";
import type { Registration } from "./resource-check";
import type { ResourceProgress } from "./resource-progress";
import { type Properties, progressOf } from "./state";

/** Creates the objects of one resource type, continues interrupted creations, and imports objects. */
export class ResourceCreation {
  /** By URN: the provisional ids and the states of unfinished creations that a replacement continues. */
  private readonly pending = new Map<string, { id: string; before: Properties }>();

  constructor(
    private readonly handler: AnyHandler,
    private readonly account: ResourceAccount,
    private readonly progress: ResourceProgress,
    private readonly runner: OperationRunner,
  ) {}

  continueLater(urn: string, id: string, before: Properties): void {
    this.pending.set(urn, { id, before });
  }

  async create(inputs: Properties, registration: Registration | undefined): Promise<ExistingObject> {
    const { own } = inputs;
    const { urn, importId } = registration ?? {};
    const pending = this.pending.get(urn ?? "");
    this.pending.delete(urn ?? "");
    // Pulumi also deletes the resource of the interrupted creation, which must not delete this object.
    if (pending) this.account.use(pending.id);
    const request: OperationRequest = { operation: "create", urn, inputs };
    if (importId !== undefined)
      return this.runner.run(request, (operation) => this.import(importId, own, operation));
    const stored = this.progress.ofCreation(registration, own);
    request.previous = pending ? { ...stored, ...progressOf(pending.id, pending.before) } : stored;
    const declared = declaredPaths(own, this.handler.properties);
    request.onProgress = (progress) => this.progress.saveCreation(registration, progress, declared);
    request.onPartialFailure = () => this.progress.reportCreation(registration, own);
    const created = await this.runner.run(request, async (operation) => {
      const complete = this.account.withSettings({ ...own, ...registration?.transient });
      const { id: given, state: live, isExisting } = await this.handler.create(complete, operation);
      const [id, found] = [String(given), plainJson(live)];
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
  private async import(importId: string, inputs: JsonObject, operation: Operation): Promise<ExistingObject> {
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
