import { ADVISED, unauthorizedOf } from "../errors/replies";
import { Accounts } from "../platform/accounts";
import { isKeyRefused, type PlatformError } from "../platform/http/error";
import type { Network } from "../platform/http/transport";
import { RunLost } from "../platform/tasks/task";
import { findingsCollector, type PreviewFindings } from "../pulumi/files/preview-findings";
import { FileRecordStore, type RecordStore } from "../pulumi/files/record-store";
import { connectEngine, type Engine, engineAddress, runOf } from "../pulumi/internals/engine";
import { type Clock, systemClock } from "../util/clock";
import { printableName } from "../util/text";
import type { Replacement } from "./diff";
import { Ownership } from "./ownership";

const CANCELLED = "the run was cancelled";

/** An operation that is under way. */
export interface Stoppable {
  /** Aborts all of its waits. The reason begins their error messages. */
  stop(reason: Error): void;
  close(): void;
}

export interface SessionOptions {
  /** What uses the session. Default: the provider process. */
  process?: "provider" | "command";
  clock?: Clock;
  engine?: Engine;
  recordStore?: RecordStore;
  /** Of all processes of the run. Default: they share files. */
  ownership?: Ownership;
  network?: Network;
  /** Ends the process. */
  exit?: () => void;
  /** Gets what previews find. Default: the file that the command `preflight` names. */
  collect?: (findings: PreviewFindings) => void;
}

/** The objects that all resources of one provider process share, and the end of the process. */
export class Session {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly recordStore: RecordStore;
  readonly ownership: Ownership;
  /** What `diff` has found about replacements, by URN. */
  readonly replacements = new Map<string, Replacement>();
  /** Absent if nobody but the engine gets what previews find. */
  readonly collect: ((findings: PreviewFindings) => void) | undefined;
  private readonly connect: () => Engine;
  private readonly exit: () => void;
  private connected: Engine | undefined;
  /** Warnings and advice. */
  private readonly printedOnce = new Set<string>();
  /** The name of the Provider of this process that has a key of its own. Not known in a run without a program. */
  keyOwner: string | undefined;
  private readonly operations = new Set<Stoppable>();
  private readonly stopping = new AbortController();
  /** No state can be saved any more. */
  isLost = false;

  constructor({
    process: user = "provider",
    clock = systemClock,
    engine,
    recordStore,
    ownership,
    network,
    exit = () => process.exit(0),
    collect,
  }: SessionOptions = {}) {
    this.collect = collect ?? findingsCollector();
    this.clock = clock;
    this.recordStore = recordStore ?? new FileRecordStore();
    // The last argument of a command may look like an address: `import QuotaLimitRequest:12`.
    const address = user === "provider" ? engineAddress() : undefined;
    const run = runOf(address);
    // Without an engine, there is no other process of the run.
    this.ownership = ownership ?? new Ownership(address && run);
    this.exit = exit;
    const project = process.env.PULUMI_NODEJS_PROJECT ?? process.env.PULUMI_PROJECT;
    const warn = (text: string) => void this.warn(text);
    this.accounts = new Accounts(clock, { process: user, run, ...(project && { project }), warn }, network);
    this.connect = engine ? () => engine : connectEngine;
  }

  get engine(): Engine {
    if (!this.connected) {
      this.connected = this.connect();
      this.connected.onCancel(() => this.stop(CANCELLED));
      this.connected.onDisconnected(() => this.onEngineDisconnected());
    }
    return this.connected;
  }

  /** Aborts when all operations must stop. */
  get stopSignal(): AbortSignal {
    return this.stopping.signal;
  }

  /** Connects to the engine, because this process has to exit when the engine ends. */
  watchEngine(): void {
    void this.engine;
  }

  /** Prints a warning, once per process. */
  warn(text: string, urn?: string): void | Promise<void> {
    return this.isFirst(text) ? this.engine.log(urn, text, "warning") : undefined;
  }

  /**
   * The error of an operation. One about the key names its Provider: a reader must not change the key of another account. The
   * advice is printed once, and not for each resource of the account.
   */
  printed(error: unknown): unknown {
    const named = this.named(error);
    if (!isKeyRefused(named)) return named;
    const { advice, code } = named;
    return this.isFirst(advice) ? named : named.withKind({ code, advice: ADVISED });
  }

  private isFirst(text: string): boolean {
    const isFirst = !this.printedOnce.has(text);
    this.printedOnce.add(text);
    return isFirst;
  }

  /** An error about the key, with the Provider that has it. */
  named<E>(error: E): E | PlatformError {
    const { keyOwner } = this;
    if (!isKeyRefused(error) || keyOwner === undefined) return error;
    return error.withKind(unauthorizedOf(printableName(keyOwner)));
  }

  /** The engine ends this process by SIGINT. If a job is stopped, all of its processes get it, and operations are under way. */
  interrupt(): void {
    if (this.operations.size > 0) this.stop(CANCELLED);
    else this.end();
  }

  /** Exits when the engine ends this process, which it still listens to. */
  end(): void {
    this.ownership.close();
    this.exit();
  }

  async track<T>(operation: Stoppable, work: () => Promise<T>): Promise<T> {
    this.operations.add(operation);
    if (this.stopSignal.aborted) operation.stop(this.stopSignal.reason);
    try {
      return await work();
    } finally {
      operation.close();
      this.operations.delete(operation);
      this.exitIfIdle();
    }
  }

  /** Aborts all waits. Changes that have been sent are finished. */
  private stop(reason: string, kind: new (text: string) => Error = Error): void {
    const error = new kind(reason);
    this.stopping.abort(error);
    for (const operation of this.operations) operation.stop(error);
  }

  /** No results can be reported without an engine, so the process exits after its operations. */
  private onEngineDisconnected(): void {
    this.isLost = true;
    this.stop("Pulumi's engine has gone", RunLost);
    this.exitIfIdle();
  }

  private exitIfIdle(): void {
    if (this.isLost && this.operations.size === 0) this.end();
  }
}
