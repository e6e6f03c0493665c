import type { AnyResource } from "../../operation/resource";
import type { ConfigSource } from "../../platform/configuration";
import type { CheckResult } from "../../provider/check";
import type { ChangeRequest, DiffResult } from "../../provider/diff";
import { invalidInputs, PartialFailure } from "../../provider/failures";
import { ResourceProvider } from "../../provider/provider";
import type { Session } from "../../provider/session";
import { partition, type ResourceFacts, type ResourceState } from "../../provider/state";
import { providerText } from "../../pulumi/names";
import { handlerLoaders } from "../../resources/handlers";
import { digest } from "../../util/digest";
import { canonicalJson, type JsonObject } from "../../util/json";
import { factsIn, inputsIn, split, stateIn, storedState, storedTimeouts } from "../stored";

interface ReadResult {
  id?: string;
  props?: JsonObject;
  inputs?: JsonObject;
}

/** What `check` has learnt of a resource, for its next methods. */
interface Checked extends Pick<ChangeRequest, "facts" | "stored"> {
  /** Inputs that are not stored. */
  transient: JsonObject;
  isPreview: boolean;
}

/**
 * The methods of Pulumi's dynamic-provider protocol, for the resources of one type. Pulumi passes neither name nor URN to them, but
 * the program passes the URN to `check`, and the later methods get the inputs that `check` has returned.
 */
export class DynamicProvider {
  private readonly byInputs = new Map<string, Checked>();
  private loaded: ResourceProvider | undefined;

  constructor(private readonly load: () => ResourceProvider) {}

  private get provider(): ResourceProvider {
    this.loaded ??= this.load();
    return this.loaded;
  }

  configure({ config }: { config: ConfigSource }): void {
    this.provider.configure(config);
  }

  async check(olds: JsonObject, news: JsonObject): Promise<CheckResult> {
    const { own, hidden } = split(news);
    const { resource, session } = this.provider;
    const { __preview: preview } = hidden;
    const facts = factsIn(hidden);
    session.keyOwner = hidden.__account;
    if (hidden.__records) session.recordStore.moveTo(hidden.__records);
    const stored = Object.keys(olds).length > 0 ? inputsIn(olds) : undefined;
    const { inputs, failures } = await this.provider.check(stored?.values, own, facts);
    const { transient, stored: kept } = partition(resource, inputs, facts.secret);
    const returned = this.remember(kept, { facts, stored, transient, isPreview: preview !== undefined });
    if (preview && !stored && failures.length === 0) await this.provider.previewCreation(inputs, facts);
    return { inputs: returned, failures };
  }

  /** Returns the inputs to store. Those of two resources differ, so that the next method finds its own. */
  private remember(kept: JsonObject, checked: Checked): JsonObject {
    const { urn = "", timeouts } = checked.facts;
    const inputs = { ...kept, ...storedTimeouts(timeouts) };
    const isTaken = (this.remembered(inputs)?.facts.urn ?? urn) !== urn;
    const distinct = isTaken ? { ...inputs, __key: digest(urn, 12) } : inputs;
    this.byInputs.set(canonicalJson(distinct), checked);
    return distinct;
  }

  /** The engine adds only the provider text. Undefined for inputs that this process has not checked. */
  private remembered({ __provider, ...inputs }: JsonObject): Checked | undefined {
    return this.byInputs.get(canonicalJson(inputs));
  }

  private checked(news: JsonObject) {
    const { own, hidden } = split(news);
    const checked = this.remembered(news);
    const { facts = factsIn(hidden), stored, transient, isPreview = false } = checked ?? {};
    return { inputs: { ...own, ...transient }, facts, stored, isPreview, isChecked: checked !== undefined };
  }

  /** What is sent is valid, also if a policy has changed it since its check. */
  private async valid(news: JsonObject): Promise<Omit<ChangeRequest, "state">> {
    const request = this.checked(news);
    if (request.isChecked) return request;
    const { failures } = await this.provider.check(undefined, request.inputs, request.facts);
    if (failures.length > 0) throw invalidInputs(failures);
    return request;
  }

  /** In a preview, asks what the change of the resource would meet. */
  async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    const request = { ...this.checked(news), state: stateIn(id, olds) };
    const result = await this.provider.diff(request);
    if (request.isPreview && result.changes !== false && !result.replaces?.length)
      await this.provider.previewUpdate(request);
    return result;
  }

  async create(news: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const { inputs, facts } = await this.valid(news);
    return this.reporting(this.provider.create(inputs, facts));
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const request = { ...(await this.valid(news)), state: stateIn(id, olds) };
    return this.reporting(this.provider.update(request));
  }

  /** Pulumi's process reports these properties of an error to the engine, which keeps them as the state. */
  private async reporting(work: Promise<ResourceState>): Promise<{ id: string; outs: JsonObject }> {
    try {
      const state = await work;
      return { id: state.id, outs: storedState(state) };
    } catch (error) {
      if (!(error instanceof PartialFailure)) throw error;
      const { type, state, message } = error;
      const properties = { ...storedState(state), __provider: providerText(type) };
      throw Object.assign(error, { id: state.id, properties, reasons: [message] });
    }
  }

  /** An empty result removes the resource from the state: nothing exists. */
  async read(id: string, properties: JsonObject): Promise<ReadResult> {
    const before = stateIn(id, properties);
    const { hidden } = split(properties);
    const read = await (hidden.__get ? this.get(before, factsIn(hidden)) : this.provider.read(before, {}));
    if (read === undefined) return {};
    const { state, inputs } = read;
    const found = { id: state.id, props: storedState(state) };
    return inputs ? { ...found, inputs: { ...inputs, ...storedTimeouts(state.timeouts) } } : found;
  }

  /** The object of a resource that is declared by `get`. */
  private async get(before: ResourceState, facts: ResourceFacts) {
    const found = await this.provider.readExisting(before.id, before.values, facts);
    const state = { ...before, ...found };
    return { state, inputs: this.provider.declaredInputs(state) };
  }

  delete(id: string, properties: JsonObject): Promise<void> {
    return this.provider.delete(stateIn(id, properties), {});
  }
}

/** The dynamic provider of each resource, by its type. What a resource needs is loaded at its first call. */
export function dynamicProviders(session: Session): Map<string, DynamicProvider> {
  const doorTo = (load: () => AnyResource) =>
    new DynamicProvider(() => new ResourceProvider(load(), session));
  return new Map([...handlerLoaders].map(([type, load]) => [type, doorTo(load)]));
}
