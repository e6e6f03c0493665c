import type { Clock } from "../../util/clock";
import { SingleFlight } from "../../util/single-flight";
import type { Send } from "../http/call";
import { PlatformError } from "../http/error";
import type { OffsetList } from "./pages";

/** How long a copy of a list serves a refresh. Others may change objects meanwhile, as they may after any read of the run. */
export const REFRESH_MS = 10_000;
/** The same before a change, which must not undo what others have changed. */
export const CHANGE_MS = 100;
/** Each page after the first one is requested only after so many reads: most of the list may be objects of others. */
const READS_PER_PAGE = 10;
/** In a list with more objects, each search uses a filter. */
const MAX_SEARCHED = 100;
/** How long all reads are sent alone after a list could not be read. */
const PAUSE_MS = 30_000;

/**
 * A list that serves reads of many of its objects at about the same time. The first of them is sent alone, the others share
 * a copy of the list. A read of an object that this process may have changed since is sent alone as well.
 */
export class SharedListing<T extends { id: string }> {
  private copy: Copy<T> | undefined;
  private isLong = false;
  private pausedUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly newList: () => OffsetList<T>,
    /** Reads the next page. False if the deployment does not have the list. */
    private readonly readPage: (list: OffsetList<T>, send: Send) => Promise<boolean>,
    private readonly clock: Clock,
  ) {}

  /** All objects, if the whole list has been read and none may have changed since. */
  get all(): T[] | undefined {
    return this.copy?.excluded.size === 0 ? this.copy.all : undefined;
  }

  /** Called with each reply after which any object may have changed. */
  forget(): void {
    this.copy = undefined;
  }

  /** Called with each reply after which only this object may have changed: its id, or its name if it is new. */
  exclude(key: string): void {
    this.copy?.excluded.add(key);
  }

  /** The object in a copy that is not older than `maxAge`. If undefined, the object must be read alone. */
  async find(id: string, maxAge: number, send: Send, signal?: AbortSignal): Promise<T | undefined> {
    const copy = this.copyFor(id, maxAge);
    return copy?.find(id, send, signal);
  }

  /** All objects, to search one by its name. If undefined, the search must be sent alone, with a filter. */
  async searchIn(name: string, send: Send, signal?: AbortSignal): Promise<T[] | undefined> {
    const copy = this.isLong ? undefined : this.copyFor(name.toLowerCase(), CHANGE_MS);
    await copy?.readFirstPage(send, signal);
    if (copy?.isLongerThan(MAX_SEARCHED)) this.isLong = true;
    return copy?.all;
  }

  /** Undefined if the read must be sent alone. */
  private copyFor(key: string, maxAge: number): Copy<T> | undefined {
    const now = this.clock.now();
    if (now < this.pausedUntil) return undefined;
    if (this.copy && now - this.copy.beganAt <= maxAge)
      return this.copy.excluded.has(key) ? undefined : this.copy;
    const list = this.newList();
    this.copy = new Copy(list, (send, signal) => this.readNext(list, send, signal), now);
    return undefined;
  }

  private async readNext(list: OffsetList<T>, send: Send, signal: AbortSignal): Promise<boolean> {
    const isRead = await this.readPage(list, (call) => send({ ...call, signal })).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof PlatformError)) throw error;
      return false;
    });
    if (!isRead) this.pausedUntil = this.clock.now() + PAUSE_MS;
    return isRead;
  }
}

/** The pages of a list that have been read, and the next one. */
class Copy<T extends { id: string }> {
  readonly excluded = new Set<string>();
  private page: SingleFlight<void> | undefined;
  private pages = 0;
  private reads = 0;
  private hasFailed = false;

  constructor(
    private readonly list: OffsetList<T>,
    private readonly readNext: (send: Send, signal: AbortSignal) => Promise<boolean>,
    readonly beganAt: number,
  ) {}

  get all(): T[] | undefined {
    return this.list.isComplete ? [...this.list.records.values()] : undefined;
  }

  /** Whether the first page shows that the list has more objects, or may have. */
  isLongerThan(count: number): boolean {
    const { records, isComplete } = this.list;
    return this.pages > 0 && !this.hasFailed && (records.size > count || !isComplete);
  }

  async find(id: string, send: Send, signal: AbortSignal | undefined): Promise<T | undefined> {
    this.reads += 1;
    for (;;) {
      const object = this.list.records.get(id);
      if (object !== undefined || !(await this.readFurther(send, signal))) return object;
    }
  }

  async readFirstPage(send: Send, signal: AbortSignal | undefined): Promise<void> {
    if (this.pages === 0) await this.readFurther(send, signal);
  }

  /** Waits for the next page. False if the list is at its end, or cannot or should not be read further. */
  private async readFurther(send: Send, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.page === undefined || this.page.isOver) {
      if (this.hasFailed || this.list.isComplete || this.pages * READS_PER_PAGE > this.reads) return false;
      this.page = new SingleFlight((end) => this.readPage(send, end));
    }
    try {
      await this.page.wait(signal);
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      throw error;
    }
  }

  private async readPage(send: Send, signal: AbortSignal): Promise<void> {
    this.hasFailed = !(await this.readNext(send, signal));
    this.pages += 1;
  }
}
