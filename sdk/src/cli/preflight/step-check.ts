import type { AnyHandler } from "../../lifecycle/handler";
import { idOf, parseParts } from "../../lifecycle/identity";
import { difference, keepingInput } from "../../lifecycle/properties";
import { foresee } from "../../lifecycle/steps/create";
import type { Creation } from "../../lifecycle/steps/creation";
import type { Api } from "../../platform/api/deployment";
import type { ResourceAccount } from "../../pulumi/process/resource-account";
import type { ResourceProgress } from "../../pulumi/process/resource-progress";
import { isPending, isUnfinished, objectIdOf, type SplitProperties, split } from "../../pulumi/process/state";
import { canonicalJson, type JsonObject, plainJson } from "../../util/json";
import { PreflightContext } from "./context";
import type { CreationLists } from "./creations";
import { drift, overwritten } from "./differences";
import { CheckEnd, endOf, type Finding, note, ok, unchecked } from "./finding";
import { guarded, knownInputs, omittedInputs, whyUnknown, withoutSecrets } from "./known-inputs";
import type { PreviewStep, StepState } from "./preview";

/** What the checks of all steps of a run share. */
export interface SharedFacts {
  lists: CreationLists;
  /** The objects that resources of the stack have after the run, by `objectKey`. */
  used: Set<string>;
  /** The objects that replacements delete before they create others, by `objectKey`. */
  deletedFirst: ReadonlySet<string>;
}

/** Asks the platform what one step would meet. */
export class StepCheck {
  private readonly context: PreflightContext;

  constructor(
    private readonly handler: AnyHandler,
    readonly account: ResourceAccount,
    private readonly progress: ResourceProgress,
    api: Api,
    private readonly facts: SharedFacts,
    private readonly step: PreviewStep,
  ) {
    this.context = new PreflightContext(api, (id) => facts.used.has(account.objectKey(id)));
  }

  async creation(): Promise<Finding[]> {
    const { step } = this;
    const { own, hidden } = split(step.after?.inputs ?? {});
    if (hidden.__import !== undefined || step.declared.includes("__import"))
      return [ok("is imported: the preview has compared it with the object")];
    const omitted = omittedInputs(this.handler.properties, step.declared, own);
    const complete = without(this.account.withSettings(own), omitted);
    const registration = { urn: step.urn, organization: hidden.__org };
    const stored = without(
      own,
      Object.keys(own).filter((name) => this.handler.properties[name]?.transient),
    );
    const previous = this.progress.ofCreation(registration, stored);
    if (previous) this.context.previous = previous;
    return this.run(omitted, () => this.findBefore(complete));
  }

  async update(): Promise<Finding[]> {
    const { before, after } = this.step;
    if (!before || !after) return [unchecked("the preview does not contain its state")];
    const { own: inputs, hidden } = split(after.inputs);
    const recorded = this.recorded(before);
    const state = knownInputs(recorded.own);
    return this.run([], async () => {
      await this.findUnfinished(recorded);
      const id = objectIdOf(this.handler, before.id ?? "", recorded.own);
      this.requireIdentity(recorded.own);
      const live = await this.read(id, state);
      if (live === "gone") return this.missing(state, inputs);
      const certain = without(state, recorded.hidden.__unsure ?? []);
      const declared = recorded.hidden.__declared ?? [];
      const { change } = difference(this.handler.properties, certain, declared, withoutSecrets(inputs));
      const changes = drift(
        this.handler.properties,
        { recorded: state, live, change },
        hidden.__secret ?? [],
      );
      return [...changes, ...this.notComparable(recorded.own)];
    });
  }

  /** Properties that the preview does not contain. */
  private notComparable(state: JsonObject): Finding[] {
    const names = Object.keys(state).filter(
      (name) => name in this.handler.properties && whyUnknown(state[name]),
    );
    return names.map((name) => unchecked(`${name} ${whyUnknown(state[name])}`));
  }

  async deletion(): Promise<Finding[]> {
    const { before, isRetained } = this.step;
    const { own, hidden } = split(before?.outputs ?? {});
    const id = before?.id ?? "";
    const stays = (reason: string) => [ok(`stays at the platform: ${reason}`)];
    if (!this.handler.delete) return [ok("has nothing to delete at the platform")];
    if (isRetained) return stays("its option retainOnDelete is set");
    if (this.facts.used.has(this.account.objectKey(id, own)))
      return stays("another resource of the stack is this object");
    const adopted = keepingInput(this.handler.properties, hidden.__declared);
    if (adopted) return stays(`it was adopted (${adopted})`);
    return this.run([], async () => {
      if (isPending(id)) await this.context.awaitTasks(hidden.__tasks ?? []);
      const real = objectIdOf(this.handler, id, own);
      this.requireIdentity(own);
      const live = await this.read(real, knownInputs(own));
      if (live === "gone") return [note("does not exist any more: there is nothing to delete")];
      const attached = this.handler.attachments?.(live) ?? [];
      if (attached.length === 0) return [];
      return [note(`if the platform refuses to delete it, \`up\` first removes ${attached.join(", ")}`)];
    });
  }

  /** The object as the platform has it. Ends the check if the deployment cannot read it. */
  private async read(id: string, state: JsonObject): Promise<JsonObject | "gone"> {
    const seen = await this.handler.read(id, state, this.context);
    if (seen === "unreadable")
      throw new CheckEnd(
        unchecked("this deployment of the platform has no operation that reads objects of this class"),
      );
    if (seen === "gone") return "gone";
    const live = plainJson(seen);
    await this.findRunningTask(id, live);
    return live;
  }

  private async run(omitted: string[], work: () => Promise<Finding[]>): Promise<Finding[]> {
    const findings = await work().catch((error: unknown) => [endOf(error, omitted)]);
    return [...this.context.findings, ...findings];
  }

  private async findBefore(complete: JsonObject): Promise<Finding[]> {
    const { identity, creation } = this.handler;
    const inputs = guarded(complete);
    if (identity && Object.keys(identity.id).every((name) => complete[name] !== undefined))
      return this.findDeclared(inputs, complete);
    if (creation) return this.findEqual(creation(inputs), inputs, complete);
    return [unchecked("the platform has no operation that reads objects of this class")];
  }

  /** The inputs name the object. */
  private async findDeclared(inputs: JsonObject, complete: JsonObject): Promise<Finding[]> {
    const found = await this.readCreated(inputs);
    if (found === "gone") return this.handler.missing ? this.missing(inputs, complete) : [];
    const changes = overwritten(this.handler.properties, found, knownInputs(complete));
    // An object that the inputs do not have to name is one that the program adopts.
    if (changes.length > 0 || this.handler.missing) return changes;
    return [note("already exists as declared: `up` changes nothing, and the stack then manages it")];
  }

  private async findEqual(
    creation: Creation<unknown>,
    inputs: JsonObject,
    complete: JsonObject,
  ): Promise<Finding[]> {
    const place = Object.keys(this.handler.list?.place ?? {}).map((name) => inputs[name]);
    const list = this.facts.lists.shared(
      creation,
      canonicalJson([this.account.uniqueKey("list"), this.handler.type, place]),
    );
    const { resumed, equal, adopted } = await foresee(this.withoutDeleted(list, complete), this.context);
    const existing = resumed ?? adopted;
    if (existing) {
      const found = await this.readCreated({ ...complete, ...this.idInputs(existing.id) });
      if (found === "gone") return [];
      return overwritten(this.handler.properties, found, knownInputs(complete));
    }
    if (equal === undefined) return [unchecked(creation.errors.cannotList.error().message)];
    if (equal.length === 0 || creation.ifExists !== "create") return [];
    const ids = equal.map(creation.idOf).join(", ");
    return [note(`${creation.noun} ${ids} already has this name: \`up\` creates another one`)];
  }

  /** Objects that this run deletes before it creates this one. */
  private withoutDeleted(creation: Creation<unknown>, complete: JsonObject): Creation<unknown> {
    const { identity } = this.handler;
    const isLeft = (object: unknown) => {
      const state = { ...complete, ...this.idInputs(creation.idOf(object)) };
      return !identity || !this.facts.deletedFirst.has(this.account.objectKey(idOf(identity, state), state));
    };
    return { ...creation, list: async (api) => (await creation.list(api))?.filter(isLeft) };
  }

  /** The object with the id in these inputs. */
  private async readCreated(inputs: JsonObject) {
    const { identity = { id: {} } } = this.handler;
    const state = Object.fromEntries(this.identityNames.map((name) => [name, inputs[name]])) as JsonObject;
    const id = idOf(identity, state);
    const live = await this.read(id, state);
    if (live !== "gone") this.facts.used.add(this.account.objectKey(id, state));
    return live;
  }

  private get identityNames(): string[] {
    const { id = {}, scope = {} } = this.handler.identity ?? {};
    return [...Object.keys(id), ...Object.keys(scope)];
  }

  /** Ends the check if the preview does not contain what identifies the object. */
  private requireIdentity(state: JsonObject): void {
    const known = guarded(state);
    for (const name of this.identityNames) void known[name];
  }

  /** The inputs that an id contains. */
  private idInputs(id: string): JsonObject {
    const parsed = parseParts(this.handler.identity?.id ?? {}, id);
    return "state" in parsed ? parsed.state : {};
  }

  private missing(state: JsonObject, inputs: JsonObject): Finding[] {
    const error = this.handler.missing?.(state, inputs);
    if (error) throw error;
    return [note("does not exist any more: `pulumi refresh` removes it from the state")];
  }

  /** The state, with the progress of an interrupted run on this machine. */
  private recorded({ id = "", outputs }: StepState): SplitProperties {
    const recorded = split(outputs);
    if (whyUnknown(outputs)) return recorded;
    const { __org: organization } = split(this.step.after?.inputs ?? {}).hidden;
    return this.progress.stateOf(id, recorded, { urn: this.step.urn, organization });
  }

  private async findUnfinished(recorded: SplitProperties): Promise<void> {
    const { __tasks: tasks = [], __unsure: uncertain = [] } = recorded.hidden;
    if (!isUnfinished(recorded)) return;
    for (const task of tasks) await this.context.awaitForeignTask(task);
    const what = uncertain.length > 0 ? `compares ${uncertain.join(", ")} with the platform` : "continues it";
    this.context.findings.push(note(`an earlier run was interrupted: \`up\` ${what}`));
  }

  private async findRunningTask(id: string, state: JsonObject): Promise<void> {
    const creation = this.handler.creation?.(state);
    if (!creation?.tasks) return;
    const found = await creation.find(this.context.api, id);
    const task = typeof found === "object" && creation.tasks.currentOf(found);
    if (task) await this.context.awaitForeignTask(task);
  }
}

function without(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
