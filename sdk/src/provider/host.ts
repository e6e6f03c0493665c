import { type Clock, systemClock } from "../util/clock";
import { canonicalJson, type JsonObject } from "../util/json";
import { Accounts } from "./accounts";
import { connectEngine, type Engine } from "./engine";
import { FileJournal, type Journal } from "./journal";
import type { ResourceRun } from "./run";

/** A creation that an earlier run began and did not see the end of. */
export interface Interrupted {
  id: string;
  tasks: string[];
}

/** What the resources of one provider process share. */
export class Host {
  readonly accounts: Accounts;
  readonly clock: Clock;
  private readonly connect: () => Engine;
  private connected: Engine | undefined;
  /** Whose inputs these are: methods are not told, but check is, and inputs come back as it returned them. */
  private readonly urns = new Map<string, string>();
  private readonly interrupted = new Map<string, Interrupted>();
  /** Ids that are in use by what replaces them: creations have returned them, or have gone on with their tasks. */
  private readonly kept = new Set<string>();
  /** What each resource of the stack is at the platform, where two must not be the same. */
  private readonly sole = new Map<string, string>();
  /** The resources that the state has. */
  private readonly states = new Set<string>();
  private readonly warned = new Set<string>();
  private readonly running = new Set<ResourceRun>();
  /** Why nothing is waited for any more. */
  private stopped: string | undefined;
  private engineGone = false;

  readonly journal: Journal;

  constructor(options: { version: string; clock?: Clock; engine?: Engine; journal?: Journal }) {
    this.journal = options.journal ?? new FileJournal();
    this.clock = options.clock ?? systemClock;
    this.accounts = new Accounts(this.clock, options.version);
    this.connect = options.engine ? () => options.engine as Engine : connectEngine;
  }

  get engine(): Engine {
    if (!this.connected) {
      this.connected = this.connect();
      this.connected.onCancel(() => this.stop("the run was cancelled"));
      this.connected.onGone(() => this.leave());
    }
    return this.connected;
  }

  /** Begins to watch the engine: a process that nobody needs any more has to end by itself. */
  attend(): void {
    void this.engine;
  }

  /** Prints a warning, once a process. */
  warn(text: string, urn?: string): void {
    if (this.warned.has(text)) return;
    this.warned.add(text);
    this.engine.log("warning", urn, text);
  }

  /** Remembers that the state has this resource. */
  record(resource: string): void {
    this.states.add(resource);
  }

  isRecorded(resource: string): boolean {
    return this.states.has(resource);
  }

  /** Remembers what check was told of these inputs. */
  introduce(type: string, inputs: JsonObject, urn: string): void {
    this.urns.set(keyOf(type, inputs), urn);
  }

  /** Remembers that a resource is this object; tells which other one is it already. */
  claim(object: string, urn: string): string | undefined {
    for (const [known, owner] of this.sole) if (owner === urn) this.sole.delete(known);
    const other = this.sole.get(object);
    if (other === undefined) this.sole.set(object, urn);
    return other;
  }

  urnOf(type: string, inputs: JsonObject): string | undefined {
    return this.urns.get(keyOf(type, inputs));
  }

  /** Remembers that the creation of these inputs is to go on with the tasks of an earlier one. */
  interrupt(type: string, inputs: JsonObject, creation: Interrupted): void {
    this.interrupted.set(keyOf(type, inputs), creation);
  }

  /** The tasks to go on with, once. */
  takeInterrupted(type: string, inputs: JsonObject): string[] | undefined {
    const key = keyOf(type, inputs);
    const creation = this.interrupted.get(key);
    this.interrupted.delete(key);
    if (creation) this.keep(type, creation.id);
    return creation?.tasks;
  }

  /** Remembers that the object of this id is in use from now on. */
  keep(type: string, id: string): void {
    this.kept.add(`${type} ${id}`);
  }

  /** Whether the object goes on, or is to go on, under a creation of this process. */
  isKept(type: string, id: string): boolean {
    return (
      this.kept.has(`${type} ${id}`) || [...this.interrupted.values()].some((creation) => creation.id === id)
    );
  }

  async during<T>(run: ResourceRun, work: () => Promise<T>): Promise<T> {
    this.running.add(run);
    if (this.stopped !== undefined) run.stop(this.stopped);
    try {
      return await work();
    } finally {
      run.close();
      this.running.delete(run);
      this.exitIfDone();
    }
  }

  /** All waits end, and what is being sent is finished. */
  private stop(reason: string): void {
    this.stopped = reason;
    for (const run of this.running) run.stop(reason);
  }

  /** Nobody can be told any results now: so the process ends as well. */
  private leave(): void {
    this.engineGone = true;
    this.stop("Pulumi's engine has gone");
    this.exitIfDone();
  }

  private exitIfDone(): void {
    if (this.engineGone && this.running.size === 0) process.exit(0);
  }
}

function keyOf(type: string, inputs: JsonObject): string {
  return `${type} ${canonicalJson(inputs)}`;
}
