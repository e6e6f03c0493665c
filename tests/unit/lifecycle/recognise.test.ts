import { describe, expect, test } from "@jest/globals";
import { CLOCK_TOLERANCE_MS, type Evidence, recognise } from "../../../sdk/src/lifecycle/recognise";
import type { BegunCreation } from "../../../sdk/src/lifecycle/record";
import type { Live } from "../../../sdk/src/lifecycle/resource";
import { REPLICATION_LAG_MS } from "../../../sdk/src/platform/tasks/delays";

// Which object belongs to a creation. Only objects with the key of the creation are listed.

type Signs = Omit<Partial<Live<object>>, "id" | "state">;
type Known = Partial<Omit<Evidence<object>, "record" | "isInUse" | "listed">> & {
  /** The equal objects, by id, with what the platform says of each. */
  listed?: Record<string, Signs>;
  tasks?: string[];
  before?: string[];
  at?: number;
  inUse?: string[];
};
type Row = [title: string, known: Known, expected: string];

const NONE: Record<string, Signs> = {};

/** The result in one line: `ours: a`, `unclear: a, b`, `nothing` or `unlistable`. */
function recognised({ listed, tasks, before, at, inUse = [], reported = [], ...others }: Known): string {
  const creation: BegunCreation = {
    salt: "",
    digest: "",
    declared: [],
    ...(before && { before }),
    ...(at !== undefined && { at }),
  };
  const result = recognise<object>({
    record: { tasks, creation },
    listed: listed && Object.entries(listed).map(([id, signs]) => ({ id, state: {}, ...signs })),
    reported,
    isInUse: (id) => inUse.includes(id),
    ...others,
  });
  if (result.is === "ours") return `ours: ${result.object.id}`;
  if (result.is === "unclear") return `unclear: ${result.objects.map(({ id }) => id).join(", ")}`;
  return result.is;
}

function testRows(rows: Row[]): void {
  test.each(rows)("%s", (_, known, expected) => {
    expect(recognised(known)).toBe(expected);
  });
}

const BEFORE = { before: [] };
const TASK = { ...BEFORE, tasks: ["task-1"] };

describe("after a finished task, the created object is", () => {
  testRows([
    ["the one that the task reports", { ...TASK, reported: ["a"], listed: { a: {} } }, "ours: a"],
    [
      "the one that the task reports, beside an equal one that has appeared as well",
      { ...TASK, reported: ["a"], listed: { a: {}, b: {} } },
      "ours: a",
    ],
    [
      "the equal one of two that the task reports",
      { ...TASK, reported: ["network-of-another", "a"], listed: { a: {} } },
      "ours: a",
    ],
    [
      "unclear if the task reports two equal ones",
      { ...TASK, reported: ["a", "b"], listed: { a: {}, b: {} } },
      "unclear: a, b",
    ],
    [
      "the new one if the task reports the id of something else",
      { ...TASK, reported: ["x"], listed: { a: {} } },
      "ours: a",
    ],
    [
      "none if the task reports an object that existed before",
      { tasks: ["task-1"], before: ["a"], reported: ["a"], listed: { a: {} } },
      "nothing",
    ],
    [
      "none if the task reports an object of another resource of the stack",
      { ...TASK, reported: ["a"], inUse: ["a"], listed: { a: {} } },
      "nothing",
    ],
    [
      "the one that names the task as its creator",
      { ...TASK, listed: { a: {}, b: { creator: "task-1" } } },
      "ours: b",
    ],
    [
      "the one that names one of several tasks as its creator",
      { ...BEFORE, tasks: ["task-1", "task-2"], listed: { a: { creator: "task-2" } } },
      "ours: a",
    ],
    [
      "unclear if two name the task as their creator",
      { ...TASK, listed: { a: { creator: "task-1" }, b: { creator: "task-1" } } },
      "unclear: a, b",
    ],
    [
      "unclear if the task reports one, and another one names the task as its creator",
      { ...TASK, reported: ["a"], listed: { a: {}, b: { creator: "task-1" } } },
      "unclear: a, b",
    ],
    ["the new one if no task is named for it", { ...TASK, listed: { a: {} } }, "ours: a"],
    [
      "unclear if two are new, and no task is named for them",
      { ...TASK, listed: { a: {}, b: {} } },
      "unclear: a, b",
    ],
    [
      "the new one if the other one existed before",
      { tasks: ["task-1"], before: ["a"], listed: { a: {}, b: {} } },
      "ours: b",
    ],
    [
      "none if the task of somebody else has created the new one",
      { ...TASK, listed: { a: { creator: "task-9" } } },
      "nothing",
    ],
    [
      "the one without a task, beside one of somebody else's task",
      { ...TASK, listed: { a: { creator: "task-9" }, b: {} } },
      "ours: b",
    ],
    ["none while none is listed", { ...TASK, listed: NONE }, "nothing"],
    ["unlistable if the platform cannot list objects", { ...TASK, reported: ["a"] }, "unlistable"],
  ]);
});

describe("after a reply that named no task, or was lost in the same run, the created object is", () => {
  testRows([
    ["the new one", { before: ["a"], listed: { a: {}, b: {} } }, "ours: b"],
    [
      "the new one, whichever task has created it",
      { ...BEFORE, listed: { a: { creator: "task-9" } } },
      "ours: a",
    ],
    ["unclear if two are new", { ...BEFORE, listed: { a: {}, b: {} } }, "unclear: a, b"],
    [
      "any new one if equal objects mean the same",
      { ...BEFORE, areEqual: true, listed: { a: {}, b: {} } },
      "ours: a",
    ],
    [
      "unclear if two are new, and may be of different clients",
      { ...BEFORE, areEqual: true, listed: { a: { mayBeForeign: true }, b: { mayBeForeign: true } } },
      "unclear: a, b",
    ],
    ["none if all existed before", { before: ["a", "b"], listed: { a: {}, b: {} } }, "nothing"],
    [
      "the new one that no other resource of the stack uses",
      { ...BEFORE, inUse: ["a"], listed: { a: {}, b: {} } },
      "ours: b",
    ],
    [
      "none if another resource of the stack uses the new one",
      { ...BEFORE, inUse: ["a"], listed: { a: {} } },
      "nothing",
    ],
    ["unlistable if the platform cannot list objects", BEFORE, "unlistable"],
  ]);
});

describe("without a list from before the request, the created object is", () => {
  testRows([
    ["the only equal one after a task", { tasks: ["task-1"], listed: { a: {} } }, "ours: a"],
    ["unclear if there are two", { tasks: ["task-1"], listed: { a: {}, b: {} } }, "unclear: a, b"],
    [
      "none if a second, equal one is meant to exist",
      { mayBeSecond: true, tasks: ["task-1"], listed: { a: {} } },
      "nothing",
    ],
    [
      "the one of the task, though a second, equal one is meant to exist",
      { mayBeSecond: true, tasks: ["task-1"], listed: { a: {}, b: { creator: "task-1" } } },
      "ours: b",
    ],
  ]);
});

test("with a list from before, the new object is the created one though a second, equal one is meant to exist", () => {
  expect(recognised({ before: ["a"], mayBeSecond: true, listed: { a: {}, b: {} } })).toBe("ours: b");
});

describe("after a run that was killed before it got a reply, the created object is", () => {
  const at = 1_000_000;
  const until = at + 60_000;
  const soon = { until, now: until };
  const late = { until, now: until + REPLICATION_LAG_MS + 1 };
  const killed = { ...BEFORE, at, earlier: late };
  const created = (createdAt: number) => ({ listed: { a: { createdAt } } });

  testRows([
    ["one that was created while the request was under way", { ...killed, ...created(at + 1) }, "ours: a"],
    [
      "one that was created when the request ended at the latest",
      { ...killed, ...created(until) },
      "ours: a",
    ],
    [
      "one that was created shortly before, by another clock of the platform",
      { ...killed, ...created(at - CLOCK_TOLERANCE_MS) },
      "ours: a",
    ],
    [
      "none that was created before the request",
      { ...killed, ...created(at - CLOCK_TOLERANCE_MS - 1) },
      "nothing",
    ],
    ["none that was created later, by somebody else", { ...killed, ...created(until + 1) }, "nothing"],
    [
      "none that was created later, even if the next run comes soon",
      { ...killed, earlier: soon, ...created(until + 1) },
      "nothing",
    ],
    [
      "the one of two that was created while the request was under way",
      { ...killed, listed: { a: { createdAt: at + 1 }, b: { createdAt: until + 1 } } },
      "ours: a",
    ],
    [
      "unclear if two were created while the request was under way",
      { ...killed, listed: { a: { createdAt: at + 1 }, b: { createdAt: at + 2 } } },
      "unclear: a, b",
    ],
    [
      "any of two equal ones that mean the same",
      { ...killed, areEqual: true, listed: { a: { createdAt: at + 1 }, b: { createdAt: at + 2 } } },
      "ours: a",
    ],
    [
      "none that existed before, whatever its time of creation",
      { ...killed, before: ["a"], ...created(at + 1) },
      "nothing",
    ],
    [
      "none that another resource of the stack uses",
      { ...killed, inUse: ["a"], ...created(at + 1) },
      "nothing",
    ],
    [
      "one without a time of creation if the next run comes soon",
      { ...killed, earlier: soon, listed: { a: {} } },
      "ours: a",
    ],
    [
      "one without a time of creation while the platform's replicas may lag",
      { ...killed, earlier: { until, now: until + REPLICATION_LAG_MS }, listed: { a: {} } },
      "ours: a",
    ],
    [
      "unclear if one without a time of creation is seen later",
      { ...killed, listed: { a: {} } },
      "unclear: a",
    ],
    [
      "one with a time of creation, beside one without",
      { ...killed, listed: { a: {}, b: { createdAt: at + 1 } } },
      "ours: b",
    ],
    [
      "unclear if the platform had no clock at the request",
      { ...BEFORE, earlier: { until: undefined, now: late.now }, ...created(at + 1) },
      "unclear: a",
    ],
    [
      "unclear if the platform has no clock now, and its object no time of creation",
      { ...killed, earlier: { until, now: undefined }, listed: { a: {} } },
      "unclear: a",
    ],
    ["none while none is listed", { ...killed, listed: NONE }, "nothing"],
    ["unlistable if the platform cannot list objects", killed, "unlistable"],
  ]);
});

describe("after a run that was killed while its task ran, the created object is", () => {
  const killed = { ...TASK, at: 1_000_000, earlier: { until: 1_060_000, now: 9_000_000 } };

  testRows([
    ["the one that the task reports", { ...killed, reported: ["a"], listed: { a: {}, b: {} } }, "ours: a"],
    [
      "the new one that no task has created, whatever its time of creation",
      { ...killed, listed: { a: { createdAt: 5_000_000 } } },
      "ours: a",
    ],
    ["none of somebody else's task", { ...killed, listed: { a: { creator: "task-9" } } }, "nothing"],
  ]);
});
