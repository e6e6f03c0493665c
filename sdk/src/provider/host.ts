import { Accounts } from "../account/accounts";
import { type Clock, systemClock } from "../util/clock";
import { connectEngine, type Engine, engineAddress } from "./engine";
import { Identities } from "./identities";
import { InUse } from "./in-use";
import { FileJournal, type Journal } from "./journal";
import type { ResourceRun } from "./run";

/** What the resources of one provider process share. */
export class Host {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly identities = new Identities();
  readonly inUse = new InUse(engineAddress()?.replace(/[^\w.]/g, "-"));
  private readonly connect: () => Engine;
  private connected: Engine | undefined;
  private readonly handedOver = new Set<string>();
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

  /** Remembers that the engine is being told of a creation: at an orderly end it needs no note any more. */
  handOver(place: string | undefined): void {
    if (place !== undefined) this.handedOver.add(place);
  }

  /** The engine ends this process. */
  end(): never {
    this.conclude();
    process.exit(0);
  }

  /** The engine has written down all that it was told. */
  conclude(): void {
    for (const place of this.handedOver) this.journal.forget(place);
    this.inUse.close();
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
