import { subscribe } from "node:diagnostics_channel";
import type { TestClock } from "./clock";

/** The requests of this process that have not ended, as undici tells of them. */
const underWay = new Set<unknown>();
const requestOf = (message: unknown) => (message as { request: unknown }).request;
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
 * time-outs mean what they say, however slow this machine is.
 */
export async function settle<T>(clock: TestClock, operation: Promise<T>): Promise<T> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  operation.then(note, note);
  while (!settled) {
    await new Promise(setImmediate);
    if (!settled && underWay.size === 0) await clock.advance(STEP);
  }
  return operation;
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
