import type { PollInterval } from "../../../../sdk/src/platform/tasks/delays";
import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const INTERVAL: PollInterval = { min: 500, max: 15_000 };

type PollReply = (id: string, age: number) => Partial<Task> | undefined | Error;

/** A platform that returns a task as `poll` does at its age, and the waiter that polls it. */
export function platform(poll: PollReply) {
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
    interval: INTERVAL,
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
