import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

type PollReply = (id: string, age: number) => Partial<Task> | undefined;

/**
 * A platform that returns a task as `poll` does at its age, and the waiter that polls it. `list`: the list of tasks has the awaited ones
 * and these, or it fails. Without it there is no list.
 */
export function platform(poll: PollReply, list?: Task[] | Error) {
  const clock = new TestClock();
  const polls: Array<{ what: string; at: number }> = [];
  const awaited: string[] = [];
  const sent = (what: string) => polls.push({ what, at: clock.now() });
  const seen = (id: string): Task | undefined => {
    const task = poll(id, clock.now());
    return task && { id, state: "RUNNING", created: {}, ...task };
  };
  const waiter = new TaskWaiter({
    async get(id) {
      sent(id);
      return seen(id);
    },
    async list(limit: number) {
      if (list === undefined) return undefined;
      sent(`list of ${limit}`);
      if (list instanceof Error) throw list;
      return [...awaited.flatMap((id) => seen(id) ?? []), ...list];
    },
    clock,
  });
  const lines: string[] = [];
  const end = new AbortController();
  const wait = (...ids: string[]) => {
    awaited.push(...ids);
    return waiter.wait(ids, {
      signal: end.signal,
      begunBy: "PATCH /routers",
      status: (text) => lines.push(text),
    });
  };
  /** The result of a wait that must be over after so many milliseconds. */
  const within = async <T>(ms: number, waiting: Promise<T>) => {
    await clock.advance(ms);
    return waiting;
  };
  return { clock, polls, waiter, wait, within, lines, end };
}
