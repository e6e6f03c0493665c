import { type Clock, OVER } from "../../util/clock";
import { formatDuration } from "../../util/duration";
import { type Task, TimeoutError } from "./task";

const MAX_LIMIT = 1_000;
/** Tasks of others that are expected before the oldest awaited one. */
const MARGIN = 20;
/** How much further the next list reaches if a list did not reach the oldest awaited task. */
const GROWTH = 2;
/** A list that takes longer has failed. */
const TIMEOUT_MS = 30_000;
/** How long the list is not read after a failure, and after a list without an awaited task, because the list may lag. */
const FAILURE_PAUSE_MS = 30_000;
const LAG_PAUSE_MS = 1_000;
/** These pauses double with each further one, up to this time. */
const MAX_PAUSE_MS = 300_000;

/** Reads the newest tasks of the account: the awaited ones, and those that others started. */
export class TaskList {
  /** The position of the oldest awaited task in the last list, or an estimate if the list was too short. */
  private reach = 0;
  private pausesInARow = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly list: (limit: number, signal: AbortSignal) => Promise<Task[] | undefined>,
    private readonly clock: Clock,
  ) {}

  get isUsable(): boolean {
    return this.clock.now() >= this.pausedUntil;
  }

  /**
   * The newest tasks; empty if the deployment does not have the list. `awaited` begins with the oldest one. `end` ends the
   * request, and is aborted if the list takes too long.
   */
  async read(awaited: ReadonlySet<string>, end: AbortController): Promise<Task[]> {
    const done = new AbortController();
    const timeout = new TimeoutError(`the timeout of ${formatDuration(TIMEOUT_MS)} has passed`);
    const stop = () => end.abort(timeout);
    this.clock.sleep(TIMEOUT_MS, done.signal).then(stop, () => {});
    try {
      const limit = Math.min(2 * Math.max(awaited.size, this.reach) + MARGIN, MAX_LIMIT);
      const tasks = await this.list(limit, end.signal);
      if (tasks === undefined) this.pausedUntil = Number.POSITIVE_INFINITY;
      else this.onRead(tasks, awaited, limit);
      return tasks ?? [];
    } catch (error) {
      const isEndedByCaller = end.signal.aborted && end.signal.reason !== timeout;
      if (!isEndedByCaller) this.pause(FAILURE_PAUSE_MS);
      throw error;
    } finally {
      done.abort(OVER);
    }
  }

  private onRead(tasks: Task[], awaited: ReadonlySet<string>, limit: number): void {
    const [oldest] = awaited;
    const index = tasks.findIndex(({ id }) => id === oldest);
    if (index >= 0) this.reach = index + 1;
    else if (tasks.length >= limit) this.reach = GROWTH * limit;
    if (tasks.some(({ id }) => awaited.has(id))) this.pausesInARow = 0;
    else this.pause(LAG_PAUSE_MS);
  }

  private pause(ms: number): void {
    this.pausedUntil = this.clock.now() + Math.min(ms * 2 ** this.pausesInARow, MAX_PAUSE_MS);
    this.pausesInARow += 1;
  }
}
