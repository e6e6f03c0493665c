import { subscribe } from "node:diagnostics_channel";
import type { TestClock } from "./clock";

interface Sent {
  /** Where to. */
  origin: string | URL;
}

/** The requests of this process that have not ended, as undici tells of them. */
const underWay = new Set<Sent>();
const requestOf = (message: unknown) => (message as { request: Sent }).request;
subscribe("undici:request:create", (message) => underWay.add(requestOf(message)));
subscribe("undici:request:trailers", (message) => underWay.delete(requestOf(message)));
subscribe("undici:request:error", (message) => underWay.delete(requestOf(message)));

/** Far more than anything here takes, also on a slow machine. */
const NEVER = 20_000;

/** Waits for what the test's own process brings about, such as the arrival of a request. */
export async function until(condition: () => boolean): Promise<void> {
  const begin = Date.now();
  while (!condition()) {
    if (Date.now() - begin > NEVER) throw new Error(`This never came: ${condition}`);
    await new Promise(setImmediate);
  }
}

/**
 * Lets an operation run to its end. The clock moves only while no request is under way, so that the simulated
 * time-outs mean what they say, however slow this machine is. Where operations run side by side, each has a platform
 * of its own, and no request to it may be under way.
 */
export async function settle<T>(clock: TestClock, operation: Promise<T>, platform?: string): Promise<T> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  operation.then(note, note);
  while (!settled) {
    await new Promise(setImmediate);
    if (!settled && !isAsked(platform)) await clock.advance(STEP);
  }
  return operation;
}

function isAsked(platform: string | undefined): boolean {
  return [...underWay].some(({ origin }) => platform?.startsWith(`${origin}`) ?? true);
}

/** Less than any pause that the package makes. */
const STEP = 50;

/** The error that an operation ends with. */
export async function failureOf<T = Error>(operation: Promise<unknown>): Promise<T> {
  return operation.then(
    (value) => {
      throw new Error(`no failure, but ${JSON.stringify(value)}`);
    },
    (error: T) => error,
  );
}
