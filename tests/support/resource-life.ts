import type { ResourceHandler } from "../../sdk/src/contract/resource";
import { ResourceAdapter } from "../../sdk/src/provider/adapter";
import type { Engine } from "../../sdk/src/provider/engine";
import { Host } from "../../sdk/src/provider/host";
import type { Journal, Note } from "../../sdk/src/provider/journal";
import { TestClock } from "./clock";
import { EngineRules, type Methods } from "./engine-rules";
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

  onCancel(): void {}

  onGone(): void {}
}

export { CheckFailed, type Kept, type Step, wire } from "./engine-rules";

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

/** A resource in the life that EngineRules gives it, in a provider process that is part of this one. */
export class ResourceLife extends EngineRules {
  readonly engine: RecordingEngine;
  readonly clock: TestClock;
  protected methods: Methods;
  private readonly journal: Journal;
  /** The process of the last run, where this resource is alone in it. */
  private host: Host | undefined;

  constructor(
    /** A ResourceHandler, of whatever inputs and state. */
    private readonly handler: { type: string },
    private readonly place: Place,
    name = "edge",
  ) {
    super(handler.type, name);
    this.journal = place.journal ?? new MemoryJournal();
    this.clock = place.process?.clock ?? place.clock ?? new TestClock();
    this.engine = place.process?.engine ?? new RecordingEngine();
    this.methods = this.start();
  }

  /** What is in the state was written down by a run that has ended in good order; a killed one is none of it. */
  override restart(): void {
    if (this.state) this.host?.conclude();
    this.methods = this.start();
  }

  private start(): Methods {
    const { baseUrl, apiKey, settings = {} } = this.place;
    const config: Record<string, string> = {
      "cloudplatform:baseUrl": baseUrl,
      "cloudplatform:apiKey": apiKey,
      ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`cloudplatform:${key}`, value])),
    };
    const host = this.place.process?.host ?? startHost(this.clock, this.engine, this.journal);
    if (!this.place.process) this.host = host;
    const adapter = new ResourceAdapter(this.handler as unknown as ResourceHandler<object, object>, host);
    adapter.configure({ config: { get: (key) => config[key] } });
    return this.settling(adapter);
  }

  /** Those that ask the platform are run to their end, by the clock. */
  private settling(adapter: ResourceAdapter): Methods {
    const run = <T>(operation: Promise<T>) => settle(this.clock, operation, this.place.baseUrl);
    return {
      check: (olds, news) => adapter.check(olds, news),
      diff: (id, olds, news) => adapter.diff(id, olds, news),
      create: (inputs) => run(adapter.create(inputs)),
      read: (id, properties) => run(adapter.read(id, properties)),
      update: (id, olds, news) => run(adapter.update(id, olds, news)),
      delete: (id, properties) => run(adapter.delete(id, properties)),
    };
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
