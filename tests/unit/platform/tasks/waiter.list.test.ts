import { describe, expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { NotTheApi, summaryOf } from "../../../../sdk/src/platform/http/error";
import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { TaskWaiter } from "../../../../sdk/src/platform/tasks/waiter";
import { TestClock } from "../../../support/clock";
import { platformError } from "../../../support/platform-error";
import { MINUTE, SECOND } from "./platform";

const HOUR = 60 * MINUTE;
const INTERVAL = { min: 100, max: MINUTE };
const TYPE = "create_router";

interface PlatformTask {
  id: string;
  type?: string;
  begin: number;
  length: number;
  /** How the task ends. */
  end?: Partial<Task>;
  /** The list has the task only after this time. */
  lag?: number;
}

/**
 * A platform with tasks of 8 s after tasks of the same type that took `earlier`, and the waiter. `list`: the request for
 * the list gets an error, or no reply.
 */
function setUp({ list, earlier = [] }: { list?: Error | "silence"; earlier?: number[] } = {}) {
  const clock = new TestClock();
  const begin = clock.now();
  const tasks: PlatformTask[] = earlier.map((length, index) => ({
    id: `earlier-${index}`,
    type: TYPE,
    begin: begin - HOUR,
    length,
  }));
  const requests: Array<{ what: string; at: number }> = [];
  const sent = (what: string) => requests.push({ what, at: clock.now() - begin });
  const recordOf = ({ id, type, begin: from, length, end }: PlatformTask): Task => {
    const isOver = clock.now() >= from + length;
    const ended = { state: "FINISHED", duration: length, ...end };
    return { id, created: {}, ...(type && { type }), ...(isOver ? ended : { state: "RUNNING" }) };
  };
  const waiter = new TaskWaiter({
    async get(id) {
      sent(id);
      const task = tasks.find((each) => each.id === id);
      return task && recordOf(task);
    },
    async list(limit, signal) {
      sent(`list of ${limit}`);
      if (list instanceof Error) throw list;
      if (list === "silence") return untilAborted(signal);
      const listed = tasks.filter(({ begin: from, lag = 0 }) => clock.now() >= from + lag).reverse();
      return listed.slice(0, limit).map(recordOf);
    },
    interval: INTERVAL,
    clock,
  });
  const add = (task: Partial<PlatformTask> & { id: string }) => {
    tasks.push({ type: TYPE, begin: clock.now(), length: 8 * SECOND, ...task });
    return task.id;
  };
  const lines: string[] = [];
  const end = new AbortController();
  const wait = (id: string) =>
    waiter.wait([id], { signal: end.signal, isNew: true, status: (text) => lines.push(text) });
  const lists = () => requests.filter(({ what }) => what.startsWith("list"));
  const polls = () => requests.filter(({ what }) => !what.startsWith("list"));
  return { clock, add, wait, waiter, requests, lists, polls, lines, end };
}

type Platform = ReturnType<typeof setUp>;

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(platformError({})));
  });
}

const USUAL = [6_400, 7_000, 7_500, 8_000, 8_400, 9_000, 9_600];

describe("one task", () => {
  /** The requests for one task of this length, and how long the wait took. */
  async function waitForOne(platform: Platform, length = 8 * SECOND) {
    const { add, wait, clock, requests } = platform;
    requests.length = 0;
    const id = `own-${clock.now()}`;
    const since = clock.now();
    const waiting = wait(add({ id, length })).then(() => clock.now() - since);
    await clock.advance(20 * MINUTE);
    return { requests: requests.map(({ what }) => (what === id ? "own" : what)), took: await waiting };
  }

  test("comes from the list at first, and then from polls of its own", async () => {
    const { requests } = await waitForOne(setUp({ earlier: USUAL }));
    const [first, ...further] = requests;
    expect(first).toBe("list of 22");
    expect(new Set(further)).toEqual(new Set(["own"]));
    expect(further.length).toBeLessThanOrEqual(4);
  });
});

test.each([
  ["refuses", platformError({ status: 500 })],
  ["forbids", platformError({ status: 403 })],
  ["is not the API", new NotTheApi({ ...platformError({ status: 404 }), kind: REPLIES.serverError })],
  ["breaks", new Error("a bug")],
])("a list that the server %s ends no wait: the tasks are polled alone", async (_, list) => {
  const { add, wait, clock, lists, lines } = setUp({ list });
  const waiting = Promise.all(["t0", "t1", "t2"].map((id) => wait(add({ id }))));
  await clock.advance(MINUTE);
  expect(await waiting).toHaveLength(3);
  expect(lists()).toHaveLength(1);
  expect(lines).toContain(`accepted, task t0 (last poll failed: ${summaryOf(list)})`);
});
