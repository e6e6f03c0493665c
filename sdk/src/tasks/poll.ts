import { NotTheApi, PlatformError } from "../http/error";
import type { Clock } from "../util/clock";
import { nextDelay, type PollInterval } from "./delays";

export interface PollOptions {
  interval: PollInterval;
  clock: Clock;
  /** Ends it, with its reason. */
  signal: AbortSignal;
  status(text: string): void;
}

/** Looks until there is something to see; the pauses are a share of the time that has passed. A failed look is no end, but a server that is not the API is. */
export async function poll<T>(
  look: () => Promise<T | undefined>,
  { interval, clock, signal, status }: PollOptions,
): Promise<T> {
  const since = clock.now();
  for (;;) {
    const seen = await look().catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error instanceof NotTheApi) throw error;
      status(`last poll failed: ${error.message.split("\n")[0]}`);
      return undefined;
    });
    if (seen !== undefined) return seen;
    await clock.sleep(nextDelay(clock.now() - since, interval, clock), signal);
  }
}
