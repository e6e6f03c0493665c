import type { Clock } from "../../util/clock";
import { NotTheApi, PlatformError } from "../http/error";
import { nextPause, type PollInterval } from "./delays";

export interface PollOptions {
  interval: PollInterval;
  clock: Clock;
  /** Ends the polling; its reason is thrown. */
  signal: AbortSignal;
  status(text: string): void;
}

/**
 * Calls `get` until it returns something. A failed request does not end the polling, but a server that is not the API
 * does.
 */
export async function poll<T>(
  get: () => Promise<T | undefined>,
  { interval, clock, signal, status }: PollOptions,
): Promise<T> {
  const startedAt = clock.now();
  for (;;) {
    const result = await get().catch((error: unknown) => {
      if (!(error instanceof PlatformError) || error instanceof NotTheApi) throw error;
      status(`last poll failed: ${error.summary}`);
      return undefined;
    });
    if (result !== undefined) return result;
    await clock.sleep(nextPause(clock.now() - startedAt, undefined, interval, clock), signal);
  }
}
