import type { Clock } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { type Task, TimeoutError } from "./task";

export interface Page {
  limit: number;
  offset: number;
}

/** Lists tasks, newest first; undefined if the deployment does not have the operation. */
export type ListTasks = (page: Page, signal: AbortSignal) => Promise<Task[] | undefined>;

const MAX_LIMIT = 1_000;
const MAX_OFFSET = 2 * MAX_LIMIT;
/** How much further the next list reaches if a list did not reach the oldest task. */
const GROWTH = 2;
/** Tasks of others that are expected between those that are awaited. */
const MARGIN = 20;
/** A list that takes longer has failed: the tasks are polled singly then. A single task must not wait long for it. */
const TIMEOUT_MS = 30_000;
const TIMEOUT_OF_ONE_MS = 2_000;
/** So many lists in a row without an awaited task count as a failure. Until then, the list may lag. */
const MAX_EMPTY = 3;
/** How long the list is not used after a failure. Doubles with each further failure. */
const PAUSE_MS = 30_000;

/** Reads the list of the account's tasks, which has the awaited ones and those that others started. */
export class TaskList {
  /** The position of the last awaited task in the last list. */
  private reach = 0;
  /** Whether the last list was as long as possible. */
  private isWhole = true;
  private isMissing = false;
  private emptyInARow = 0;
  private failuresInARow = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly list: ListTasks,
    private readonly clock: Clock,
  ) {}

  get isUsable(): boolean {
    return !this.isMissing && this.clock.now() >= this.pausedUntil;
  }

  /**
   * Lists tasks until the awaited ones are found. Returns all listed tasks by their ids; undefined if the deployment does not
   * have the operation. The awaited tasks begin with the oldest one. `end` ends the requests, and is aborted if the list takes
   * too long.
   */
  async find(
    awaited: ReadonlyMap<string, unknown>,
    end: AbortController,
  ): Promise<Map<string, Task> | undefined> {
    const done = new AbortController();
    const ms = awaited.size > 1 ? TIMEOUT_MS : TIMEOUT_OF_ONE_MS;
    const timeout = new TimeoutError(`the timeout of ${formatDuration(ms)} has passed`);
    const stop = () => end.abort(timeout);
    this.clock.sleep(ms, done.signal).then(stop, () => {});
    try {
      const listed = await this.listPages(awaited, end.signal);
      if (listed) this.onListed(countIn(listed, awaited));
      return listed;
    } catch (error) {
      const isEndedByCaller = end.signal.aborted && end.signal.reason !== timeout;
      if (!isEndedByCaller) this.onFailure();
      throw error;
    } finally {
      done.abort();
    }
  }

  private async listPages(
    awaited: ReadonlyMap<string, unknown>,
    signal: AbortSignal,
  ): Promise<Map<string, Task> | undefined> {
    const listed = new Map<string, Task>();
    const limit = Math.min(2 * Math.max(awaited.size, this.reach) + MARGIN, MAX_LIMIT);
    this.isWhole = true;
    for (let offset = 0; ; offset += limit) {
      const page = await this.list({ limit, offset }, signal);
      this.isMissing = page === undefined;
      if (page === undefined) return undefined;
      page.forEach((task, index) => {
        if (listed.has(task.id)) return;
        listed.set(task.id, task);
        if (awaited.has(task.id)) this.reach = offset + index + 1;
      });
      // If the oldest task is on a page, others that are not lag behind.
      if (isOldestIn(listed, awaited) || page.length < limit) return listed;
      this.reach = GROWTH * limit;
      this.isWhole = limit === MAX_LIMIT;
      // A page for one more task would cost as much as a poll of this task alone.
      const isWorthwhile = awaited.size - countIn(listed, awaited) > 1 && offset < MAX_OFFSET;
      if (limit < MAX_LIMIT || !isWorthwhile) return listed;
    }
  }

  private onListed(count: number): void {
    if (count > 0) this.emptyInARow = 0;
    else if (this.isWhole) this.emptyInARow += 1;
    if (count > 0) this.failuresInARow = 0;
    if (this.emptyInARow >= MAX_EMPTY) this.onFailure();
  }

  private onFailure(): void {
    this.pausedUntil = this.clock.now() + PAUSE_MS * 2 ** this.failuresInARow;
    this.failuresInARow += 1;
  }
}

function isOldestIn(listed: ReadonlyMap<string, Task>, awaited: ReadonlyMap<string, unknown>): boolean {
  const [oldest] = awaited.keys();
  return oldest === undefined || listed.has(oldest);
}

function countIn(listed: ReadonlyMap<string, Task>, awaited: ReadonlyMap<string, unknown>): number {
  return [...awaited.keys()].filter((id) => listed.has(id)).length;
}
