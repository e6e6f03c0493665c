import { subscribe } from "node:diagnostics_channel";
import type { TestClock } from "./clock";

interface PendingRequest {
  /** The server. */
  origin: string | URL;
}

/** The requests of this process that have not ended, as reported by undici. */
const pendingRequests = new Set<PendingRequest>();
const requestOf = (message: unknown) => (message as { request: PendingRequest }).request;
/** The end of the next request. */
let nextEnd = Promise.withResolvers<void>();
const onEnd = (message: unknown) => {
  pendingRequests.delete(requestOf(message));
  nextEnd.resolve();
  nextEnd = Promise.withResolvers();
};
subscribe("undici:request:create", (message) => pendingRequests.add(requestOf(message)));
subscribe("undici:request:trailers", onEnd);
subscribe("undici:request:error", onEnd);

/** Far more than any wait takes, also on a slow machine. */
const TIMEOUT_MS = 20_000;

/** Waits for an effect in the process of the test, such as the arrival of a request. */
export async function until(condition: () => boolean): Promise<void> {
  const begin = Date.now();
  while (!condition()) {
    if (Date.now() - begin > TIMEOUT_MS) throw new Error(`This condition was not met in time: ${condition}`);
    await new Promise(setImmediate);
  }
}

/**
 * Runs an operation to its end. The clock advances only while no request is pending, so simulated timeouts do not
 * depend on the speed of the machine. Operations that run side by side each have their own `platform`, and only
 * requests to that platform count.
 */
export async function settle<T>(clock: TestClock, operation: Promise<T>, platform?: string): Promise<T> {
  const isSettled = endOf(operation);
  while (!isSettled()) {
    await new Promise(setImmediate);
    if (isSettled()) break;
    // A request may hang for a while, and waiting must not keep a core busy.
    if (hasPendingRequest(platform)) await Promise.race([nextEnd.promise, operation.catch(() => {})]);
    else await clock.advance(STEP_MS);
  }
  return operation;
}

function hasPendingRequest(platform: string | undefined): boolean {
  return [...pendingRequests].some(({ origin }) => platform?.startsWith(`${origin}`) ?? true);
}

/** Less than any pause of the package. */
const STEP_MS = 50;

/** Tells whether an operation has ended. */
export function endOf(operation: Promise<unknown>): () => boolean {
  let ended = false;
  const mark = () => {
    ended = true;
  };
  operation.then(mark, mark);
  return () => ended;
}

/** The error with which an operation fails. */
export async function failureOf<T = Error>(operation: Promise<unknown>): Promise<T> {
  return operation.then(
    (value) => {
      throw new Error(`no failure, but ${JSON.stringify(value)}`);
    },
    (error: T) => error,
  );
}
