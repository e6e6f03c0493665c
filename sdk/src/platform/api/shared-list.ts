import type { Clock } from "../../util/clock";
import { SingleFlight } from "../../util/single-flight";
import { PlatformError } from "../http/error";

/** How long a copy of a list serves reads. Others may change objects meanwhile, as they may after any read of the run. */
const MAX_AGE_MS = 10_000;

/**
 * A list that serves the reads of many of its objects at about the same time. The first of them is sent alone, the others
 * share a copy of the list.
 */
export class SharedList<T> {
  private beganAt = Number.NEGATIVE_INFINITY;
  /** The request of the copy, which the second read sends. */
  private request: SingleFlight<T[]> | undefined;
  private isStopped = false;

  constructor(private readonly clock: Clock) {}

  /** From now on every object is read alone. Called when this process changes an object. */
  stop(): void {
    this.isStopped = true;
  }

  /** The objects of the copy. If undefined, the object must be read alone. */
  async read(list: (signal: AbortSignal) => Promise<T[]>, signal?: AbortSignal): Promise<T[] | undefined> {
    const now = this.clock.now();
    if (now - this.beganAt > MAX_AGE_MS) {
      this.beganAt = now;
      this.request = undefined;
      return undefined;
    }
    if (this.isStopped) return undefined;
    if (this.request === undefined || this.request.isAborted) this.request = new SingleFlight(list);
    const objects = await this.request.wait(signal).catch((error: unknown): undefined => {
      // Each object is read alone then, so a wrong conclusion costs only requests.
      if (!(error instanceof PlatformError || signal?.aborted)) throw error;
    });
    return this.isStopped ? undefined : objects;
  }
}
