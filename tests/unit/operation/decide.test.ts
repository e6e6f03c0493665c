import { expect, test } from "@jest/globals";
import { type CodedError, defineError } from "../../../sdk/src/errors/definition";
import { TASKS } from "../../../sdk/src/errors/tasks";
import type { ListedCreation } from "../../../sdk/src/operation/creation";
import {
  type Attempt,
  CLOCK_TOLERANCE_MS,
  type Decision,
  type DecisionTo,
  mayCreateSince,
} from "../../../sdk/src/operation/decide";
import { isLive, type Live, type Missing } from "../../../sdk/src/operation/resource";
import { CONNECTIONS } from "../../../sdk/src/platform/http/no-reply";
import type { IfExists } from "../../../sdk/src/platform/settings";
import { REPLICATION_LAG_MS } from "../../../sdk/src/platform/tasks/delays";
import { type Task, TaskFailed, TaskNotFound } from "../../../sdk/src/platform/tasks/task";
import { creation as creationOf } from "../../../sdk/src/resources/router/creation";
import { saltedDigestOf } from "../../../sdk/src/util/digest";
import { decisionOf } from "../../support/decision";
import { changes } from "../../support/platform";
import { platformError } from "../../support/platform-error";
import { failureOf } from "../../support/until";
import { PLACE, args as routerArgs, setUp, setUpTwo } from "../resources/router/setup";

// What is done about a creation: each row has what is known, and the decision in one line. The key of a box is its name and region.

interface Box {
  key: unknown;
}

/** What the platform says of an object. `key`: not the declared one. */
type Signs = Omit<Partial<Live<Box>>, "id" | "state"> & { key?: unknown };

interface Known {
  /** The listed objects, by id. Default: none. */
  listed?: Record<string, Signs>;
  cannotList?: true;
  /** The objects that are those of other resources. */
  inUse?: string[];
  former?: string;
  creating?: string[];
  mayLag?: true;
  /** An update cannot change the key of an object. */
  outOfReach?: true;
  /** Default: `fail`, with an error if several exist. */
  ifExists?: IfExists;
  areAlike?: true;
  /** The state cannot have an object whose id is not known. */
  unseenIsError?: true;
  /** The record of the attempt. */
  id?: string;
  tasks?: string[];
  before?: string[];
  at?: number | undefined;
  /** The key with which it began. Default: the declared one. Null: the record has no creation. */
  begun?: unknown;
  /** An earlier run has sent the request. */
  earlier?: { now: number | undefined };
  /** How the tasks have ended, and the ids that finished ones report. */
  ended?: "finished" | "failed" | "unknown" | undefined;
  reported?: string[];
  /** When the task has ended. */
  finishedAt?: number;
  lost?: true;
  /** The object that the record names, or the report. */
  named?: Missing | Signs;
}

type Row = [title: string, known: Known, expected: string];

/** How long a request may be under way. */
const TIMEOUT = 60_000;
const KEY = { name: "box", region: 2 };
const OLD_KEY = { name: "old", region: 2 };
const FOREIGN: Signs = { lacks: "owner" };
const OLD: Signs = { key: OLD_KEY };
/** No update can give the object the declared key. */
const FAR: Known = { outOfReach: true };
/** At the end of a provisional id. */
const DIGEST = /-[0-9a-f]{7}$/;
const REVERSED = { region: 2, name: "box" };

const ERRORS = {
  exists: defineError({ code: "exists", message: () => "such a box exists" }),
  cannotList: defineError({ code: "cannot-list", message: () => "boxes cannot be listed" }),
  notListed: defineError({ code: "not-listed", message: () => "the box is not listed" }),
};

function boxCreation({ ifExists = "fail", areAlike, unseenIsError }: Known): ListedCreation<Box> {
  const isError = (count: number) => !areAlike && (ifExists === "fail" || count > 1);
  return {
    noun: "box",
    keyOf: ({ key }) => key,
    known: { key: KEY },
    unique: [],
    step: { send: async () => [] },
    tasks: { type: "create_box", creates: "boxes" },
    ifExists,
    use(boxes) {
      if (boxes[0]?.lacks) return undefined;
      return isError(boxes.length) ? ERRORS.exists.error() : `adopts ${boxes[0]?.id}`;
    },
    unseen(why) {
      if (unseenIsError && why !== "cannotList") throw ERRORS.notListed.error();
      return why === "idNotReported" ? undefined : ERRORS[why].error();
    },
  };
}

function attemptOf(known: Known) {
  const { id, tasks, before, at, begun = KEY, earlier, ended, reported, lost, finishedAt } = known;
  if (!(id || tasks || earlier || ended || lost)) return undefined;
  const times = { ...(before && { before }), ...(at !== undefined && { at }) };
  const creation = begun === null ? undefined : { ...saltedDigestOf(begun), ...times, declared: [] };
  const [first = "task-1"] = tasks ?? [];
  // A report has other objects too.
  const created = { boxes: reported ?? [], ports: ["port-1"] };
  const end = finishedAt === undefined ? {} : { finishedAt };
  const finished: Task[] = [{ id: first, state: "FINISHED", created, ...end }];
  const failed: Task = { id: "task-2", state: "ERROR", created: {} };
  const failures = {
    failed: { failure: new TaskFailed(failed, reported ? finished : []) },
    unknown: { failure: new TaskNotFound(TASKS.unknown, { task: first, state: "NEW" }) },
    finished: {},
  };
  const error = platformError({ kind: CONNECTIONS.connectionLost, mayHaveTakenEffect: true });
  const attempt: Attempt = {
    record: { id, tasks, creation },
    ...(earlier && { isEarlier: true }),
    ...(ended && {
      ended: { finished: ended === "finished" || reported ? finished : [], ...failures[ended] },
    }),
    ...(lost && { lost: error }),
  };
  return attempt;
}

const boxOf = (id: string, { key = KEY, ...signs }: Signs): Live<Box> => ({ id, state: { key }, ...signs });

function decided(known: Known): Decision<Box> {
  const { listed = {}, cannotList, inUse = [], named = "gone", creating = [], earlier, former } = known;
  const answers = {
    read: (id: string) => (typeof named === "object" ? boxOf(id, named) : named),
    list: cannotList ? undefined : Object.entries(listed).map((entry) => boxOf(...entry)),
    unfinished: creating.map((id) => ({ id, created: {} })),
    finished: [],
  };
  return decisionOf(boxCreation(known), {
    attempt: attemptOf(known),
    mayLag: known.mayLag,
    isWithinReach: () => !known.outOfReach,
    facts: { former, requestTimeout: TIMEOUT, now: () => earlier?.now, isInUse: (id) => inUse.includes(id) },
    answer(question) {
      if (question.do === "read") return answers.read(question.id);
      return question.do === "list" ? answers.list : answers[question.which];
    },
  });
}

function inWords(decision: Decision<Box>): string {
  const over = decision.ends && (decision.ends.left ? ", left" : ", over");
  return `${actionOf(decision)}${over ?? ""}`;
}

function actionOf(decision: Decision<Box>): string {
  const ids = (objects: readonly Live<Box>[]) => objects.map(({ id }) => id).join(", ");
  const warning = "warning" in decision && decision.warning ? ", warning" : "";
  switch (decision.does) {
    case "create":
      return `create${decision.beside.length > 0 ? ` beside ${ids(decision.beside)}` : ""}${warning}`;
    case "wait":
      return `wait ${decision.tasks.join(", ") || "for replicas"}`;
    case "use":
      return `use ${decision.origin} ${decision.id}${isLive(decision.seen) ? "" : `, ${decision.seen}`}`;
    case "assume":
      return `assume ${decision.id.replace(DIGEST, "")}${warning}`;
    case "refuse": {
      const { code } = decision.error as CodedError;
      const what = code === "creation-unclear" ? "unclear" : `refuse ${code}`;
      return `${what} ${ids(decision.objects)}`.trim();
    }
  }
}

/** `common`: what is known in all rows. */
function testRows(situation: string, common: Known, rows: Row[]): void {
  test.each(rows)(`${situation} %s`, (_, known, expected) => {
    expect(inWords(decided({ ...common, ...known }))).toBe(expected);
  });
}

const ONE: Known = { listed: { a: {} } };
const BOTH: Known = { listed: { a: {}, b: {} } };
const NO_LIST: Known = { cannotList: true };
const REPORTED: Known = { reported: ["a"], named: {} };
const REPORTED_GONE: Known = { reported: ["a"], named: "gone" };
const BY_TASK: Signs = { creator: "task-1" };
const BY_OTHERS: Signs = { creator: "task-9" };

const ADOPT: Known = { ifExists: "adopt" };
const CREATE: Known = { ifExists: "create" };
/** Equal objects mean one, and some cannot be used: quota requests. */
const ALIKE: Known = { areAlike: true, ifExists: "adopt" };

testRows("a creation that no run has begun", {}, [
  ["creates the object if none is listed", {}, "create"],
  ["warns if the platform cannot list objects", NO_LIST, "create, warning"],
  ["fails if an equal object exists", ONE, "refuse exists a"],
  ["recognises a key in another notation", { listed: { a: { key: REVERSED } } }, "refuse exists a"],
  ["tells the number 2 from the text 2", { listed: { a: { key: { ...KEY, region: "2" } } } }, "create"],
  ["fails also if another resource is the equal object", { ...ONE, inUse: ["a"] }, "refuse exists a"],
  ["does not wait for tasks of others with ifExists fail", { creating: ["task-9"] }, "create"],
]);

testRows("a creation with ifExists adopt", ADOPT, [
  ["uses the equal object", ONE, "use adopted a"],
  ["fails if it is unclear which one to use", BOTH, "refuse exists a, b"],
  ["never uses one of another resource", { ...ONE, inUse: ["a"] }, "create beside a"],
  ["uses the one that no other resource is", { ...BOTH, inUse: ["a"] }, "use adopted b"],
  ["waits for tasks beside a used one", { ...ONE, inUse: ["a"], creating: ["task-9"] }, "wait task-9"],
  ["waits for tasks that may be creating it", { creating: ["task-8", "task-9"] }, "wait task-8, task-9"],
  ["does not wait if an object exists", { ...ONE, creating: ["task-9"] }, "use adopted a"],
  ["uses the first one of several that are alike", { ...ALIKE, ...BOTH }, "use adopted a"],
  ["creates one beside an unusable one", { ...ALIKE, listed: { a: FOREIGN } }, "create beside a"],
]);

testRows("a creation with ifExists create", CREATE, [
  ["creates a second, equal one", ONE, "create beside a"],
  ["does not wait for tasks of others", { creating: ["task-9"] }, "create"],
]);

testRows("a replacement that was interrupted and is taken back", {}, [
  ["uses the former object", { ...ONE, former: "a" }, "use former a"],
  ["uses it beside an equal one", { ...BOTH, former: "b" }, "use former b"],
  ["uses it with ifExists adopt", { ...ADOPT, ...BOTH, former: "b" }, "use former b"],
  ["fails if only another equal object is left", { ...ONE, former: "x" }, "refuse exists a"],
  ["uses none of another resource", { ...ONE, former: "a", inUse: ["a"] }, "refuse exists a"],
  ["does not use one with another key", { listed: { a: { key: OLD_KEY } }, former: "a" }, "create"],
]);

const BEFORE: Known = { before: [] };
const RUNNING: Known = { ...BEFORE, tasks: ["task-1"] };
const FINISHED: Known = { ...RUNNING, ended: "finished" };

testRows("while the task runs, a creation", RUNNING, [
  ["waits for each of its tasks", { tasks: ["task-1", "task-2"] }, "wait task-1, task-2"],
  ["waits though the record has an id", { id: "a", named: {} }, "wait task-1"],
]);

testRows("after a finished task, the created object is", FINISHED, [
  ["the one that the task reports", REPORTED, "use created a"],
  ["reported, though unreadable", { reported: ["a"], named: "unreadable" }, "use created a, unreadable"],
  ["the reported one of two that only a list shows", { ...BOTH, ...REPORTED_GONE }, "use created a"],
  ["unclear if two equal ones are reported", { ...BOTH, reported: ["a", "b"] }, "unclear a, b"],
  ["the one of two reported ones that is equal", { ...ONE, reported: ["a", "x"] }, "use created a"],
  ["unclear if none of two reported ones is listed", { reported: ["a", "x"] }, "unclear"],
  ["the reported one, although renamed", { reported: ["x"], named: OLD }, "use created x"],
  ["unclear if no update can rename the reported one", { reported: ["x"], named: OLD, ...FAR }, "unclear"],
  ["unclear if an old one is reported", { ...ONE, before: ["a"], ...REPORTED_GONE }, "unclear"],
  ["the reported one also if another resource is it", { ...REPORTED, inUse: ["a"] }, "use created a"],
  ["unclear if a resource is the reported one", { ...ONE, ...REPORTED_GONE, inUse: ["a"] }, "unclear"],
  ["unclear if the reported one is not to be seen", REPORTED_GONE, "unclear"],
  ["awaited while replicas may hide it", { ...REPORTED_GONE, mayLag: true }, "wait for replicas"],
  ["the one that names the task", { listed: { a: {}, b: BY_TASK } }, "use created b"],
  ["unclear if two name the task", { listed: { a: BY_TASK, b: BY_TASK } }, "unclear a, b"],
  ["unclear if another names it", { reported: ["a", "x"], listed: { a: {}, b: BY_TASK } }, "unclear a, b"],
  ["the new one if it names no task", ONE, "use created a"],
  ["unclear if two are new and name no task", BOTH, "unclear a, b"],
  ["unclear at once, though replicas may lag", { ...BOTH, mayLag: true }, "unclear a, b"],
  ["the new one if the other one existed before", { ...BOTH, before: ["a"] }, "use created b"],
  ["the new one that no other resource uses", { ...BOTH, inUse: ["a"] }, "use created b"],
  [
    "not shown if an older one was renamed since",
    { at: 9_000_000, listed: { a: { createdAt: 9_000_000 - CLOCK_TOLERANCE_MS - 1 } } },
    "assume unlisted, warning",
  ],
  ["the new one beside one of another task", { listed: { a: BY_OTHERS, b: {} } }, "use created b"],
  ["awaited while none is listed and replicas may lag", { mayLag: true }, "wait for replicas"],
  ["not shown if none is listed then", {}, "assume unlisted, warning"],
  ["an error if no list shows the id that the state needs", { unseenIsError: true }, "refuse not-listed"],
  ["not shown if the platform cannot list objects", NO_LIST, "assume unlisted"],
  ["not awaited if the platform cannot list objects", { ...NO_LIST, mayLag: true }, "assume unlisted"],
  ["not shown if it is gone and cannot be listed", { ...NO_LIST, ...REPORTED_GONE }, "assume unlisted"],
]);

const FAILED: Known = { ...RUNNING, ended: "failed" };
const UNKNOWN: Known = { ...RUNNING, ended: "unknown" };

testRows("after a failed task, a creation", FAILED, [
  ["fails with the error of the task if nothing exists", {}, "refuse task-failed"],
  ["keeps what the task has created all the same", { listed: { a: BY_TASK } }, "use created a"],
  ["fails if two are new and name no task", BOTH, "refuse task-failed"],
  ["keeps what another one of its tasks reports", REPORTED, "use created a"],
  ["fails if what is reported is gone", REPORTED_GONE, "refuse task-failed"],
  ["waits for replicas to show what is reported", { ...REPORTED_GONE, mayLag: true }, "wait for replicas"],
  ["fails if the task stays unknown and nothing exists", UNKNOWN, "refuse task-not-found"],
  ["keeps the new object of a task that stays unknown", { ...UNKNOWN, ...ONE }, "use created a"],
]);

const SILENT: Known = { ...BEFORE, ended: "finished" };
const at = 1_000_000;
const until = at + TIMEOUT;
const created = (createdAt: number): Known => ({ listed: { a: { createdAt } } });

const LOST: Known = { ...BEFORE, at, lost: true };

testRows("after a reply that named no task, the created object is", SILENT, [
  ["the new one, whichever task has created it", { listed: { a: BY_OTHERS } }, "use created a"],
  ["unclear if two are new", BOTH, "unclear a, b"],
  ["not shown if none is listed then", {}, "assume unlisted, warning"],
  ["not shown if the platform cannot list objects", NO_LIST, "assume unlisted"],
]);

testRows("after a reply that was lost in the same run, the created object is", LOST, [
  ["the new one, whichever task has created it", { listed: { a: BY_OTHERS } }, "use created a"],
  ["the new one also if a second one may exist", { ...CREATE, ...BOTH, before: ["a"] }, "use created b"],
  ["unclear if two are new", BOTH, "unclear a, b"],
  ["none if another resource uses the new one", { ...ONE, inUse: ["a"] }, "refuse connection-lost"],
  ["none if the only one came long after the request", created(until + 1), "refuse connection-lost"],
  ["none if the only one existed before", { ...ONE, before: ["a"] }, "refuse connection-lost"],
  ["awaited while tasks may be creating it", { creating: ["task-9"], mayLag: true }, "wait task-9"],
  ["awaited while replicas may lag", { mayLag: true }, "wait for replicas"],
  ["none if none is listed then: the error is that of the request", {}, "refuse connection-lost"],
]);

testRows(
  "after a lost reply, without a list from before the request, the created object is",
  { lost: true },
  [
    ["unknown if the platform still cannot list objects", NO_LIST, "refuse connection-lost"],
    ["unknown at once, though replicas may lag", { ...NO_LIST, mayLag: true }, "refuse connection-lost"],
    ["unknown if a second, equal one is meant to exist", { ...CREATE, ...ONE }, "refuse connection-lost"],
    ["unknown, also beside an equal one", ONE, "refuse connection-lost"],
  ],
);

const UNLISTED: Known = { tasks: ["task-1"], ended: "finished" };

testRows("without a list from before the request, the created object is", UNLISTED, [
  ["the only equal one after a task", ONE, "use created a"],
  ["unclear if there are two", BOTH, "unclear a, b"],
  ["not shown if a second, equal one is meant to exist", { ...CREATE, ...ONE }, "assume unlisted, warning"],
  ["the one of the task all the same", { ...CREATE, listed: { a: {}, b: BY_TASK } }, "use created b"],
]);

const AT: Signs = { createdAt: at };
const LATER: Signs = { createdAt: at + 1 };
const soon = { now: until + REPLICATION_LAG_MS };
const late = { now: until + REPLICATION_LAG_MS + CLOCK_TOLERANCE_MS + 1 };
const KILLED: Known = { ...BEFORE, at, earlier: late };
const NO_CLOCK: Known = { at: undefined, earlier: late };

testRows("after a run that was killed before it got a reply, a creation", KILLED, [
  ["uses one that was created when the request ended", created(until), "use continued a"],
  ["uses one created just before, by another clock", created(at - CLOCK_TOLERANCE_MS), "use continued a"],
  ["uses none that was created before", created(at - CLOCK_TOLERANCE_MS - 1), "refuse exists a, over"],
  ["does not use one that was created later", created(until + 1), "refuse exists a, over"],
  ["adopts a later one with ifExists adopt", { ...ADOPT, ...created(until + 1) }, "use adopted a, over"],
  ["uses the one made meanwhile", { listed: { a: LATER, b: { createdAt: until + 1 } } }, "use continued a"],
  ["is unclear with two of that time", { listed: { a: LATER, b: { createdAt: at + 2 } } }, "unclear a, b"],
  ["uses none that existed before", { before: ["a"], ...created(at + 1) }, "refuse exists a, over"],
  ["uses none of another resource", { ...created(at + 1), inUse: ["a"] }, "refuse exists a, over"],
  ["uses one without a time while the replicas may lag", { ...ONE, earlier: soon }, "use continued a"],
  ["is unclear if one without a time is seen later", ONE, "unclear a"],
  ["uses one with a time, beside one without", { listed: { a: {}, b: LATER } }, "use continued b"],
  ["is unclear if the request had no time", { ...NO_CLOCK, ...created(at + 1) }, "unclear a"],
  ["is unclear without a clock and a time", { ...ONE, earlier: { now: undefined } }, "unclear a"],
  ["waits for tasks that may be creating it", { creating: ["task-9"] }, "wait task-9"],
  ["waits while replicas may lag", { mayLag: true }, "wait for replicas"],
  ["waits while the request may be under way", { earlier: { now: until } }, "wait for replicas"],
  ["waits while replicas may not show its object", { earlier: { now: until + 1 } }, "wait for replicas"],
  ["creates the object if nothing exists", {}, "create, over"],
  ["is unclear if the platform does not list objects any more", NO_LIST, "unclear"],
  ["uses the former one if none is new", { ...ONE, before: ["a"], former: "a" }, "use former a, over"],
  ["prefers its own one", { listed: { a: {}, b: AT }, before: ["a"], former: "a" }, "use continued b"],
]);

const UNRECORDED: Known = { at, earlier: late };

testRows("after a killed run that had no list from before the request, a creation", UNRECORDED, [
  ["does not take an equal object for its own", created(at + 1), "refuse exists a, over"],
  ["adopts it with ifExists adopt", { ...ADOPT, ...created(at + 1) }, "use adopted a, over"],
  ["creates the object if its record is empty", { begun: null, ...NO_CLOCK }, "create, over"],
]);

const KILLED_WITH_TASK: Known = { ...RUNNING, at, earlier: late };
const CONTINUED: Known = { ...KILLED_WITH_TASK, ended: "finished" };

testRows(
  "after a task of which only a state remains, a creation",
  { ...UNLISTED, ...NO_CLOCK, begun: null },
  [
    ["uses the only equal object", ONE, "use continued a"],
    ["uses the reported object if it was renamed", { reported: ["a"], named: OLD }, "use continued a"],
    ["is unclear if there are two", BOTH, "unclear a, b"],
    ["uses none if a second one is meant to exist", { ...CREATE, ...ONE }, "assume unlisted, warning"],
    ["creates the object if the task has failed", { ended: "failed" }, "create, over"],
  ],
);

testRows("after a run that was killed while its task ran, a creation", CONTINUED, [
  ["uses one made before the task has ended", { ...created(at + 1), finishedAt: at }, "use continued a"],
  [
    "uses none made after the end of the task",
    { ...created(at + CLOCK_TOLERANCE_MS + 1), finishedAt: at },
    "assume unlisted, warning",
  ],
  ["uses no reported one that another resource has taken", { ...REPORTED, inUse: ["a"] }, "create, over"],
  [
    "uses none that another resource has taken and somebody has renamed",
    { ...REPORTED, named: { key: "renamed" }, inUse: ["a"] },
    "create, over",
  ],
  ["uses the object that the task reports", REPORTED, "use continued a"],
  ["uses the new one that names no task, at any time", created(until + 9_000_000), "use continued a"],
  ["takes nothing of somebody else's task", { listed: { a: BY_OTHERS } }, "assume unlisted, warning"],
  ["is over if the reported object is gone", REPORTED_GONE, "create, over"],
  ["creates the object if the task has failed", { ended: "failed" }, "create, over"],
  ["warns after a failure without a list", { ended: "failed", ...NO_LIST }, "create, warning, over"],
  ["creates it if the task stays unknown", { ended: "unknown" }, "create, over"],
  ["begins anew beside two new ones", { ended: "failed", ...BOTH }, "refuse exists a, b, over"],
  ["uses what a failed task has created", { ended: "failed", listed: { a: BY_TASK } }, "use continued a"],
  ["creates it if what a failed task reports is gone", { ended: "failed", ...REPORTED_GONE }, "create, over"],
  ["fails if others have one", { ended: "failed", listed: { a: BY_OTHERS } }, "refuse exists a, over"],
]);

const WITH_ID: Known = { ...BEFORE, at, id: "a", earlier: late };

testRows("a record with an id", WITH_ID, [
  ["finds its object", { named: {} }, "use continued a"],
  ["finds its object whose key has another notation", { named: { key: REVERSED } }, "use continued a"],
  ["finds its object at any time", { named: { createdAt: at - 9_000_000 } }, "use continued a"],
  ["finds it after a failure", { ...CONTINUED, ended: "failed", id: "a", named: {} }, "use continued a"],
  ["finds an object that cannot be read", { named: "unreadable" }, "use continued a, unreadable"],
  ["finds it also in the state alone", { begun: null, named: "unreadable" }, "use continued a, unreadable"],
  ["finds no other one if its own is gone", { named: "gone", listed: { b: AT } }, "refuse exists b, over"],
  ["is over if its object is gone", { named: "gone" }, "create, over"],
  ["waits while replicas may not show its object", { named: "gone", mayLag: true }, "wait for replicas"],
  ["waits for no replicas if its object is used", { named: {}, inUse: ["a"], mayLag: true }, "create, left"],
  ["finds its object that somebody has renamed", { named: OLD }, "use continued a"],
  ["leaves what no update can rename", { named: OLD, ...FAR }, "create, left"],
  ["leaves it, and fails for another", { named: OLD, ...FAR, listed: { b: {} } }, "refuse exists b, left"],
  ["leaves one that is used", { named: {}, listed: { a: {} }, inUse: ["a"] }, "refuse exists a, left"],
]);

const RENAMED: Known = { ...WITH_ID, begun: OLD_KEY };

testRows("a record with an id, begun with another key,", RENAMED, [
  ["finds its object, which an update renames", { named: OLD }, "use continued a"],
  ["finds its object if it has the declared key by now", { named: {}, ...FAR }, "use continued a"],
  ["is unclear if its object cannot be read", { named: "unreadable" }, "unclear"],
  ["leaves an unreadable one that is used", { named: "unreadable", inUse: ["a"] }, "create, left"],
  ["leaves what it may have created if its object is gone", { named: "gone" }, "create, left"],
]);

const oldBox = (signs: Signs = {}): Known => ({ listed: { a: { key: OLD_KEY, ...signs } } });
const KILLED_OLD: Known = { ...KILLED, begun: OLD_KEY };
const CONTINUED_OLD: Known = { ...CONTINUED, begun: OLD_KEY };

testRows("a creation that an earlier program began with another key", KILLED_OLD, [
  ["uses its object, which an update renames", oldBox(AT), "use continued a"],
  ["leaves what no update can rename", { ...oldBox(AT), ...FAR }, "create, left"],
  [
    "leaves its object, and an existing one is in the way",
    { ...FAR, listed: { a: { key: OLD_KEY, createdAt: at }, b: { createdAt: at - 9_000_000 } } },
    "refuse exists b, left",
  ],
  ["leaves what it may have created if nothing is listed", {}, "create, left"],
  ["uses what its task reports", { ...CONTINUED_OLD, reported: ["a"], named: OLD }, "use continued a"],
  ["uses the object that names its task", { ...CONTINUED_OLD, ...oldBox(BY_TASK) }, "use continued a"],
  ["leaves its own that cannot be renamed", { ...CONTINUED_OLD, ...oldBox(BY_TASK), ...FAR }, "create, left"],
  ["leaves what it may have left if its task failed", { ...CONTINUED_OLD, ended: "failed" }, "create, left"],
  ["is unclear if it is unreadable", { ...CONTINUED_OLD, reported: ["a"], named: "unreadable" }, "unclear"],
  ["leaves what is reported", { ...CONTINUED_OLD, reported: ["a"], named: OLD, ...FAR }, "create, left"],
  ["leaves an object that has no time", oldBox(), "create, left"],
  ["does not use one with the declared key", created(at + 1), "refuse exists a, left"],
  ["does not use it after a task either", { ...CONTINUED_OLD, ...ONE }, "assume unlisted, warning"],
]);

/** `recover` knows when a lost run ran, but neither its tasks nor what existed before. */
const LOST_RUN: Known = { ...BEFORE, at, earlier: { now: undefined } };

testRows("the creation of a lost run", LOST_RUN, [
  ["has created the only object of its time", created(at + 1), "use continued a"],
  ["has created the one of its time, not one without", { listed: { a: AT, b: {} } }, "use continued a"],
  ["is unclear with several of its time", { listed: { a: AT, b: { createdAt: until } } }, "unclear a, b"],
  ["is unclear if the platform shows no time", ONE, "unclear a"],
  ["has not created an older object", created(at - CLOCK_TOLERANCE_MS - 1), "refuse exists a, over"],
  ["has not created a used object", { ...created(at), inUse: ["a"] }, "refuse exists a, over"],
  ["has created the one that nobody uses", { listed: { a: AT, b: AT }, inUse: ["a"] }, "use continued b"],
  ["waits for tasks beside a used object", { ...ONE, inUse: ["a"], creating: ["task-9"] }, "wait task-9"],
  ["is the open one of several", { ...ALIKE, listed: { a: AT, b: { createdAt: 0 } } }, "use continued a"],
]);

test("a decision has the object as it was read or listed, and changes no evidence", () => {
  const [listed, read] = [{ createdAt: at, creator: "task-9" }, { task: "task-7" }];
  const evidence = Object.freeze({ ...KILLED, listed: { a: Object.freeze(listed) } });
  expect(decided(evidence)).toMatchObject({ id: "a", seen: { id: "a", state: { key: KEY }, ...listed } });
  expect(decided({ ...WITH_ID, named: read })).toMatchObject({ id: "a", seen: { id: "a", ...read } });
});

test("an unclear creation names the objects, its tasks and the report", () => {
  const textOf = (known: Known) => (decided(known) as DecisionTo<Box, "refuse">).error.message;
  expect(textOf({ ...FINISHED, ...BOTH })).toContain(
    "box this resource has created (task task-1): it may be a, b",
  );
  expect(textOf({ ...FINISHED, reported: ["x", "y"] })).toContain(
    "none that is listed fits; the task reports x",
  );
  expect(textOf({ ...RENAMED, named: "unreadable" })).toContain(
    "none that is listed fits; the task reports a",
  );
  expect(textOf({ ...LOST_RUN, ...NO_LIST })).toContain("created: the platform lists none now");
});

/** The task has ended between two reads of the list. */
test.each([
  ["shows", [boxOf("a", {})]],
  ["does not show", []],
])("an object that a finished task reports is used if the list %s it by then", (_, last) => {
  const lists = [[], [], last];
  const decision = decisionOf(boxCreation({}), {
    attempt: attemptOf(KILLED),
    facts: { now: () => until + 1, requestTimeout: TIMEOUT },
    answer(question) {
      if (question.do === "read") return boxOf("a", {});
      if (question.do === "list") return lists.shift();
      return question.which === "finished" ? [{ id: "t", createdAt: at, created: { boxes: ["a"] } }] : [];
    },
  });
  expect(inWords(decision)).toBe("use continued a");
});

test.each([
  ["at the time of the request", at, true],
  ["shortly before, by another clock", at - CLOCK_TOLERANCE_MS, true],
  ["before the request", at - CLOCK_TOLERANCE_MS - 1, false],
  ["at an unknown time", undefined, true],
])("whether a task that began %s may be creating the object: %s", (_, createdAt, expected) => {
  expect(mayCreateSince({ createdAt }, at)).toBe(expected);
});

// What `ifExists` means for routers.

test.each([
  [
    "by default",
    {},
    ["a"],
    [
      "[router-exists]",
      'named "edge-router" already exists in project 1, region 2: a',
      'routerId: "a"',
      'ifExists: "adopt"',
      'ifExists: "create"',
      "the resource option aliases with the old name, if",
      "the resource option import with the id 1/2/a (in TypeScript the UUID alone)",
    ],
  ],
  ["by default", {}, ["a", "b"], ["[router-exists]", "a, b", "routerId"]],
  ["with ifExists adopt", { ifExists: "adopt" }, ["a", "b"], ["[router-name-ambiguous]", "a, b", "routerId"]],
] as const)(
  "a router %s (%j) is not created beside %j: the error names them and what to do",
  (_, option, ids, texts) => {
    const creation = creationOf({ ...routerArgs, ...option }) as ListedCreation<object>;
    const listed = ids.map((id) => ({ id, state: routerArgs }));
    const decision = decisionOf(creation, { answer: () => listed });
    expect(decision).toMatchObject({ does: "refuse", objects: listed });
    for (const text of texts) expect(decision).toHaveProperty("error.message", expect.stringContaining(text));
  },
);

test("a name can be used that a router in another project or region has, or as a part of its name", async () => {
  const { platform, router } = await setUp();
  platform.routers.add({ projectId: 2, regionId: 2, name: "edge-router" });
  platform.routers.add({ projectId: 1, regionId: 3, name: "edge-router" });
  platform.routers.add({ ...PLACE, name: "edge-router-2" });
  expect(await router.up(routerArgs)).toBe("create");
  expect(changes(platform)).toHaveLength(1);
});

test("cloudplatform:ifExists applies to all routers that do not declare the input", async () => {
  const { platform, one, other } = await setUpTwo({ settings: { ifExists: "adopt" } });
  const { id } = platform.routers.add(routerArgs);
  await one.up(routerArgs);
  expect(one.state?.id).toBe(id);
  platform.routers.add({ ...routerArgs, name: "other" });
  const declared = other.up({ ...routerArgs, name: "other", ifExists: "fail" });
  expect((await failureOf(declared)).message).toContain('a router named "other" already exists');
});
