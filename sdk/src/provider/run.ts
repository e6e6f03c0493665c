import type { Platform } from "../api/platform";
import type { IfExists, Run } from "../contract/resource";
import { PlatformError } from "../http/error";
import { poll } from "../tasks/poll";
import { type Task, TaskUnfinished, TimeOver, Unfinished } from "../tasks/task";
import type { Clock } from "../util/clock";
import { formatDuration } from "../util/duration";
import type { JsonObject } from "../util/json";
import { unite } from "./declared";
import type { Engine } from "./engine";
import type { Note } from "./journal";

export interface RunOptions {
  platform: Platform;
  engine: Engine;
  clock: Clock;
  urn: string | undefined;
  /** Milliseconds that the operation may take. */
  timeout: number;
  /** Letters of what was declared when the state was written, by an earlier creation that broke off, and now. */
  before: string;
  earlier: string;
  after: string;
  /** Whether letters have an input. */
  isLettered(letters: string, path: string): boolean;
  isInUse(id: string): boolean;
  /** Notes that a resource of the stack is this object. */
  uses(id: string): void;
  resumes?: string[];
  recalls?: Note;
  ifExists: IfExists;
  /** Prints a warning, if it has not been said yet. */
  warn(text: string): void;
  /** Writes down for the next run, or takes back, what this one is about to make. */
  note(note: Note | undefined): void;
}

/** What is certain at a moment of an operation, so that a failure after it loses nothing. */
export interface Checkpoint {
  id?: string;
  state?: object;
  tasks?: string[];
  /** Fields that may be as they were, or as they were to be. */
  unsure?: string[];
}

/** What has changed may be seen only after so many milliseconds. */
const LAG = 30_000;

/** What people decide takes so many times as long as what machines do, and is looked at as much less often. */
const PEOPLE = 20;

/** Timers of a longer time would end at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** One operation on one resource: its deadline, and what has come of it so far. */
export class ResourceRun implements Run {
  readonly platform: Platform;
  readonly resumes?: string[];
  readonly recalls?: Note;
  private noted: JsonObject | undefined;
  private isGoingOn = false;
  readonly ifExists: IfExists;
  checkpoint: Checkpoint = {};
  private readonly end = new AbortController();
  private readonly timer = new AbortController();

  constructor(private readonly options: RunOptions) {
    this.platform = options.platform;
    this.ifExists = options.ifExists;
    if (options.resumes) this.resumes = options.resumes;
    if (options.recalls) {
      this.recalls = options.recalls;
      this.noted = options.recalls.facts;
    }
    const { clock, timeout } = options;
    clock.sleep(Math.min(timeout, LONGEST_TIMER), this.timer.signal).then(
      () => this.end.abort(new TimeOver(`the time-out of ${formatDuration(timeout)} has passed`)),
      () => {},
    );
  }

  get signal(): AbortSignal {
    return this.end.signal;
  }

  /** Ends all waiting, with the reason that the error will begin with. */
  stop(reason: string): void {
    this.end.abort(new Error(reason));
  }

  /** The operation has ended: nothing of it is left behind. */
  close(): void {
    this.timer.abort();
  }

  /** Letters of what was declared before. */
  get before(): string {
    return unite(this.options.before, this.isGoingOn ? this.options.earlier : "");
  }

  goesOn(does: boolean): void {
    this.isGoingOn = does;
  }

  isInUse(id: string): boolean {
    return this.options.isInUse(id);
  }

  wasDeclared(path: string): boolean {
    return this.options.isLettered(this.before, path);
  }

  isDropped(path: string): boolean {
    return this.wasDeclared(path) && !this.options.isLettered(this.options.after, path);
  }

  note(facts: JsonObject): void {
    this.noted = facts;
    this.writeDown({ facts });
  }

  forget(): void {
    this.options.note(undefined);
  }

  exists(id: string, state: object, unsure?: string[]): void {
    if (this.noted && this.checkpoint.id !== id) this.writeDown({ facts: this.noted, id });
    this.options.uses(id);
    this.checkpoint = { id, state, ...(unsure && { unsure }) };
  }

  private writeDown(note: Note): void {
    this.options.note({ ...note, declared: unite(this.before, this.options.after) });
  }

  async change<T>(id: string, known: object, fields: string[], send: () => Promise<T>): Promise<T> {
    try {
      const reply = await send();
      this.exists(id, known, fields);
      return reply;
    } catch (error) {
      // The reply was lost, the change may not be.
      if (error instanceof PlatformError && error.mayHaveTakenEffect) this.exists(id, known, fields);
      throw error;
    }
  }

  began(tasks: string[], known: object): void {
    this.checkpoint = { tasks, state: known };
  }

  settled(): void {
    this.checkpoint = {};
  }

  identify(id: string): void {
    this.checkpoint = { ...this.checkpoint, id };
  }

  async finish(tasks: string[], known?: object): Promise<Task[]> {
    const before = this.checkpoint;
    if (tasks.length > 0) this.checkpoint = { ...before, ...(known && { state: known }), tasks };
    try {
      const ended = await this.wait(tasks);
      this.checkpoint = before;
      return ended;
    } catch (error) {
      // Only a task that goes on is to be awaited by the next run.
      if (!(error instanceof TaskUnfinished)) this.checkpoint = before;
      throw error;
    }
  }

  async outlast(task: string): Promise<void> {
    try {
      await this.wait([task]);
    } catch (error) {
      if (error instanceof TaskUnfinished) throw error;
    }
  }

  async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const since = this.options.clock.now();
    const { min, max } = this.platform.pollInterval;
    let failure: string | undefined;
    const status = (text: string) => {
      failure = text;
      this.status(text);
    };
    const patient = { ...this.polling(), delays: { min, max: max * PEOPLE }, status };
    const lookOnce = () => {
      failure = undefined;
      return look();
    };
    return poll(lookOnce, patient).catch((error: Error) => {
      if (!this.signal.aborted) throw error;
      const age = formatDuration(this.options.clock.now() - since);
      const { reason } = this.signal;
      const text = `${reason.message}: ${what} after ${age}${failure ? ` (${failure})` : ""}`;
      throw new Unfinished(text, { cause: reason });
    });
  }

  lookFor<T>(look: () => Promise<T | undefined>): Promise<T | undefined> {
    const { clock } = this.options;
    const end = clock.now() + LAG;
    const lookOnce = async () => {
      const isLast = clock.now() >= end;
      const seen = await look().catch((error: unknown) => {
        if (!isLast || !(error instanceof PlatformError)) throw error;
        return undefined;
      });
      return seen !== undefined || isLast ? { seen } : undefined;
    };
    return poll(lookOnce, this.polling()).then(
      ({ seen }) => seen,
      (error: unknown) => {
        if (!this.signal.aborted) throw error;
        return undefined;
      },
    );
  }

  async lookAfter<T>(look: () => Promise<T>, isChanged: (seen: T) => boolean): Promise<T> {
    const first = await look();
    if (isChanged(first)) return first;
    const later = await this.lookFor(async () => {
      const seen = await look();
      return isChanged(seen) ? { seen } : undefined;
    });
    return later ? later.seen : first;
  }

  private polling() {
    const { signal, options, platform } = this;
    const status = (text: string) => this.status(text);
    return { delays: platform.pollInterval, clock: options.clock, signal, status };
  }

  private wait(tasks: string[]): Promise<Task[]> {
    return this.platform.waiter.wait(tasks, { signal: this.signal, status: (text) => this.status(text) });
  }

  status(text: string): void {
    if (this.options.urn) this.options.engine.status(this.options.urn, text);
  }

  warn(text: string): void {
    this.options.warn(text);
  }

  info(text: string): void {
    this.options.engine.log("info", this.options.urn, text);
  }
}
