import type { PollInterval } from "../../../../sdk/src/platform/tasks/delays";
import type { Task, TaskStillRunning } from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { failureOf } from "../../../support/until";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const INTERVAL: PollInterval = { min: 500, max: 15_000 };

/** A wait whose end nobody brings about, and whose status lines nobody reads. */
export const QUIET = { signal: new AbortController().signal, status: () => {} };

type PollReply = (id: string, age: number) => Partial<Task> | undefined | Error;

/** A platform that returns a task as `poll` does at its age, and the waiter that polls it. */
export function platform(poll: PollReply, interval = INTERVAL) {
  const clock = new TestClock();
  const begin = clock.now();
  const polls: Array<{ id: string; at: number }> = [];
  const waiter = new TaskWaiter({
    async get(id) {
      polls.push({ id, at: clock.now() - begin });
      const seen = poll(id, clock.now() - begin);
      if (seen instanceof Error) throw seen;
      return seen && { id, state: "RUNNING", created: {}, ...seen };
    },
    interval,
    clock,
  });
  const lines: string[] = [];
  const end = new AbortController();
  const wait = (...ids: string[]) =>
    waiter.wait(ids, { signal: end.signal, status: (text) => lines.push(text) });
  /** The result of a wait that must be over after so many milliseconds. */
  const within = async <T>(ms: number, waiting: Promise<T>) => {
    await clock.advance(ms);
    return waiting;
  };
  return { clock, begin, polls, waiter, wait, within, lines, end };
}

/** A waiter whose requests for a task and for the list end only with their signal, with the error that `onAbort` returns. */
export function hanging(onAbort: () => Error, hangs: "get" | "list" = "get") {
  const clock = new TestClock();
  let signal: AbortSignal | undefined;
  const untilAborted = (given: AbortSignal): Promise<never> => {
    signal = given;
    return new Promise((_, reject) => given.addEventListener("abort", () => reject(onAbort())));
  };
  const get = async (id: string) => ({ id, state: "RUNNING", created: {} });
  const waiter = new TaskWaiter({
    ...(hangs === "get"
      ? { get: (_id, given) => untilAborted(given) }
      : { get, list: (_limit, given) => untilAborted(given) }),
    interval: INTERVAL,
    clock,
  });
  const wait = (id: string, end: AbortController) =>
    failureOf<TaskStillRunning>(waiter.wait([id], { signal: end.signal, status: () => {} }));
  return { clock, wait, isEnded: () => signal?.aborted };
}
