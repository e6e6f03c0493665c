import { expect, test } from "@jest/globals";
import { REPLIES } from "../../../../sdk/src/errors/replies";
import { NotTheApi, summaryOf } from "../../../../sdk/src/platform/http/error";
import type { Task } from "../../../../sdk/src/platform/tasks/task";
import { platformError } from "../../../support/platform-error";
import { MINUTE, platform, SECOND } from "./platform";

const TYPE = "create_router";

/** A task of 8 s. */
const poll = (_id: string, age: number) => ({
  type: TYPE,
  state: age < 8 * SECOND ? "RUNNING" : "FINISHED",
});

/** Earlier tasks of the type. */
const EARLIER = [6_400, 7_000, 7_500, 8_000, 8_400, 9_000, 9_600].map(
  (duration, index): Task => ({
    id: `earlier-${index}`,
    type: TYPE,
    state: "FINISHED",
    created: {},
    duration,
  }),
);

test("one task comes from the list at first, and then from polls of its own", async () => {
  const { wait, within, polls } = platform(poll, EARLIER);
  await within(MINUTE, wait("own"));
  const [first, ...further] = polls.map(({ what }) => what);
  expect(first).toBe("list of 102");
  expect(new Set(further)).toEqual(new Set(["own"]));
  expect(further.length).toBeLessThanOrEqual(4);
});

test.each([
  ["refuses", platformError({ status: 500 })],
  ["forbids", platformError({ status: 403 })],
  ["is not the API", new NotTheApi({ ...platformError({ status: 404 }), kind: REPLIES.serverError })],
  ["breaks", new Error("a bug")],
])("a list that the server %s ends no wait: the tasks are polled alone", async (_, list) => {
  const { wait, within, polls, lines } = platform(poll, list);
  expect(await within(MINUTE, wait("t0", "t1", "t2"))).toHaveLength(3);
  expect(polls.filter(({ what }) => what.startsWith("list"))).toHaveLength(1);
  expect(lines).toContain(`accepted, task t0 (last poll failed: ${summaryOf(list)})`);
});

test.each<[whose: string, types: string[], isPolledEarly: boolean]>([
  ["of the type that its operation has begun before is not polled at once", [TYPE], false],
  ["whose operation has begun tasks of several types is polled soon", [TYPE, "move_router"], true],
])("a later task %s", async (_, types, isPolledEarly) => {
  const begun = new Map<string, number>();
  const { wait, polls, clock } = platform((id, now) => {
    const age = now - (begun.get(id) ?? 0);
    return { type: id.split("-")[0], state: age < 8 * SECOND ? "RUNNING" : "FINISHED" };
  }, EARLIER);
  for (const type of types) {
    begun.set(`${type}-1`, clock.now());
    const first = wait(`${type}-1`);
    await clock.advance(MINUTE);
    await first;
  }
  const since = clock.now();
  begun.set(`${TYPE}-2`, since);
  const later = wait(`${TYPE}-2`);
  await clock.advance(MINUTE);
  await later;
  const [at = 0] = polls.map((poll) => poll.at - since).filter((age) => age > 0);
  expect(at < SECOND / 2).toBe(isPolledEarly);
  expect(at).toBeLessThanOrEqual(2 * SECOND);
});
