import { DynamicProvider } from "../../sdk/src/doors/dynamic/dynamic-provider";
import type { AnyResource } from "../../sdk/src/operation/resource";
import { ResourceProvider } from "../../sdk/src/provider/provider";
import { Session, type SessionOptions } from "../../sdk/src/provider/session";
import type { RecordStore, StoredRecord } from "../../sdk/src/pulumi/files/record-store";
import type { Engine } from "../../sdk/src/pulumi/internals/engine";
import { TestClock } from "./clock";
import { settingsOf } from "./settings";
import { type ProviderMethods, TestResource, throughJson } from "./test-resource";
import { settle } from "./until";

/** Records what the provider sends to the engine: status lines and log lines. */
export class RecordingEngine implements Engine {
  readonly lines: Array<{ urn: string; text: string }> = [];
  readonly logs: Array<{ severity: string; urn: string | undefined; text: string }> = [];

  status(urn: string, text: string): void {
    this.lines.push({ urn, text });
  }

  log(urn: string | undefined, text: string, severity: "info" | "warning"): void {
    this.logs.push({ severity, urn, text });
  }

  onCancel(): void {}

  /** Ends the connection, as the end of the CLI does. */
  disconnect: () => void = () => {};

  onDisconnected(stop: () => void): void {
    this.disconnect = stop;
  }
}

export { CheckFailed, type ResourceState, type Step } from "./test-resource";

interface ResourceOptions {
  baseUrl: string;
  apiKey: string;
  /** Other settings: `<name>` stands for `cloudplatform:<name>`. */
  settings?: Record<string, string>;
  clock?: TestClock;
  /** The records of the machine, if several resources share them. */
  recordStore?: RecordStore;
  /** One provider process for several resources and all of their runs. Otherwise each run has its own. */
  process?: { session: Session; engine: RecordingEngine; clock: TestClock };
}

/** A resource whose provider runs in the process of the test, with a test clock. */
export class InProcessResource extends TestResource {
  readonly engine: RecordingEngine;
  readonly clock: TestClock;
  protected methods: ProviderMethods;
  private recordStore: RecordStore;

  constructor(
    /** A ResourceHandler of any resource. */
    private readonly handler: { type: string },
    private readonly options: ResourceOptions,
    name = "edge",
  ) {
    super(handler.type, name);
    this.recordStore = options.recordStore ?? new MemoryRecordStore();
    this.clock = options.process?.clock ?? options.clock ?? new TestClock();
    this.engine = options.process?.engine ?? new RecordingEngine();
    this.methods = this.start();
  }

  override restart(): void {
    this.methods = this.start();
  }

  private start(): ProviderMethods {
    const { baseUrl, apiKey, settings = {} } = this.options;
    const { clock, engine, recordStore } = this;
    const session = this.options.process?.session ?? new Session({ clock, engine, recordStore });
    const provider = providerOf(this.handler as unknown as AnyResource, session);
    provider.configure(settingsOf({ baseUrl, apiKey, ...settings }));
    return this.methodsOf(provider);
  }

  /**
   * The methods of the protocol. What the engine sends and receives over gRPC goes through JSON here. The test clock advances
   * while a method waits.
   */
  protected methodsOf(provider: ResourceProvider): ProviderMethods {
    const protocol = doors.get(provider) ?? new DynamicProvider(() => provider);
    doors.set(provider, protocol);
    const run = <T>(operation: Promise<T>) => this.run(operation);
    return {
      check: async (olds, news) =>
        throughJson(await run(protocol.check(throughJson(olds), throughJson(news)))),
      diff: (id, olds, news) => run(protocol.diff(id, throughJson(olds), throughJson(news))),
      create: async (inputs) => throughJson(await run(protocol.create(throughJson(inputs)))),
      read: async (id, properties) => throughJson(await run(protocol.read(id, throughJson(properties)))),
      update: async (id, olds, news) =>
        throughJson(await run(protocol.update(id, throughJson(olds), throughJson(news)))),
      delete: (id, properties) => run(protocol.delete(id, throughJson(properties))),
    };
  }

  protected run<T>(operation: Promise<T>): Promise<T> {
    return settle(this.clock, operation, this.options.baseUrl);
  }
}

const providers = new WeakMap<Session, Map<AnyResource, ResourceProvider>>();
const doors = new WeakMap<ResourceProvider, DynamicProvider>();

/** A provider process has one provider for all resources of a type. */
function providerOf(handler: AnyResource, session: Session): ResourceProvider {
  const ofSession = providers.get(session) ?? new Map<AnyResource, ResourceProvider>();
  const provider = ofSession.get(handler) ?? new ResourceProvider(handler, session);
  providers.set(session, ofSession.set(handler, provider));
  return provider;
}

/** The records of one machine, which remain when a provider process ends. */
export class MemoryRecordStore implements RecordStore {
  private texts = new Map<string, string>();

  moveTo(): void {}

  nameOf({ urn }: { urn: string }, address: string): string {
    return `${urn} ${address}`;
  }

  entries(): ReadonlyMap<string, StoredRecord> {
    return new Map([...this.texts].map(([name, text]) => [name, JSON.parse(text) as StoredRecord]));
  }

  save(name: string, record: StoredRecord): boolean {
    this.texts.set(name, JSON.stringify(record));
    return true;
  }

  remove(name: string): void {
    this.texts.delete(name);
  }
}

/** One provider process that several resources share. */
export function startProcess(options: Pick<SessionOptions, "collect"> & { clock?: TestClock } = {}) {
  const [clock, engine] = [options.clock ?? new TestClock(), new RecordingEngine()];
  const session = new Session({ ...options, clock, engine, recordStore: new MemoryRecordStore() });
  return { session, engine, clock };
}
