import type { AnyHandler } from "../../lifecycle/handler";
import { keepingInput, pendingChanges } from "../../lifecycle/properties";
import type { ResourceAccount } from "../../pulumi/process/resource-account";
import type { ResourceProgress } from "../../pulumi/process/resource-progress";
import { type SplitProperties, split } from "../../pulumi/process/state";
import { type JsonObject, plainJson } from "../../util/json";
import { PreflightContext } from "./context";
import type { CreationLists } from "./creations";
import { CheckEnd, type ErrorFacts, endOf, type Finding, unchecked } from "./finding";
import { guarded, knownInputs, whyUnknown } from "./known-inputs";
import { DELETES, type PreviewStep } from "./preview";

/** What the checks of all steps of a run share. */
export interface SharedFacts {
  lists: CreationLists;
  /** The objects that resources of the stack have after the run, by `objectKey`. */
  used: Set<string>;
  /** The objects that replacements delete before they create others, by `objectKey`. */
  deletedFirst: ReadonlySet<string>;
  /** The updates of objects, by `objectKey`. */
  updates: ReadonlyMap<string, PreviewStep>;
  /** All steps by URN. Of a replacement that has several, the last one. */
  steps: ReadonlyMap<string, PreviewStep>;
}

/** A change of an existing object, with the values that the preview contains. */
export interface KnownChange {
  state: JsonObject;
  inputs: JsonObject;
  change: JsonObject;
}

/** The object that an operation uses. `kept`: the operation leaves the object as it is. */
export type Found = JsonObject | "gone" | "kept";

/** One step, and how the platform is asked about its object. */
export class StepCheck {
  readonly context: PreflightContext;
  /** Undefined if there is no object, or if the platform could not be asked. */
  found: Found | undefined;

  constructor(
    readonly handler: AnyHandler,
    readonly account: ResourceAccount,
    readonly progress: ResourceProgress,
    api: PreflightContext["api"],
    readonly facts: SharedFacts,
    readonly step: PreviewStep,
  ) {
    this.context = new PreflightContext(api, (id) => this.isUsed(id));
  }

  async run(work: () => Promise<Finding[]>, facts?: ErrorFacts): Promise<Finding[]> {
    const findings = await work().catch((error: unknown) => [endOf(error, facts)]);
    return [...this.context.findings, ...findings];
  }

  /** Marks an object as the one of a resource of the stack, so that no deletion deletes it. */
  use(id: string, state: JsonObject = {}): void {
    this.facts.used.add(this.account.objectKey(id, state));
  }

  isUsed(id: string, state: JsonObject = {}): boolean {
    return this.facts.used.has(this.account.objectKey(id, state));
  }

  /** Why a deletion leaves the object at the platform; undefined if it does not. */
  get reasonToStay(): string | undefined {
    const { before, isRetained, deletedWith } = this.step;
    if (isRetained) return "its option retainOnDelete is set";
    const other = deletedWith === undefined ? undefined : this.facts.steps.get(deletedWith);
    // Pulumi deletes it if the other one is deleted before.
    if (other && DELETES.includes(other.op) && !other.deletesFirst)
      return "its option deletedWith names a resource that is deleted";
    const { hidden } = split(before?.outputs ?? {});
    const adopted = keepingInput(this.handler.properties, hidden.__declared);
    return adopted && `it was adopted (${adopted})`;
  }

  /** The object as the platform has it. Ends the check if the deployment cannot read it. */
  async read(id: string, state: JsonObject): Promise<JsonObject | "gone"> {
    const seen = await this.handler.read(id, state, this.context);
    if (seen === "unreadable")
      throw new CheckEnd(
        unchecked("this deployment of the platform has no operation that reads objects of this class"),
      );
    const live = seen === "gone" ? "gone" : plainJson(seen);
    this.found = live;
    return live;
  }

  /** Ends the check with the error that `up` meets before it changes the object. */
  requireChangeable(live: JsonObject | "gone", { state, inputs, change }: KnownChange): void {
    this.handler.requireChangeable?.(live, { state, inputs, change: knownInputs(change) });
  }

  /** Whether `up` reads the object before it changes it, because an object that is gone is an error. */
  readsFirst(planned: KnownChange): boolean {
    try {
      this.requireChangeable("gone", planned);
      return false;
    } catch {
      return true;
    }
  }

  /** Finds the task because of which the platform does not accept a change of the object now. */
  async findRunningTask(id: string, live: JsonObject, change?: JsonObject): Promise<void> {
    const isSent = !change || Object.keys(pendingChanges(this.handler.properties, live, change)).length > 0;
    const creation = isSent ? this.handler.creation?.(live) : undefined;
    if (!creation?.tasks) return;
    const found = await creation.find(this.context.api, id);
    const task = typeof found === "object" && creation.tasks.currentOf(found);
    if (task) await this.context.awaitForeignTask(task);
  }

  /** The state before the step, with the progress of an interrupted run on this machine. */
  get recorded(): SplitProperties {
    const { before: { id = "", outputs } = { outputs: {} }, after, urn } = this.step;
    const recorded = split(outputs);
    if (whyUnknown(outputs)) return recorded;
    const { __org: organization } = split(after?.inputs ?? {}).hidden;
    return this.progress.stateOf(id, recorded, { urn, organization });
  }

  /** The properties of an object that the preview does not contain. */
  notComparable(values: JsonObject): Finding[] {
    const { properties } = this.handler;
    const names = Object.keys(values).filter((name) => properties[name] && !properties[name].transient);
    return names.flatMap((name) => {
      const reason = whyUnknown(values[name]);
      return reason ? [unchecked(`${name} ${reason}`)] : [];
    });
  }

  /** The names of the properties that identify an object. */
  get identityNames(): string[] {
    const { id = {}, scope = {} } = this.handler.identity ?? {};
    return [...Object.keys(id), ...Object.keys(scope)];
  }

  /** Ends the check if the preview does not contain what identifies the object. */
  requireIdentity(state: JsonObject): void {
    const known = guarded(state);
    for (const name of this.identityNames) void known[name];
  }
}

export function without(values: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}
