import { Accounts, type LogOptions } from "../../platform/accounts";
import { type Clock, systemClock } from "../../util/clock";
import { FileProgressStore, type ProgressStore } from "../files/progress-store";
import { connectEngine, type Engine, engineAddress } from "../internals/engine";
import { runOf } from "../internals/run";
import type { Operation } from "./operation";
import { Ownership } from "./ownership";

export interface SessionOptions {
  /** What uses the session. Default: the provider process. */
  process?: "provider" | "command";
  clock?: Clock;
  engine?: Engine;
  progressStore?: ProgressStore;
  /** For a command that must not change the platform. */
  isReadOnly?: boolean;
}

/** The objects that all resources of one provider process share, and the end of the process. */
export class Session {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly progressStore: ProgressStore;
  readonly ownership: Ownership;
  private readonly connect: () => Engine;
  private connected: Engine | undefined;
  private readonly warned = new Set<string>();
  private readonly operations = new Set<Operation>();
  /** Set once all operations must stop. */
  private stopReason: Error | undefined;
  private engineDisconnected = false;

  constructor({
    process: user = "provider",
    clock = systemClock,
    engine,
    progressStore,
    isReadOnly,
  }: SessionOptions = {}) {
    this.clock = clock;
    this.progressStore = progressStore ?? new FileProgressStore();
    const address = engineAddress();
    const run = runOf(address);
    // Without an engine, there is no other process of the run.
    this.ownership = new Ownership(address && run);
    const project = process.env.PULUMI_NODEJS_PROJECT;
    const logOptions: LogOptions = {
      process: user,
      run,
      ...(project && { project }),
      warn: (text: string) => this.warn(text),
    };
    this.accounts = new Accounts(clock, logOptions, isReadOnly);
    this.connect = engine ? () => engine : connectEngine;
  }

  get engine(): Engine {
    if (!this.connected) {
      this.connected = this.connect();
      this.connected.onCancel(() => this.stop("the run was cancelled"));
      this.connected.onDisconnected(() => this.onEngineDisconnected());
    }
    return this.connected;
  }

  /** Connects to the engine, because this process has to exit when the engine ends. */
  watchEngine(): void {
    void this.engine;
  }

  /** Prints a warning, once per process. */
  warn(text: string, urn?: string): void {
    if (this.warned.has(text)) return;
    this.warned.add(text);
    this.engine.log(urn, text, "warning");
  }

  /** Exits when the engine ends this process. */
  end(): never {
    this.ownership.close();
    process.exit(0);
  }

  async track<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    this.operations.add(operation);
    if (this.stopReason) operation.stop(this.stopReason);
    try {
      return await work();
    } finally {
      operation.close();
      this.operations.delete(operation);
      this.exitIfIdle();
    }
  }

  /** Aborts all waits. Changes that have been sent are finished. */
  private stop(reason: string): void {
    this.stopReason = new Error(reason);
    for (const operation of this.operations) operation.stop(this.stopReason);
  }

  /** No results can be reported without an engine, so the process exits after its operations. */
  private onEngineDisconnected(): void {
    this.engineDisconnected = true;
    this.stop("Pulumi's engine has gone");
    this.exitIfIdle();
  }

  private exitIfIdle(): void {
    if (this.engineDisconnected && this.operations.size === 0) this.end();
  }
}
