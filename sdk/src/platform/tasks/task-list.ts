import type { Clock } from "../../util/clock";
import type { Task } from "./task";

const MAX_LIMIT = 1_000;
/** Tasks of others that are expected between the awaited ones. A task that the list does not reach is polled alone. */
const MARGIN = 100;
/** How long the list is not read after a failure, and after a list without an awaited task, because the list may lag. */
const FAILURE_PAUSE_MS = 30_000;
const LAG_PAUSE_MS = 1_000;
/** These pauses double with each further one, up to this time. */
const MAX_PAUSE_MS = 300_000;

/** Reads the newest tasks of the account: the awaited ones, and those that others started. */
export class TaskList {
  private pausesInARow = 0;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly list: (limit: number, signal: AbortSignal) => Promise<Task[] | undefined>,
    private readonly clock: Clock,
  ) {}

  get isUsable(): boolean {
    return this.clock.now() >= this.pausedUntil;
  }

  /** The newest tasks; empty if the deployment does not have the list. */
  async read(awaited: readonly string[], signal: AbortSignal): Promise<Task[]> {
    try {
      const tasks = await this.list(Math.min(2 * awaited.length + MARGIN, MAX_LIMIT), signal);
      if (tasks === undefined) this.pausedUntil = Number.POSITIVE_INFINITY;
      else if (tasks.some(({ id }) => awaited.includes(id))) this.pausesInARow = 0;
      else this.pause(LAG_PAUSE_MS);
      return tasks ?? [];
    } catch (error) {
      if (!signal.aborted) this.pause(FAILURE_PAUSE_MS);
      throw error;
    }
  }

  private pause(ms: number): void {
    this.pausedUntil = this.clock.now() + Math.min(ms * 2 ** this.pausesInARow, MAX_PAUSE_MS);
    this.pausesInARow += 1;
  }
}
