import type { Send } from "../http/call";
import { PlatformError } from "../http/error";
import type { Clock } from "../util/clock";
import { SharedWork } from "../util/shared-work";
import type { OffsetList } from "./pages";

/** How long a list serves reads. Others may change objects meanwhile, as they may after any read of the same run. */
const MAX_AGE_MS = 10_000;
/** Each page after the first one is requested only after so many reads: most of the list may be objects of others. */
const READS_PER_PAGE = 10;

/** A list that serves reads of many of its objects at about the same time. */
export class SharedListing<T extends { id: string }> {
  private readonly beganAt: number;
  private page: SharedWork<void> | undefined;
  private pages = 0;
  private reads = 0;
  private hasFailed = false;

  constructor(
    private readonly list: OffsetList<T>,
    /** Reads the next page. False if the deployment does not have the list. */
    private readonly readNext: (send: Send) => Promise<boolean>,
    private readonly clock: Clock,
  ) {
    this.beganAt = clock.now();
  }

  /** Whether reads may use the list now. A list that has failed is kept, because a new one would be requested again. */
  get isCurrent(): boolean {
    return this.hasFailed || this.clock.now() - this.beganAt <= MAX_AGE_MS;
  }

  /** All objects, if the whole list has been read. */
  get all(): T[] | undefined {
    return this.list.isComplete ? [...this.list.records.values()] : undefined;
  }

  /** The object in the list. If undefined, the object must be read alone. */
  async find(id: string, send: Send, signal: AbortSignal | undefined): Promise<T | undefined> {
    this.reads += 1;
    for (;;) {
      const object = this.list.records.get(id.toLowerCase());
      if (object !== undefined || !(await this.readFurther(send, signal))) return object;
    }
  }

  /** Waits for the next page. False if the list is at its end, or cannot or should not be read further. */
  private async readFurther(send: Send, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.page === undefined || this.page.isOver) {
      if (this.hasFailed || this.list.isComplete || this.pages * READS_PER_PAGE > this.reads) return false;
      this.page = new SharedWork((end) => this.readPage((call) => send({ ...call, signal: end })));
    }
    try {
      await this.page.wait(signal);
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      throw error;
    }
  }

  private async readPage(send: Send): Promise<void> {
    this.pages += 1;
    const isRead = await this.readNext(send).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      return false;
    });
    this.hasFailed = !isRead;
  }
}
