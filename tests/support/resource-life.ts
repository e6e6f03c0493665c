import { ResourceAdapter } from "../../sdk/src/provider/adapter";
import type { Engine } from "../../sdk/src/provider/engine";
import { Host } from "../../sdk/src/provider/host";
import type { Journal, Note } from "../../sdk/src/provider/journal";
import type { ResourceHandler } from "../../sdk/src/resources/handler";
import { canonicalJson, type JsonObject } from "../../sdk/src/util/json";
import { TestClock } from "./clock";
import { isPlainJson } from "./plain-json";
import { settle } from "./until";

/** What the engine was told: the lines beside a resource, and those that stay. */
export class RecordingEngine implements Engine {
  readonly lines: Array<{ urn: string; text: string }> = [];
  readonly logs: Array<{ severity: string; urn: string | undefined; text: string }> = [];

  status(urn: string, text: string): void {
    this.lines.push({ urn, text });
  }

  log(severity: "info" | "warning", urn: string | undefined, text: string): void {
    this.logs.push({ severity, urn, text });
  }

  onGone(): void {}
}

/** A resource as the engine keeps it between runs. */
export interface Kept {
  id: string;
  inputs: JsonObject;
  outputs: JsonObject;
  /** There when the last operation broke off: the next run updates the resource even if nothing differs. */
  initErrors?: string[];
  /** It was deleted to be replaced, and the replacement has failed: it is made by the next run. */
  pendingReplacement?: boolean;
}

export type Step = "create" | "same" | "update" | "replace";

/** A check that failed: the engine goes no further. */
export class CheckFailed extends Error {
  constructor(readonly failures: Array<{ property: string; reason: string }>) {
    super(failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n"));
  }
}

interface Place {
  baseUrl: string;
  apiKey: string;
  /** More settings, as in `cloudplatform:<name>`. */
  settings?: Record<string, string>;
  clock?: TestClock;
  /** The notes of the machine, where several are on it. */
  journal?: Journal;
  /** A process that other resources run in as well, until the end of the test. */
  process?: { host: Host; engine: RecordingEngine; clock: TestClock };
}

/**
 * One provider process, and one resource in it that is taken through its life by the engine's own rules: check,
 * diff, and what follows from that. Everything that the engine would send over its wire goes through JSON here.
 */
export class ResourceLife {
  readonly engine: RecordingEngine;
  readonly clock: TestClock;
  readonly urn: string;
  state: Kept | undefined;
  private readonly journal: Journal;
  private adapter: ResourceAdapter;
  private readonly text: string;

  constructor(
    /** A ResourceHandler, of whatever inputs and state. */
    private readonly handler: { type: string },
    private readonly place: Place,
    readonly name = "edge",
  ) {
    this.journal = place.journal ?? new MemoryJournal();
    this.clock = place.process?.clock ?? place.clock ?? new TestClock();
    this.engine = place.process?.engine ?? new RecordingEngine();
    this.urn = `urn:pulumi:dev::project::pulumi-nodejs:dynamic/cloudplatform:${handler.type}::${name}`;
    this.text = `exports.handler=()=>require("pulumi-cloudplatform/provider").${handler.type}`;
    this.adapter = this.start();
  }

  /** Ends the provider process and begins another, as every run of the CLI does. */
  restart(): void {
    this.adapter = this.start();
  }

  /** What `pulumi up` does with the resource when the program declares these arguments. */
  async up(args: JsonObject, customTimeouts?: JsonObject): Promise<Step> {
    this.restart();
    const news = this.declared(args, customTimeouts);
    const inputs = await this.checked(this.state?.inputs ?? {}, news);
    if (!this.state) {
      await this.create(inputs);
      return "create";
    }
    const { id, outputs, initErrors } = this.state;
    const diff = await this.adapter.diff(id, wire(outputs), wire(inputs));
    const differs = diff.changes ?? canonicalJson(inputs) !== canonicalJson(this.state.inputs);
    if (differs && diff.replaces?.length) {
      await this.replace(news, diff as { deleteBeforeReplace?: boolean });
      return "replace";
    }
    if (!differs && !initErrors) return "same";
    await this.update(inputs);
    return "update";
  }

  /** What `pulumi up --replace` does. */
  async replaceBy(args: JsonObject, options: { deleteBeforeReplace?: boolean } = {}): Promise<void> {
    this.restart();
    await this.checked(this.known().inputs, this.declared(args));
    await this.replace(this.declared(args), options);
  }

  async refresh(): Promise<void> {
    const { id, outputs } = this.known();
    const read = await this.run(this.adapter.read(id, wire(outputs)));
    const {
      id: seen,
      props = {},
      inputs = this.known().inputs,
    } = wire(read as JsonObject) as {
      id?: string;
      props?: JsonObject;
      inputs?: JsonObject;
    };
    this.state = seen
      ? { id: seen, inputs: this.withText(inputs), outputs: this.withText(props) }
      : undefined;
  }

  async destroy(): Promise<void> {
    this.restart();
    await this.delete();
    this.state = undefined;
  }

  /** Check alone: what is wrong with these arguments. */
  async check(args: JsonObject, customTimeouts?: JsonObject) {
    return this.adapter.check({}, wire(this.declared(args, customTimeouts)));
  }

  /** Diff alone, against the state. */
  async diff(args: JsonObject) {
    const { id, inputs, outputs } = this.known();
    return this.adapter.diff(id, wire(outputs), wire(await this.checked(inputs, this.declared(args))));
  }

  /** Update alone, whatever diff says. */
  async update(inputs = this.known().inputs): Promise<void> {
    const { id, outputs } = this.known();
    await this.keepPart(inputs, async () => {
      const { outs } = await this.run(this.adapter.update(id, wire(outputs), wire(inputs)));
      this.state = { id, inputs, outputs: this.withText(wire(outs)) };
    });
  }

  /** The outputs without what travels beside them. */
  get outputs(): JsonObject {
    return own(this.known().outputs);
  }

  get inputs(): JsonObject {
    return own(this.known().inputs);
  }

  private async create(inputs: JsonObject): Promise<void> {
    await this.keepPart(inputs, async () => {
      const { id, outs } = await this.run(this.adapter.create(wire(inputs)));
      if (typeof id !== "string" || id === "") throw new Error("The engine takes no resource without an id.");
      this.state = { id, inputs, outputs: this.withText(wire(outs)) };
    });
  }

  private async replace(news: JsonObject, { deleteBeforeReplace }: { deleteBeforeReplace?: boolean }) {
    // A replacement is checked anew, without the old inputs.
    const inputs = await this.checked({}, news);
    const old = this.known();
    if (deleteBeforeReplace) {
      if (!old.pendingReplacement) await this.delete();
      this.state = { ...old, pendingReplacement: true };
      await this.create(inputs);
      return;
    }
    await this.create(inputs);
    const made = this.state;
    this.state = old;
    await this.delete();
    this.state = made;
  }

  private async delete(): Promise<void> {
    const { id, outputs } = this.known();
    await this.run(this.adapter.delete(id, wire(outputs)));
  }

  /** A failure that names an id and properties leaves the resource in the state. */
  private async keepPart(inputs: JsonObject, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { id, properties, reasons } = error as {
        id?: string;
        properties?: JsonObject;
        reasons?: string[];
      };
      if (id && properties) this.state = { id, inputs, outputs: wire(properties), initErrors: reasons ?? [] };
      throw error;
    }
  }

  private async checked(olds: JsonObject, news: JsonObject): Promise<JsonObject> {
    const { inputs, failures } = await this.adapter.check(wire(olds), wire(news));
    if (failures.length > 0) throw new CheckFailed(failures);
    return this.withText(wire(inputs));
  }

  private declared(args: JsonObject, customTimeouts?: JsonObject): JsonObject {
    return this.withText({
      ...args,
      __urn: this.urn,
      ...(customTimeouts && { __timeouts: customTimeouts }),
    });
  }

  private run<T>(operation: Promise<T>): Promise<T> {
    return settle(this.clock, operation);
  }

  private known(): Kept {
    if (!this.state) throw new Error("There is no such resource in the state.");
    return this.state;
  }

  private withText(properties: JsonObject): JsonObject {
    return { ...properties, __provider: this.text };
  }

  private start(): ResourceAdapter {
    const { baseUrl, apiKey, settings = {} } = this.place;
    const config: Record<string, string> = {
      "cloudplatform:baseUrl": baseUrl,
      "cloudplatform:apiKey": apiKey,
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`cloudplatform:${key}`, value])),
    };
    const host = this.place.process?.host ?? startHost(this.clock, this.engine, this.journal);
    const adapter = new ResourceAdapter(this.handler as unknown as ResourceHandler<object, object>, host);
    adapter.configure({ config: { get: (key) => config[key] } });
    return adapter;
  }
}

function startHost(clock: TestClock, engine: RecordingEngine, journal: Journal): Host {
  return new Host({ version: "0", clock, engine, journal });
}

/** The notes of a machine, which outlive a process. */
export class MemoryJournal implements Journal {
  private readonly notes = new Map<string, string>();

  recall(resource: string): Note | undefined {
    const text = this.notes.get(resource);
    return text === undefined ? undefined : JSON.parse(text);
  }

  note(resource: string, note: Note): void {
    this.notes.set(resource, JSON.stringify(note));
  }

  forget(resource: string): void {
    this.notes.delete(resource);
  }
}

/** A provider process for several resources. */
export function startProcess(): NonNullable<Place["process"]> {
  const [clock, engine] = [new TestClock(), new RecordingEngine()];
  return { host: startHost(clock, engine, new MemoryJournal()), engine, clock };
}

function own(properties: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
}

/** The engine's wire: plain JSON and nothing else, least of all `undefined`. */
export function wire<T extends JsonObject>(value: T): T {
  if (!isPlainJson(value)) throw new Error(`The engine's wire does not carry ${JSON.stringify(value)}.`);
  return JSON.parse(JSON.stringify(value)) as T;
}
