import { CREATION } from "../errors/creation";
import { CodedError } from "../errors/definition";
import { EXISTING } from "../errors/existing";
import type { Acts } from "../operation/acts";
import { DELETED_OUTSIDE, note } from "../operation/finding";
import { objectName } from "../operation/identity";
import { declaredPaths, inputsOf, uniquePaths } from "../operation/properties";
import { type AnyResource, isLive } from "../operation/resource";
import type { LeaveOut } from "../platform/api/pages";
import type { ConfigSource } from "../platform/configuration";
import { type JsonObject, plainJson } from "../util/json";
import { ResourceAccount } from "./account";
import { type CheckResult, ResourceCheck } from "./check";
import { type ChangeRequest, type DiffResult, ResourceDiff } from "./diff";
import { type ExistingObject, importFailures, listExisting, readExisting } from "./existing";
import { type AnyRunner, type OperationRequest, Operations } from "./operations";
import { PreviewQuestions } from "./preview-questions";
import type { Session } from "./session";
import { isPending, objectIdOf, type ResourceFacts, type ResourceState, untouchedValues } from "./state";

interface CreatedObject extends ExistingObject {
  /** The lists that only an earlier attempt has declared: the next update resets them, and its preview shows it. */
  left?: string[];
}

/** A resource as it is now. Without inputs, the stored ones stay. */
interface ReadResource {
  state: ResourceState;
  inputs?: JsonObject;
}

const IN_USE = "another resource of the stack is this object";

/** What Pulumi asks of a provider, for the resources of one type. Each call has all facts; the doors get them from the engine. */
export class ResourceProvider {
  private readonly account: ResourceAccount;
  private readonly operations: Operations;
  private readonly checks: ResourceCheck;
  private readonly questions: PreviewQuestions;
  private readonly diffs: ResourceDiff;

  constructor(
    readonly resource: AnyResource,
    readonly session: Session,
  ) {
    this.account = new ResourceAccount(resource, session);
    this.diffs = new ResourceDiff(resource, this.account);
    this.operations = new Operations(resource, session, this.account);
    this.questions = new PreviewQuestions(resource, session, this.account);
    this.checks = new ResourceCheck(resource, session, this.account, this.operations);
  }

  /** May run after other calls have started, so it must not await anything. */
  configure(config: ConfigSource): void {
    this.account.configure(config);
    this.session.watchEngine();
  }

  /** `before`: the inputs of the last run; absent for a new resource. */
  check(before: JsonObject | undefined, news: JsonObject, facts: ResourceFacts): Promise<CheckResult> {
    return this.operations.guard(facts, [before ?? {}, news], () => this.checks.check(before, news, facts));
  }

  /** Sends no request. */
  diff(request: ChangeRequest): Promise<DiffResult> {
    const { state, inputs, facts } = request;
    return this.operations.guard(facts, [state.values, inputs], async (mask) => {
      this.account.endCreationOf(state);
      if (facts.urn !== undefined) this.account.log?.name(facts.urn, this.resource.type, mask()(state.id));
      return this.diffs.compare(request);
    });
  }

  async create(inputs: JsonObject, facts: ResourceFacts): Promise<ResourceState> {
    const request: OperationRequest = { kind: "create", facts, inputs, change: inputs };
    const { importId } = facts;
    const { left, ...created } = await (importId === undefined
      ? this.createObject(inputs, request)
      : this.import(importId, inputs, request));
    this.account.use(created.id, created.values, facts.urn);
    const declared = uniquePaths(left, declaredPaths(inputs, this.resource.properties));
    return this.operations.stateAfter({ ...request, declared }, created.id, created.values);
  }

  private createObject(inputs: JsonObject, request: OperationRequest): Promise<CreatedObject> {
    const previous = this.account.begunBefore(request.facts);
    const declared = declaredPaths(inputs, this.resource.properties);
    const allDeclared = uniquePaths(previous?.creation?.declared, declared);
    return this.operations.run({ ...request, declared: allDeclared }, async ({ runner, perform }) => {
      const { id, state, left } = await perform(
        runner.create(this.account.withSettings(inputs), declared, previous),
      );
      return { id, values: plainJson(state), ...(left && { left }) };
    });
  }

  /** Reads an object that equals the inputs. Creates and changes nothing. */
  private import(importId: string, inputs: JsonObject, request: OperationRequest): Promise<CreatedObject> {
    const { type, properties } = this.resource;
    return this.operations.run(request, async ({ reader, info }) => {
      const imported = await readExisting(this.resource, importId, inputs, reader);
      const { id, values } = imported;
      const names = importFailures(properties, values, inputs).map(({ property }) => property);
      if (names.length > 0) throw EXISTING.changedSince.error({ type, id, names: names.join(", ") });
      info(`${type} ${id} is imported: nothing was created or changed`);
      return imported;
    });
  }

  async update({ state, inputs, stored, facts }: ChangeRequest): Promise<ResourceState> {
    this.account.endCreationOf(state);
    const before = this.diffs.asDeclared({ state, inputs, stored });
    const { id, unfinished } = before;
    const wish = this.diffs.wish(before, inputs);
    const { change } = wish;
    const declaredNow = declaredPaths(inputs, this.resource.properties);
    const declared = uniquePaths(before.declared, declaredNow);
    const request: OperationRequest = { kind: "update", facts, inputs, state: before, change, declared };
    const updated = await this.operations.run(request, async ({ runner, perform }) => {
      // The state may still contain a replaced resource that is this object: using it here prevents its deletion.
      this.account.use(id, before.values);
      // Where a creation has created nothing, `diff` has replaced the resource.
      const objectId = (await perform(this.settledId(before, runner))) ?? id;
      return perform(runner.update(objectId, wish, unfinished));
    });
    return this.operations.stateAfter({ ...request, declared: declaredNow }, id, updated);
  }

  /** The objects of the platform with these properties. */
  list(selected: JsonObject, leaveOut: LeaveOut): Promise<ExistingObject[]> {
    return this.operations.run({ kind: "read", facts: {} }, ({ reader }) =>
      listExisting(this.resource, selected, reader, leaveOut),
    );
  }

  /** Reads an object by the id that the program or the user names, and what they declare beside it. */
  readExisting(id: string, declared: JsonObject, facts: ResourceFacts): Promise<ExistingObject> {
    return this.operations.readExisting(id, declared, facts);
  }

  /** Undefined removes the resource from the state: nothing exists. */
  async read(before: ResourceState, facts: ResourceFacts): Promise<ReadResource | undefined> {
    this.account.endCreationOf(before);
    const { id, values, unfinished } = before;
    const request = { kind: "read" as const, facts: withStored(facts, before), state: before };
    const seen = await this.operations.run(request, async ({ runner, info, perform }) => {
      const objectId = await perform(this.settledId(before, runner)).catch((error: unknown) => {
        // Another program helps, to which `up --refresh` would not come.
        if (!(error instanceof CodedError && error.code === CREATION.unclear.code)) throw error;
        info(error.message);
        return id;
      });
      if (objectId === undefined) return "gone";
      if (isPending(objectId)) return { id, state: undefined };
      // A copy of a list may be older than the end of the tasks.
      const copies = unfinished ? undefined : "recorded";
      const found = await perform(runner.lookSettled(objectId, values, copies));
      if (found !== "gone") return { id: objectId, state: isLive(found) ? found.state : undefined };
      info(`${this.nameOf(objectId, values)} ${DELETED_OUTSIDE}`);
      return found;
    });
    if (seen === "gone") return undefined;
    if (isPending(seen.id)) return { state: before };
    // The object cannot be read. Its tasks have been awaited, so the next run must not wait for them again.
    const touched = unfinished?.touched;
    if (seen.state === undefined)
      return { state: { ...before, id: seen.id, unfinished: touched && { touched } } };
    const state = { ...before, id: seen.id, values: plainJson(seen.state), unfinished: undefined };
    // The stored inputs alone show what was declared.
    if (state.isImported && !state.declared) return { state };
    return { state, inputs: this.declaredInputs(state) };
  }

  /** The inputs that the user has declared, as the object has them. */
  declaredInputs({ values, declared = [] }: ResourceState): JsonObject {
    return inputsOf(this.resource.properties, values, (path) => declared.includes(path));
  }

  async delete(before: ResourceState, facts: ResourceFacts): Promise<void> {
    if (!this.resource.removal) return;
    this.account.endCreationOf(before);
    const { id, values } = before;
    const request = { kind: "delete" as const, facts: withStored(facts, before), state: before };
    await this.operations.run(request, async ({ runner, info, perform }) => {
      if (this.isKept(id, before, info)) return;
      // With `deleteBeforeReplace`, nothing is left to continue.
      this.account.endContinuing(id);
      const objectId = await perform(this.settledId(before, runner));
      if (objectId === undefined || (objectId !== id && this.isKept(objectId, before, info))) return;
      await perform(runner.remove(objectId, values));
    });
  }

  /** The object's id when the tasks of the state have ended; undefined if an interrupted creation has created nothing. */
  private *settledId(
    { id, values, unfinished }: ResourceState,
    runner: AnyRunner,
  ): Acts<JsonObject, string | undefined> {
    const objectId = isPending(id) ? objectIdOf(this.resource, id, values) : id;
    if (isPending(objectId)) return yield* runner.createdId(values, unfinished);
    yield* runner.awaitUnfinished(objectId, values, unfinished);
    return objectId;
  }

  /** Ends the record of a creation that keeps no state. */
  forget(urn: string): void {
    this.account.journalOf({ urn })?.end();
  }

  /** Finds what the creation of a resource would meet, and if it is a replacement, the deletion of the old object. */
  previewCreation(inputs: JsonObject, facts: ResourceFacts): Promise<void> {
    return this.operations.guard(facts, [inputs], async () => {
      const { urn, secret, importId } = facts;
      if (urn === undefined) return;
      const replacement = this.account.replacementOf(facts);
      const { state: old } = replacement ?? {};
      if (old && !isPending(old.id) && this.diffs.adoptedBy(old) === undefined)
        await this.questions.ask(
          { urn, operation: "delete", secret: bothSecrets(old, facts), values: [inputs, old.values] },
          (preview) => preview.replacement(objectIdOf(this.resource, old.id, old.values), old.values),
        );
      const operation = "create";
      if (importId !== undefined) {
        // The object was compared with the inputs.
        const uses = this.account.objectKey(importId, inputs);
        this.session.collect?.({ step: { urn, operation, findings: [] }, uses });
        return;
      }
      // Pulumi deletes no object that was adopted or is retained.
      const isDeleted = replacement === undefined || replacement.replaced !== undefined;
      const creation = {
        inputs: this.account.withSettings(inputs),
        previous: this.account.begunBefore(facts),
        former: replacement?.former,
        deletesFirst: facts.deletesFirst === true && isDeleted,
      };
      await this.questions.ask({ urn, operation, secret, values: [inputs] }, (preview) =>
        preview.creation(creation),
      );
    });
  }

  /** Finds what an update would meet. */
  previewUpdate({ state, inputs, stored, facts }: ChangeRequest): Promise<void> {
    return this.operations.guard(facts, [state.values, inputs], async () => {
      const { urn } = facts;
      if (urn === undefined) return;
      const before = this.diffs.asDeclared({ state, inputs, stored });
      const { values, unfinished } = before;
      const id = objectIdOf(this.resource, before.id, values);
      const wish = this.diffs.wish(before, inputs);
      const unreached = stored ? this.diffs.unreached(before, stored.values) : [];
      const about = { urn, secret: bothSecrets(state, facts), values: [inputs, values] };
      await this.questions.ask({ ...about, operation: "update" }, (preview) =>
        preview.update({ id, state: values, unfinished, wish, unreached }),
      );
    });
  }

  /** Finds what the deletion of a resource would meet. `keeping`: why Pulumi leaves the object at the platform. */
  async previewDeletion(urn: string, before: ResourceState, keeping?: string): Promise<void> {
    const { id, values, secret } = before;
    const adopted = this.diffs.adoptedBy(before);
    const isInUse = this.account.isInUse(id, values);
    const reason = isInUse ? IN_USE : (keeping ?? (adopted && `it was adopted (${adopted})`));
    const about = { urn, id, operation: "delete" as const, secret, values: [values] };
    await this.questions.ask(about, async (preview) => {
      if (reason) return [{ level: "ok", text: `stays at the platform: ${reason}` }];
      if (isPending(id)) return [note("an earlier run was interrupted: `up` deletes what it has created")];
      if (!this.resource.removal) return [];
      return preview.deletion(objectIdOf(this.resource, id, values), values, untouchedValues(before));
    });
  }

  /** `Router narrow (<id>)`. A refresh without a program does not know the name of the resource. */
  private nameOf(id: string, state: JsonObject): string {
    const { type } = this.resource;
    const name = objectName(state);
    return name ? `${type} ${name} (${id})` : `${type} ${id}`;
  }

  /** Whether a deletion leaves the object at the platform. */
  private isKept(id: string, before: ResourceState, info: (text: string) => void): boolean {
    const { type } = this.resource;
    // Another resource has adopted the object, or continues its creation.
    if (this.account.isInUse(id, before.values)) {
      if (!isPending(id)) info(`${type} ${id} is not deleted: ${IN_USE}`);
      return true;
    }
    const adopted = this.diffs.adoptedBy(before);
    if (adopted) info(`${type} ${id} stays at the platform: it was adopted (${adopted}), not created here`);
    return adopted !== undefined;
  }
}

/** A method that gets only the state has from there what the program has said. */
function withStored(facts: ResourceFacts, { secret, timeouts }: ResourceState): ResourceFacts {
  return { ...facts, secret: facts.secret ?? secret, timeouts: facts.timeouts ?? timeouts };
}

/** The names of the inputs that are secret, or were before. */
function bothSecrets(one: Pick<ResourceFacts, "secret">, other: Pick<ResourceFacts, "secret">): string[] {
  return [...(one.secret ?? []), ...(other.secret ?? [])];
}
