import { expect, test } from "@jest/globals";
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
const ONE: Record<string, Signs> = { a: {} };
const BOTH: Record<string, Signs> = { a: {}, b: {} };
const BY_TASK: Signs = { creator: "task-1" };
const BY_OTHERS: Signs = { creator: "task-9" };

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

function testRows(situation: string, rows: Row[]): void {
  test.each(rows)(`${situation} %s`, (_, known, expected) => {
    expect(recognised(known)).toBe(expected);
  });
}

const BEFORE = { before: [] };
const TASK = { ...BEFORE, tasks: ["task-1"] };

testRows("after a finished task, the created object is", [
  [
    "the one that the task reports, beside an equal one",
    { ...TASK, reported: ["a"], listed: BOTH },
    "ours: a",
  ],
  [
    "unclear if the task reports two equal ones",
    { ...TASK, reported: ["a", "b"], listed: BOTH },
    "unclear: a, b",
  ],
  [
    "the new one if the task reports the id of something else",
    { ...TASK, reported: ["x"], listed: ONE },
    "ours: a",
  ],
  [
    "none if the task reports an older object",
    { tasks: ["task-1"], before: ["a"], reported: ["a"], listed: ONE },
    "nothing",
  ],
  [
    "none if the task reports an object of another resource",
    { ...TASK, reported: ["a"], inUse: ["a"], listed: ONE },
    "nothing",
  ],
  ["the one that names the task", { ...TASK, listed: { a: {}, b: BY_TASK } }, "ours: b"],
  ["unclear if two name the task", { ...TASK, listed: { a: BY_TASK, b: BY_TASK } }, "unclear: a, b"],
  [
    "unclear if the task reports one, and another one names the task",
    { ...TASK, reported: ["a"], listed: { a: {}, b: BY_TASK } },
    "unclear: a, b",
  ],
  ["the new one if it names no task", { ...TASK, listed: ONE }, "ours: a"],
  ["unclear if two are new and name no task", { ...TASK, listed: BOTH }, "unclear: a, b"],
  [
    "the new one if the other one existed before",
    { tasks: ["task-1"], before: ["a"], listed: BOTH },
    "ours: b",
  ],
  ["none if another task has created the new one", { ...TASK, listed: { a: BY_OTHERS } }, "nothing"],
  [
    "the one that names no task, beside one of another task",
    { ...TASK, listed: { a: BY_OTHERS, b: {} } },
    "ours: b",
  ],
  ["none while none is listed", { ...TASK, listed: NONE }, "nothing"],
  ["unlistable if the platform cannot list objects", { ...TASK, reported: ["a"] }, "unlistable"],
]);

testRows("after a reply that named no task, or was lost in the same run, the created object is", [
  ["the new one", { before: ["a"], listed: BOTH }, "ours: b"],
  ["the new one, whichever task has created it", { ...BEFORE, listed: { a: BY_OTHERS } }, "ours: a"],
  ["the new one that no other resource uses", { ...BEFORE, inUse: ["a"], listed: BOTH }, "ours: b"],
  ["none if another resource uses the new one", { ...BEFORE, inUse: ["a"], listed: ONE }, "nothing"],
]);

testRows("without a list from before the request, the created object is", [
  ["the only equal one after a task", { tasks: ["task-1"], listed: ONE }, "ours: a"],
  ["unclear if there are two", { tasks: ["task-1"], listed: BOTH }, "unclear: a, b"],
  [
    "none if a second, equal one is meant to exist",
    { mayBeSecond: true, tasks: ["task-1"], listed: ONE },
    "nothing",
  ],
  [
    "the one of the task, though a second one is meant to exist",
    { mayBeSecond: true, tasks: ["task-1"], listed: { a: {}, b: BY_TASK } },
    "ours: b",
  ],
]);

test("with a list from before, the new object is the created one though a second, equal one is meant to exist", () => {
  expect(recognised({ before: ["a"], mayBeSecond: true, listed: BOTH })).toBe("ours: b");
});

const at = 1_000_000;
const until = at + 60_000;
const soon = { until, now: until + REPLICATION_LAG_MS };
const late = { until, now: until + REPLICATION_LAG_MS + 1 };
const killed = { ...BEFORE, at, earlier: late };
const created = (createdAt: number) => ({ listed: { a: { createdAt } } });

testRows("after a run that was killed before it got a reply, the created object is", [
  ["one that was created when the request ended", { ...killed, ...created(until) }, "ours: a"],
  [
    "one that was created shortly before, by another clock",
    { ...killed, ...created(at - CLOCK_TOLERANCE_MS) },
    "ours: a",
  ],
  [
    "none that was created before the request",
    { ...killed, ...created(at - CLOCK_TOLERANCE_MS - 1) },
    "nothing",
  ],
  ["none that was created later", { ...killed, ...created(until + 1) }, "nothing"],
  [
    "the one of two that was created during the request",
    { ...killed, listed: { a: { createdAt: at + 1 }, b: { createdAt: until + 1 } } },
    "ours: a",
  ],
  [
    "unclear if two were created during the request",
    { ...killed, listed: { a: { createdAt: at + 1 }, b: { createdAt: at + 2 } } },
    "unclear: a, b",
  ],
  ["none that existed before", { ...killed, before: ["a"], ...created(at + 1) }, "nothing"],
  ["one without a time while the replicas may lag", { ...killed, earlier: soon, listed: ONE }, "ours: a"],
  ["unclear if one without a time is seen later", { ...killed, listed: ONE }, "unclear: a"],
  [
    "one with a time, beside one without",
    { ...killed, listed: { a: {}, b: { createdAt: at + 1 } } },
    "ours: b",
  ],
  [
    "unclear if the platform had no clock at the request",
    { ...BEFORE, earlier: { until: undefined, now: late.now }, ...created(at + 1) },
    "unclear: a",
  ],
  [
    "unclear if the platform has no clock now, and the object no time",
    { ...killed, earlier: { until, now: undefined }, listed: ONE },
    "unclear: a",
  ],
]);

const killedWithTask = { ...TASK, at: 1_000_000, earlier: { until: 1_060_000, now: 9_000_000 } };

testRows("after a run that was killed while its task ran, the created object is", [
  ["the one that the task reports", { ...killedWithTask, reported: ["a"], listed: BOTH }, "ours: a"],
  [
    "the new one that names no task, at any time",
    { ...killedWithTask, listed: { a: { createdAt: 5_000_000 } } },
    "ours: a",
  ],
  ["none of somebody else's task", { ...killedWithTask, listed: { a: BY_OTHERS } }, "nothing"],
]);
