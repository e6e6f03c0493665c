import type { Clock } from "../../util/clock";
import { SingleFlight } from "../../util/single-flight";
import { PlatformError } from "../http/error";

/** How long a copy of a list serves reads. Others may change objects meanwhile, as they may after any read of the run. */
const MAX_AGE_MS = 10_000;

/** A copy of a list, which the second read requests. */
interface Copy<T> {
  beganAt: number;
  request?: SingleFlight<void>;
  objects?: T[] | undefined;
}

/** Lists all objects; undefined if the deployment cannot list them. */
type List<T> = (signal: AbortSignal) => Promise<T[] | undefined>;

/**
 * A list that serves the reads of many of its objects at about the same time. The first of them is sent alone, the others
 * share a copy of the list.
 */
export class SharedList<T> {
  private copy: Copy<T> | undefined;
  private isStopped = false;

  constructor(private readonly clock: Clock) {}

  /** From now on every object is read alone. Called when this process changes an object, or the list cannot be read. */
  stop(): void {
    this.isStopped = true;
  }

  /** The objects of the copy. If undefined, the object must be read alone. */
  async read(list: List<T>, signal?: AbortSignal): Promise<T[] | undefined> {
    const now = this.clock.now();
    const { copy } = this;
    if (copy === undefined || now - copy.beganAt > MAX_AGE_MS) {
      this.copy = { beganAt: now };
      return undefined;
    }
    if (!this.isStopped && copy.objects === undefined) await this.request(copy, list, signal);
    return this.isStopped ? undefined : copy.objects;
  }

  /** Requests the list, or waits for the request of another read. */
  private async request(copy: Copy<T>, list: List<T>, signal: AbortSignal | undefined): Promise<void> {
    if (copy.request === undefined || copy.request.isOver)
      copy.request = new SingleFlight(async (end) => {
        copy.objects = await list(end).catch((error: unknown): undefined => {
          if (end.aborted || !(error instanceof PlatformError)) throw error;
        });
        if (copy.objects === undefined) this.stop();
      });
    await copy.request.wait(signal).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    });
  }
}
