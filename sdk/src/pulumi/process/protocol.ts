import { CREATION } from "../../errors/creation";
import { CodedError } from "../../errors/definition";
import { EXISTING } from "../../errors/existing";
import type { Acts } from "../../lifecycle/acts";
import { DELETED_OUTSIDE, note } from "../../lifecycle/finding";
import { declaredPaths, inputsOf, uniquePaths } from "../../lifecycle/properties";
import { type AnyResource, isLive } from "../../lifecycle/resource";
import type { LeaveOut } from "../../platform/api/pages";
import type { ConfigSource } from "../../platform/configuration";
import { type JsonObject, omitNullish, plainJson } from "../../util/json";
import { secretMask } from "../../util/secrets";
import { type IdentifiedState, importFailures, listExisting, readExisting } from "./existing";
import { type AnyRunner, type OperationRequest, Operations, outputsOf } from "./operations";
import { PreviewQuestions } from "./preview-questions";
import type { Registration } from "./registrations";
import { ResourceAccount } from "./resource-account";
import { type CheckResult, ResourceCheck } from "./resource-check";
import { type DiffResult, ResourceDiff } from "./resource-diff";
import type { Session } from "./session";
import {
  isPending,
  objectIdOf,
  recordedValues,
  type SplitProperties,
  split,
  storedOutputs,
  storedTimeouts,
  untouchedValues,
} from "./state";

/** Inputs that `check` has returned, and what this process knows of their resource. */
interface Checked {
  registration: Registration | undefined;
  inputs: SplitProperties;
}

interface CreatedState extends IdentifiedState {
  /** The lists that only an earlier attempt has declared: the next update resets them, and its preview shows it. */
  left?: string[];
}

const IN_USE = "another resource of the stack is this object";

/** The methods of Pulumi's dynamic-provider protocol, for the resources of one type. */
export class ResourceProtocol {
  private readonly account: ResourceAccount;
  private readonly operations: Operations;
  private readonly checks: ResourceCheck;
  private readonly questions: PreviewQuestions;
  private readonly diffs: ResourceDiff;

  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
  ) {
    this.account = new ResourceAccount(resource, session);
    this.diffs = new ResourceDiff(resource, this.account);
    this.operations = new Operations(resource, session, this.account);
    this.questions = new PreviewQuestions(resource, session, this.account);
    this.checks = new ResourceCheck(resource, session, this.account, this.operations, this.questions);
  }

  /** May run after other calls have started, so it must not await anything. */
  configure({ config }: { config: ConfigSource }): void {
    this.account.configure(config);
    this.session.watchEngine();
  }

  check(olds: JsonObject, news: JsonObject): Promise<CheckResult> {
    const { __urn: urn, __secret: secret } = split(news).hidden;
    const mask = () => secretMask(secret, olds, news);
    return this.operations.guard(urn, mask, () => this.checks.check(olds, news));
  }

  /** Sends no request, but for the questions of a preview about a resource that changes. */
  async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    const checked = this.checked(news);
    const { registration, inputs: after } = checked;
    const mask = () => secretMask(registration?.hidden.__secret, olds, news);
    return this.operations.guard(registration?.urn, mask, async () => {
      const before = this.recorded(id, olds, checked);
      if (registration) this.account.log?.name(registration.urn, this.resource.type, mask()(id));
      const result = this.diffs.compare(id, before, after, registration);
      if (registration?.hidden.__preview && result.changes !== false)
        await this.preview(id, before, after, registration.urn, result);
      return result;
    });
  }

  /** Inputs that `check` has returned, with what only this process knows of them. */
  private checked(news: JsonObject): Checked {
    const registration = this.session.registrations.find(this.resource.type, news);
    const { own, hidden } = split(news);
    const { __secret } = registration?.hidden ?? {};
    const { replaced: __replaced } = registration?.replacement ?? {};
    const known = omitNullish({ __secret, __replaced });
    return {
      registration,
      inputs: { own: { ...own, ...registration?.transient }, hidden: { ...hidden, ...known } },
    };
  }

  /** A state. The creation of the object that it has, or waits for, has ended. A resource of `get` is not in the state as ours. */
  private recorded(id: string, properties: JsonObject, checked?: Checked): SplitProperties {
    const { account, resource, session } = this;
    const before = split(properties);
    if (before.hidden.__imported && checked) {
      // A refresh compares with the stored inputs, without a check before it.
      const stored = () => declaredPaths(checked.inputs.own, resource.properties);
      before.hidden.__declared = checked.registration?.declaredBefore ?? stored();
    }
    // Without valid settings, the operation fails.
    if (!before.hidden.__get && account.problems().length === 0)
      session.records.endOf(resource.type, account.platform.address, id, before.unfinished?.tasks);
    return before;
  }

  private async preview(
    id: string,
    before: SplitProperties,
    after: SplitProperties,
    urn: string,
    { replaces = [] }: DiffResult,
  ): Promise<void> {
    const { own: state, hidden, unfinished } = before;
    const secret = [...(hidden.__secret ?? []), ...(after.hidden.__secret ?? [])];
    const about = { urn, secret, values: [after.own, state] };
    const objectId = objectIdOf(this.resource, id, state);
    if (replaces.length === 0) {
      const { change } = this.diffs.of(before, after);
      const recorded = recordedValues(this.resource.properties, before, after.own);
      const wish = { inputs: after.own, change, recorded };
      await this.questions.ask({ ...about, operation: "update" }, (preview) =>
        preview.update({ id: objectId, state, unfinished, wish }),
      );
    } else if (!isPending(id) && this.diffs.adoptedBy(before) === undefined)
      await this.questions.ask({ ...about, operation: "delete" }, (preview) =>
        preview.replacement(objectId, state),
      );
  }

  async create(news: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const { registration, inputs } = this.checked(news);
    const request: OperationRequest = { kind: "create", registration, inputs, change: inputs.own };
    const importId = registration?.hidden.__import;
    const { id, state, left } = await (importId === undefined
      ? this.createObject(inputs.own, request)
      : this.import(importId, inputs.own, request));
    this.account.use(id, state, registration?.urn);
    const declared = uniquePaths(left, declaredPaths(inputs.own, this.resource.properties));
    return { id, outs: outputsOf(this.resource, request, state, declared) };
  }

  private createObject(inputs: JsonObject, request: OperationRequest): Promise<CreatedState> {
    const { registration } = request;
    const previous = registration && this.account.begunBefore(registration);
    const declared = declaredPaths(inputs, this.resource.properties);
    const allDeclared = uniquePaths(previous?.creation?.declared, declared);
    return this.operations.run({ ...request, declared: allDeclared }, async ({ runner, perform }) => {
      const created = await perform(runner.create(this.account.withSettings(inputs), declared, previous));
      return { ...created, state: plainJson(created.state) };
    });
  }

  /** Reads an object that equals the inputs. Creates and changes nothing. */
  private import(importId: string, inputs: JsonObject, request: OperationRequest): Promise<CreatedState> {
    const { type, properties } = this.resource;
    return this.operations.run(request, async ({ reader, info }) => {
      const imported = await readExisting(this.resource, importId, inputs, reader);
      const { id, state } = imported;
      const names = importFailures(properties, state, inputs).map(({ property }) => property);
      if (names.length > 0) throw EXISTING.changedSince.error({ type, id, names: names.join(", ") });
      info(`${type} ${id} is imported: nothing was created or changed`);
      return imported;
    });
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const checked = this.checked(news);
    const { registration, inputs } = checked;
    const before = this.recorded(id, olds, checked);
    const { change } = this.diffs.of(before, inputs);
    const declaredNow = declaredPaths(inputs.own, this.resource.properties);
    const declared = uniquePaths(before.hidden.__declared, declaredNow);
    const request: OperationRequest = { kind: "update", id, registration, inputs, before, change, declared };
    const updated = await this.operations.run(request, async ({ runner, perform }) => {
      // The state may still contain a replaced resource that is this object: using it here prevents its deletion.
      this.account.use(id, before.own);
      // Where a creation has created nothing, `diff` has replaced the resource.
      const objectId = (await perform(this.settledId(id, before, runner))) ?? id;
      const recorded = recordedValues(this.resource.properties, before, inputs.own);
      const wish = { inputs: inputs.own, change, recorded };
      return perform(runner.update(objectId, wish, before.unfinished));
    });
    return { outs: outputsOf(this.resource, request, updated, declaredNow) };
  }

  /** Ends the record of a creation that keeps no state. */
  forget(urn: string): void {
    const registration = this.session.registrations.of(urn);
    if (registration) this.session.records.end(registration, this.account.platform.address);
  }

  /** The objects of the platform with these properties. */
  list(selected: JsonObject, leaveOut: LeaveOut): Promise<IdentifiedState[]> {
    return this.operations.run({ kind: "read" }, ({ reader }) =>
      listExisting(this.resource, selected, reader, leaveOut),
    );
  }

  /** An empty result removes the resource from the state: nothing exists. */
  async read(
    id: string,
    properties: JsonObject,
  ): Promise<{ id?: string; props?: JsonObject; inputs?: JsonObject }> {
    const before = this.recorded(id, properties);
    const { own, hidden, unfinished } = before;
    const seen = await this.operations.run(
      { kind: "read", id, before },
      async ({ runner, reader, info, perform }) => {
        if (hidden.__get) return readExisting(this.resource, id, own, reader);
        const objectId = await perform(this.settledId(id, before, runner)).catch((error: unknown) => {
          // Another program helps, to which `up --refresh` would not come.
          if (!(error instanceof CodedError && error.code === CREATION.unclear.code)) throw error;
          info(error.message);
          return id;
        });
        if (objectId === undefined) return "gone";
        if (isPending(objectId)) return { id, state: undefined };
        // A copy of a list may be older than the end of the tasks.
        const copies = unfinished ? undefined : "recorded";
        const found = await perform(runner.lookSettled(objectId, own, copies));
        if (found !== "gone") return { id: objectId, state: isLive(found) ? found.state : undefined };
        info(`${this.nameOf(objectId, own)} ${DELETED_OUTSIDE}`);
        return found;
      },
    );
    if (seen === "gone") return {};
    if (seen.state === undefined) {
      // The object cannot be read. Its tasks have been awaited, so the next run must not wait for them again.
      const { __tasks, ...props } = properties;
      return { id: seen.id, props: isPending(seen.id) ? properties : props };
    }
    const state = plainJson(seen.state);
    const declared = hidden.__declared ?? [];
    const props = storedOutputs(state, hidden, declared);
    // The engine keeps the stored inputs, which alone show what was declared.
    if (hidden.__imported && !hidden.__declared) return { id: seen.id, props };
    const inputs = inputsOf(this.resource.properties, state, (path) => declared.includes(path));
    return { id: seen.id, props, inputs: { ...inputs, ...storedTimeouts(hidden) } };
  }

  async delete(id: string, properties: JsonObject): Promise<void> {
    if (!this.resource.removal) return;
    const before = this.recorded(id, properties);
    const { own } = before;
    await this.operations.run({ kind: "delete", id, before }, async ({ runner, info, perform }) => {
      if (this.isKept(id, before, info)) return;
      // With `deleteBeforeReplace`, nothing is left to continue.
      this.session.registrations.endContinuing(id);
      const objectId = await perform(this.settledId(id, before, runner));
      if (objectId === undefined || (objectId !== id && this.isKept(objectId, before, info))) return;
      await perform(runner.remove(objectId, own));
    });
  }

  /** The object's id when the tasks of the state have ended; undefined if an interrupted creation has created nothing. */
  private *settledId(
    id: string,
    { own, unfinished }: SplitProperties,
    runner: AnyRunner,
  ): Acts<JsonObject, string | undefined> {
    const objectId = isPending(id) ? objectIdOf(this.resource, id, own) : id;
    if (isPending(objectId)) return yield* runner.createdId(own, unfinished);
    yield* runner.awaitUnfinished(objectId, own, unfinished);
    return objectId;
  }

  /** Finds what the deletion of a resource would meet. `keeping`: why Pulumi leaves the object at the platform. */
  async previewDeletion(urn: string, id: string, outputs: JsonObject, keeping?: string): Promise<void> {
    const before = split(outputs);
    const { own: state, hidden } = before;
    const adopted = this.diffs.adoptedBy(before);
    const isInUse = this.account.isInUse(id, state);
    const reason = isInUse ? IN_USE : (keeping ?? (adopted && `it was adopted (${adopted})`));
    const about = { urn, id, operation: "delete" as const, secret: hidden.__secret, values: [state] };
    await this.questions.ask(about, async (preview) => {
      if (reason) return [{ level: "ok", text: `stays at the platform: ${reason}` }];
      if (isPending(id)) return [note("an earlier run was interrupted: `up` deletes what it has created")];
      if (!this.resource.removal) return [];
      return preview.deletion(objectIdOf(this.resource, id, state), state, untouchedValues(before));
    });
  }

  /** `Router narrow (<id>)`. A refresh without a program does not know the name of the resource. */
  private nameOf(id: string, state: JsonObject): string {
    const { type, identity } = this.resource;
    const name = identity?.nameOf?.(state);
    return name ? `${type} ${name} (${id})` : `${type} ${id}`;
  }

  /** Whether a deletion leaves the object at the platform. */
  private isKept(id: string, before: SplitProperties, info: (text: string) => void): boolean {
    const { type } = this.resource;
    // Another resource has adopted the object, or continues its creation.
    if (this.account.isInUse(id, before.own)) {
      if (!isPending(id)) info(`${type} ${id} is not deleted: ${IN_USE}`);
      return true;
    }
    const adopted = this.diffs.adoptedBy(before);
    if (adopted) info(`${type} ${id} stays at the platform: it was adopted (${adopted}), not created here`);
    return adopted !== undefined;
  }
}
