import type { Clock } from "../../util/clock";
import { SingleFlight } from "../../util/single-flight";
import type { Send } from "../http/call";
import { PlatformError } from "../http/error";
import type { OffsetList } from "./pages";

/** How long a copy of a list serves reads. Others may change objects meanwhile, as they may after any read of the run. */
const MAX_AGE_MS = 10_000;
/** Each page after the first one is requested only after so many reads: most of the list may be objects of others. */
const READS_PER_PAGE = 10;

/** The pages of a list that have been read. */
interface Copy<T extends { id: string }> {
  list: OffsetList<T>;
  beganAt: number;
  reads: number;
  pages: number;
  /** The request for the next page. */
  request?: SingleFlight<void>;
}

/**
 * A list that serves the reads of many of its objects at about the same time. The first of them is sent alone, the others
 * share a copy of the list.
 */
export class SharedList<T extends { id: string }> {
  private copy: Copy<T> | undefined;
  private isStopped = false;

  constructor(
    private readonly newList: () => OffsetList<T>,
    /** Reads the next page. False if the deployment does not have the list. */
    private readonly readPage: (list: OffsetList<T>, send: Send) => Promise<boolean>,
    private readonly clock: Clock,
  ) {}

  /** From now on every object is read alone. Called when this process changes an object, or the list cannot be read. */
  stop(): void {
    this.isStopped = true;
  }

  /** All objects, if the whole list has been read. */
  get all(): T[] | undefined {
    const list = this.isStopped ? undefined : this.copy?.list;
    return list?.isComplete ? [...list.records.values()] : undefined;
  }

  /** The object in the copy. If undefined, the object must be read alone. */
  async find(id: string, send: Send, signal?: AbortSignal): Promise<T | undefined> {
    const now = this.clock.now();
    const { copy } = this;
    if (copy === undefined || now - copy.beganAt > MAX_AGE_MS) {
      this.copy = { list: this.newList(), beganAt: now, reads: 0, pages: 0 };
      return undefined;
    }
    copy.reads += 1;
    let object = copy.list.find(id);
    while (object === undefined && (await this.readFurther(copy, send, signal))) object = copy.list.find(id);
    return this.isStopped ? undefined : object;
  }

  /** Waits for the next page. False if the list is at its end, or cannot or should not be read further. */
  private async readFurther(copy: Copy<T>, send: Send, signal: AbortSignal | undefined): Promise<boolean> {
    if (copy.request === undefined || copy.request.isOver) {
      if (this.isStopped || copy.list.isComplete || copy.pages * READS_PER_PAGE > copy.reads) return false;
      copy.request = new SingleFlight((end) => this.request(copy, send, end));
    }
    try {
      await copy.request.wait(signal);
      return true;
    } catch (error) {
      if (signal?.aborted) return false;
      throw error;
    }
  }

  private async request(copy: Copy<T>, send: Send, signal: AbortSignal): Promise<void> {
    const sendUntil: Send = (call) => send({ ...call, signal });
    const isRead = await this.readPage(copy.list, sendUntil).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof PlatformError)) throw error;
      return false;
    });
    if (!isRead) this.stop();
    copy.pages += 1;
  }
}
