import { type DynamicProvider, dynamicProviders } from "../../../sdk/src/doors/dynamic/dynamic-provider";
import { Plugin } from "../../../sdk/src/doors/plugin/plugin";
import { received, storedStruct, struct } from "../../../sdk/src/doors/plugin/values";
import type { PartialFailure } from "../../../sdk/src/provider/failures";
import type { Ownership } from "../../../sdk/src/provider/ownership";
import { Session, type SessionOptions } from "../../../sdk/src/provider/session";
import { FileRecordStore } from "../../../sdk/src/pulumi/files/record-store";
import type { Engine } from "../../../sdk/src/pulumi/internals/engine";
import { messages } from "../../../sdk/src/pulumi/internals/protocol";
import { providerText } from "../../../sdk/src/pulumi/names";
import { parseDuration } from "../../../sdk/src/util/duration";
import type { JsonObject } from "../../../sdk/src/util/json";
import type { Host } from "../world/machine";
import { networkOf } from "../world/network";
import { BASE_URL, KEYS, type World } from "../world/world";
import type { AccountName, Declaration, Door, ResourceType } from "./program";
import type { Entry } from "./state";

export interface Checked {
  inputs: JsonObject;
  failures: Array<{ property: string; reason: string }>;
}

export interface Differences {
  /** Undefined: the engine compares the inputs. */
  changes?: boolean | undefined;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** What the program says of a resource, in a run or a preview. */
export interface Goal {
  urn: string;
  declared: Declaration;
  preview: boolean;
}

export interface Existing {
  id?: string | undefined;
  outputs: JsonObject;
  inputs?: JsonObject | undefined;
}

/** A provider process, which the engine calls by one of two protocols. */
export interface ProviderProcess {
  check(goal: Goal, olds: Entry | undefined, inputs: JsonObject): Promise<Checked>;
  diff(goal: Goal, old: Entry, news: JsonObject): Promise<Differences>;
  /** In a preview of the plugin, asks what the change would meet. */
  previewChange(goal: Goal, old: Entry | undefined, news: JsonObject): Promise<void>;
  create(goal: Goal, news: JsonObject): Promise<{ id: string; outputs: JsonObject }>;
  update(goal: Goal, old: Entry, news: JsonObject): Promise<JsonObject>;
  read(entry: Entry): Promise<Existing>;
  delete(entry: Entry): Promise<void>;
}

export interface ProcessOptions {
  world: World;
  host: Host;
  engine: Engine;
  ownership: Ownership;
  account: AccountName;
  settings: Record<string, string>;
  collect?: SessionOptions["collect"];
}

/** Where the records of this stack are on each machine. */
export const RECORDS = { folder: "/home/.pulumi/cloudplatform/operations", scope: "stack" };

export function startProcess(door: Door, options: ProcessOptions): ProviderProcess {
  return door === "classes" ? new ClassesProcess(options) : new PluginProcess(options);
}

export function sessionOf({ world, host, engine, ownership, collect }: ProcessOptions): SessionOptions {
  return {
    ...{ clock: host.clock, engine, ownership, exit: host.end },
    recordStore: new FileRecordStore(RECORDS, false, (path) => host.machine.open(path, host)),
    network: networkOf(world, host),
    ...(collect && { collect }),
  };
}

export function settingsOf({ account, settings }: ProcessOptions): Record<string, string> {
  return { baseUrl: BASE_URL, apiKey: KEYS[account], ...settings };
}

/** A copy as the engine gets it. */
function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** The process of dynamic providers, with what the classes of TypeScript pass as hidden inputs. */
class ClassesProcess implements ProviderProcess {
  private readonly providers: Map<string, DynamicProvider>;
  private readonly configured = new Set<DynamicProvider>();

  constructor(private readonly options: ProcessOptions) {
    this.providers = dynamicProviders(new Session(sessionOf(options)));
  }

  async check(
    { urn, declared, preview }: Goal,
    old: Entry | undefined,
    inputs: JsonObject,
  ): Promise<Checked> {
    const { type, secret, account, retainOnDelete, deleteBeforeReplace, timeouts, importId } = declared;
    const facts: JsonObject = {
      __provider: providerText(type),
      __urn: urn,
      __records: RECORDS,
      ...(secret.length > 0 && { __secret: secret }),
      ...(account === "second" && { __account: "second" }),
      ...(retainOnDelete && { __retains: true }),
      ...(Object.keys(timeouts).length > 0 && { __timeouts: timeouts }),
      ...(importId !== undefined && { __import: importId }),
      ...(preview && { __preview: deleteBeforeReplace ? "deletesFirst" : true }),
    };
    const olds = throughJson(old?.inputs ?? {});
    const checked = await this.provider(type).check(olds, throughJson({ ...inputs, ...facts }));
    const stored = throughJson({ ...checked.inputs, __provider: providerText(type) });
    return { inputs: stored, failures: checked.failures };
  }

  async diff(_goal: Goal, { id, type, outputs }: Entry, news: JsonObject): Promise<Differences> {
    const result = await this.provider(type).diff(id, throughJson(outputs), throughJson(news));
    const { changes, replaces = [], deleteBeforeReplace = false } = result;
    return { changes, replaces, deleteBeforeReplace };
  }

  /** `check` and `diff` have asked. */
  async previewChange(): Promise<void> {}

  async create({ declared: { type } }: Goal, news: JsonObject) {
    const { id, outs } = await this.provider(type).create(throughJson(news));
    return { id, outputs: this.stored(type, outs) };
  }

  async update({ declared: { type } }: Goal, { id, outputs }: Entry, news: JsonObject): Promise<JsonObject> {
    const { outs } = await this.provider(type).update(id, throughJson(outputs), throughJson(news));
    return this.stored(type, outs);
  }

  async read({ id, type, outputs }: Entry): Promise<Existing> {
    const read = await this.provider(type).read(id, throughJson(outputs));
    const inputs = read.inputs && this.stored(type, read.inputs);
    return { id: read.id, outputs: this.stored(type, read.props ?? {}), inputs };
  }

  async delete({ id, type, outputs }: Entry): Promise<void> {
    await this.provider(type).delete(id, throughJson(outputs));
  }

  private stored(type: ResourceType, properties: JsonObject): JsonObject {
    return throughJson({ ...properties, __provider: providerText(type) });
  }

  private provider(type: ResourceType): DynamicProvider {
    const provider = this.providers.get(type) as DynamicProvider;
    if (this.configured.has(provider)) return provider;
    const settings = settingsOf(this.options);
    provider.configure({ config: { get: (key) => settings[key.replace("cloudplatform:", "")] } });
    this.configured.add(provider);
    return provider;
  }
}

/** The process of the plugin: messages of Pulumi's provider protocol. */
class PluginProcess implements ProviderProcess {
  private readonly plugin: Plugin;

  constructor(options: ProcessOptions) {
    this.plugin = new Plugin(options.engine, sessionOf(options));
    const name = options.account === "default" ? "default_1_0_0" : options.account;
    const urn = `urn:pulumi:dev::network::pulumi:providers:cloudplatform::${name}`;
    this.plugin.configure(new messages.ConfigureRequest().setUrn(urn).setArgs(struct(settingsOf(options))));
  }

  async check({ urn, declared }: Goal, old: Entry | undefined, inputs: JsonObject): Promise<Checked> {
    const request = new messages.CheckRequest().setUrn(urn).setOlds(struct(old?.inputs ?? {}, old?.secret));
    const reply = await this.plugin.resources.check(request.setNews(struct(inputs, declared.secret)));
    const failures = reply.getFailuresList().map((failure) => failure.toObject());
    return { inputs: received(reply.getInputs()).values, failures };
  }

  async diff({ urn, declared: { secret } }: Goal, old: Entry, news: JsonObject): Promise<Differences> {
    const request = new messages.DiffRequest().setUrn(urn).setId(old.id).setNews(struct(news, secret));
    request.setOlds(struct(old.outputs, old.secret)).setOldInputs(struct(old.inputs, old.secret));
    const reply = await this.plugin.resources.diff(request);
    return {
      changes: reply.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
      replaces: reply.getReplacesList(),
      deleteBeforeReplace: reply.getDeletebeforereplace(),
    };
  }

  async previewChange(goal: Goal, old: Entry | undefined, news: JsonObject): Promise<void> {
    if (old) await this.plugin.resources.update(this.updateRequest(goal, old, news).setPreview(true));
    else await this.plugin.resources.create(this.createRequest(goal, news).setPreview(true));
  }

  async create(goal: Goal, news: JsonObject) {
    const reply = await this.plugin.resources.create(this.createRequest(goal, news));
    return { id: reply.getId(), outputs: received(reply.getProperties()).values };
  }

  async update(goal: Goal, old: Entry, news: JsonObject): Promise<JsonObject> {
    const reply = await this.plugin.resources.update(this.updateRequest(goal, old, news));
    return received(reply.getProperties()).values;
  }

  async read({ urn, id, inputs, outputs, secret }: Entry): Promise<Existing> {
    const request = new messages.ReadRequest().setUrn(urn).setId(id);
    request.setInputs(struct(inputs, secret)).setProperties(struct(outputs, secret));
    const reply = await this.plugin.resources.read(request);
    return {
      id: reply.getId() || undefined,
      outputs: received(reply.getProperties()).values,
      inputs: reply.hasInputs() ? received(reply.getInputs()).values : undefined,
    };
  }

  async delete({ urn, id, outputs, secret }: Entry): Promise<void> {
    const request = new messages.DeleteRequest().setUrn(urn).setId(id);
    await this.plugin.resources.delete(request.setProperties(struct(outputs, secret)));
  }

  private createRequest({ urn, declared: { secret, timeouts } }: Goal, news: JsonObject) {
    const request = new messages.CreateRequest().setUrn(urn).setProperties(struct(news, secret));
    return request.setTimeout(secondsOf(timeouts.create));
  }

  private updateRequest({ urn, declared: { secret, timeouts } }: Goal, old: Entry, news: JsonObject) {
    const request = new messages.UpdateRequest().setUrn(urn).setId(old.id).setNews(struct(news, secret));
    request.setOlds(struct(old.outputs, old.secret)).setOldInputs(struct(old.inputs, old.secret));
    return request.setTimeout(secondsOf(timeouts.update));
  }
}

/** What the engine keeps of a resource whose operation has failed. */
export function keptBy(door: Door, error: PartialFailure) {
  const { id, properties, reasons } = error as PartialFailure & DynamicFailure;
  if (door === "classes") return { id, outputs: properties, initErrors: reasons };
  const { type, state, message } = error;
  const outputs = received(storedStruct(type, state)).values;
  const refreshes = !state.unfinished?.tasks;
  const kept = { id: state.id, outputs, initErrors: [message] };
  return { ...kept, ...(refreshes && { refreshBeforeUpdate: true as const }) };
}

/** As Pulumi's process of dynamic providers reads it. */
interface DynamicFailure {
  id: string;
  properties: JsonObject;
  reasons: string[];
}

function secondsOf(duration = ""): number {
  return (parseDuration(duration) ?? 0) / 1_000;
}
