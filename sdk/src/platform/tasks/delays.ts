import type { Clock } from "../../util/clock";
import type { Task } from "./task";

/** Bounds of the time between two polls, and before the first one. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 240_000;

/** A change may become visible, and a new task readable, only after this time: the platform's replicas lag. */
export const REPLICATION_LAG_MS = 30_000;

/** A gateway may answer in place of the API for a moment. */
export const CONFIRMATION_PAUSE_MS = 1_000;

/** No task is expected to finish before this share of the usual time of its type. */
const EARLIEST_END = 0.9;
/** The pause from then on, as a share of the age: polling lengthens no wait by more than this share. */
const PAUSE_SHARE = 0.06;
/** The same if no usual time is known. */
const PAUSE_SHARE_IF_UNKNOWN = 0.25;
/** Without a usual time, the first pauses double up to this one. */
const YOUNG_PAUSE_MS = 500;
/** Until a task is expected to finish, polls only notice failures: after 10 s, and then after twice the pause before. */
const FAILURE_PAUSE_MS = 10_000;
/** Random part of the pauses, so that the polls of many tasks spread out. */
const JITTER_SHARE = 0.1;

/** Milliseconds until the next poll of something of this age. `usual` is the usual time of such tasks. */
export function nextPause(age: number, usual: number | undefined, clock: Clock): number {
  const jitter = 1 + JITTER_SHARE * (2 * clock.random() - 1);
  const pause =
    usual === undefined
      ? Math.max(age * PAUSE_SHARE_IF_UNKNOWN, Math.min(age, YOUNG_PAUSE_MS)) * jitter
      : Math.min(Math.max(usual * EARLIEST_END - age, age * PAUSE_SHARE * jitter), FAILURE_PAUSE_MS + age);
  return Math.min(Math.max(pause, MIN_PAUSE_MS), MAX_PAUSE_MS);
}

/** The usual time follows the load of the platform, so only so many of the last tasks count. */
const TASKS_PER_TYPE = 16;

/** How long tasks usually take, by type. */
export class UsualTimes {
  /** The durations of the last finished tasks of each type, by their ids. */
  private readonly durations = new Map<string | undefined, Map<string, number>>();
  /** The types of the tasks that an operation of the API has begun. */
  private readonly types = new Map<string, Set<string>>();

  /** Records a finished task of this process, or of anyone else. A task that is recorded again counts once. */
  record({ id, type, state, duration }: Task): void {
    if (state !== "FINISHED" || type === undefined || duration === undefined) return;
    const ofType = this.durations.get(type) ?? new Map<string, number>();
    this.durations.set(type, ofType.set(id, duration));
    const [oldest] = ofType.keys();
    if (ofType.size > TASKS_PER_TYPE && oldest !== undefined) ofType.delete(oldest);
  }

  /** A task of this type was begun by the operation. */
  name(begunBy: string, type: string): void {
    this.types.set(begunBy, (this.types.get(begunBy) ?? new Set()).add(type));
  }

  /**
   * The median, or the lower one of two medians: polls that come early do less harm than polls that come late. The type of a task that
   * was not polled yet is that of all tasks which its operation has begun before.
   */
  of(known: string | undefined, begunBy = ""): number | undefined {
    const [type, ...others] = known === undefined ? (this.types.get(begunBy) ?? []) : [known];
    if (others.length > 0) return undefined;
    const sorted = [...(this.durations.get(type)?.values() ?? [])].sort((one, other) => one - other);
    return sorted[Math.floor((sorted.length - 1) / 2)];
  }
}
