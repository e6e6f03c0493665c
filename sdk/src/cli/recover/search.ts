import { type Act, carryOut, type Question } from "../../operation/acts";
import { begunRecord, isListed, type ListedCreation } from "../../operation/creation";
import { Decider, mayCreateSince } from "../../operation/decide";
import { idOf, scopeOf } from "../../operation/identity";
import { declaredPaths, pendingChanges } from "../../operation/properties";
import { answerTo, SharedLists } from "../../operation/questions";
import type { Unfinished } from "../../operation/record";
import { type AnyResource, isLive, type JsonResource, type Live } from "../../operation/resource";
import type { Reader } from "../../platform/api/api";
import { getTask, listNewestTasks } from "../../platform/api/tasks";
import type { ConfigSource } from "../../platform/configuration";
import { type Task, TaskFailed } from "../../platform/tasks/task";
import { ResourceAccount } from "../../provider/account";
import type { Session } from "../../provider/session";
import type { JsonObject } from "../../util/json";
import { utcTime } from "../text";
import type { LostOperation, Window } from "./lost-run";

/** What has become of a creation of a lost run. */
export type Recovery =
  /** `up` continues the creation by this record. */
  | { is: "continues"; unfinished: Unfinished; id: string; noun: string; task?: string | undefined }
  /** The platform has nothing of it. */
  | { is: "creates" }
  /** The same request again changes nothing. */
  | { is: "repeats" }
  /** The state has the object. */
  | { is: "done" }
  /** Nothing shows whether one of these is its object. */
  | { is: "unclear"; noun: string; candidates: Candidate[]; reason: string };

export interface Candidate {
  id: string;
  /** The argument of the command `import`. */
  path: string;
  /** In milliseconds since the epoch. */
  createdAt: number | undefined;
}

/** The number of tasks among which the creators of objects are looked for. */
const TASKS = 1_000;

/** Decides about the lost creations of one type at one account. Sends only GET requests. */
export class LostCreations {
  readonly account: ResourceAccount;
  private readonly resource: JsonResource;
  private readonly reader: Reader;
  private readonly lists = new SharedLists();
  private tasks: Promise<Map<string, Task>> | undefined;

  constructor(
    resource: AnyResource,
    session: Session,
    source: ConfigSource,
    private readonly note: (text: string) => void,
  ) {
    this.resource = resource as unknown as JsonResource;
    this.account = new ResourceAccount(resource, session);
    this.account.configure(source);
    this.reader = this.account.platform.apiFor({ signal: AbortSignal.timeout(LONGEST_MS) });
  }

  async find(lost: LostOperation, window: Window): Promise<Recovery> {
    const { inputs: own } = lost;
    const creation = this.resource.creation(this.account.withSettings(own));
    if (!isListed(creation)) return this.repeated(creation.known, own);
    const { noun } = creation;
    const all = await this.lists.list({ of: creation, which: "all" }, this.resource, this.reader);
    if (all === undefined)
      return this.unclear(noun, [], "this deployment of the platform does not list such objects");
    const record = this.recordOf(creation, own, window);
    const decider = this.deciderOf(creation, window);
    const perform = (question: Act<JsonObject>) =>
      answerTo(question as Question<JsonObject>, this.resource, this.reader, this.lists.list);
    const decision = await carryOut(decider.decide({ record, isEarlier: true }), { perform });
    const free = (decider.listed ?? []).filter(({ id, state }) => !this.account.isInUse(id, state));
    const doubts = new Map<string, string | undefined>();
    for (const one of free) doubts.set(one.id, await this.doubtOf(one, all, window));
    if (decision.does === "wait") {
      const problem = await this.awaitTasks(decision.tasks);
      return problem ? this.unclear(noun, [], problem) : this.find(lost, window);
    }
    const [object] = free;
    if (object === undefined) return { is: "creates" };
    // `up` continues only with the object of the lost run.
    if (decision.does !== "use" || decision.ends || doubts.get(decision.id) !== undefined)
      return this.unclear(noun, free, doubts.get(object.id) ?? reasonOf(noun, free, window));
    const found = free.find(({ id }) => id === decision.id) ?? object;
    this.account.use(found.id, found.state);
    const { id, task } = found;
    const unfinished = { id, ...(task && { tasks: [task] }), ...record };
    return { is: "continues", noun, id, task, unfinished };
  }

  /** The request may have been under way in all of the window. */
  private deciderOf(creation: ListedCreation<JsonObject>, { from, until }: Window): Decider<JsonObject> {
    return new Decider(creation, () => true, {
      hasSecrets: false,
      requestTimeout: until - from,
      now: () => undefined,
      isInUse: (id) => this.account.isInUse(id),
      isOwn: () => false,
    });
  }

  /** A request that changes nothing when it is sent again. If the platform has nothing of it, a later run has undone it. */
  private async repeated(known: JsonObject, own: JsonObject): Promise<Recovery> {
    const { identity, properties } = this.resource;
    // What cannot be read, also for want of rights, may be there.
    const reading = identity?.read(this.reader, idOf(identity, known), known);
    const seen = (await reading?.catch(() => undefined)) ?? "unreadable";
    const change = Object.fromEntries(Object.entries(own).filter(([name]) => !properties[name]?.replaces));
    const sent = Object.keys(change).length;
    const isUnset = (state: JsonObject) =>
      sent > 0 && Object.keys(pendingChanges(properties, state, change)).length === sent;
    const isOver = isLive(seen) ? isUnset(seen.state) : seen === "gone";
    return { is: isOver ? "creates" : "repeats" };
  }

  /** The record that the lost run would have left on its machine. */
  private recordOf(creation: ListedCreation<JsonObject>, own: JsonObject, { from }: Window): Unfinished {
    const { creation: begun } = begunRecord(creation, {}, declaredPaths(own, this.resource.properties));
    return { creation: begun && { ...begun, at: from, before: [] } };
  }

  /** Waits for tasks: without their objects, `up` would create second ones. Returns why that did not help. */
  private async awaitTasks(tasks: readonly string[]): Promise<string | undefined> {
    const ids = tasks.join(", ");
    this.note(`Waiting for task ${ids}, which may be creating an object of the lost run.`);
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    const wait = this.account.platform.waiter.wait([...tasks], { signal, status() {} });
    // The next list may show what the tasks have created.
    this.lists.clear();
    return wait.then(
      () => undefined,
      (error: unknown) =>
        error instanceof TaskFailed
          ? undefined
          : `task ${ids} may be creating it: run the command again when it has ended`,
    );
  }

  /** The task that has created an object is a second signal. Returns why it speaks against the lost run. */
  private async doubtOf(
    { creator, lacks }: Live<JsonObject>,
    all: readonly Live<JsonObject>[],
    { from }: Window,
  ): Promise<string | undefined> {
    if (lacks === "owner") return OTHER_CLIENT;
    if (creator === undefined) return undefined;
    const tasks = await this.tasksById();
    const task = tasks.get(creator) ?? (await getTask(this.reader, creator));
    if (task && !mayCreateSince(task, from) && Number.isFinite(from))
      return `its task ${creator} began before ${utcTime(from)}`;
    const own = all.filter(({ id, state }) => this.account.isInUse(id, state));
    const users = new Set(own.flatMap((one) => tasks.get(one.creator ?? "")?.user ?? []));
    const isOther = task?.user !== undefined && users.size > 0 && !users.has(task.user);
    return isOther ? `another user (${task.user}) has created it` : undefined;
  }

  private tasksById(): Promise<Map<string, Task>> {
    this.tasks ??= listNewestTasks(this.reader, TASKS).then(
      (tasks = []) => new Map(tasks.map((task) => [task.id, task])),
    );
    return this.tasks;
  }

  private unclear(noun: string, objects: readonly Live<JsonObject>[], reason: string): Recovery {
    const { identity } = this.resource;
    const names = Object.keys({ ...scopeOf(identity), ...identity?.id });
    const candidates = objects.map(({ id: own, state, createdAt }) => ({
      ...{ id: own, createdAt },
      path: names.map((name) => String(state[name])).join("/"),
    }));
    return { is: "unclear", noun, candidates, reason };
  }
}

const LONGEST_MS = 30 * 60_000;
const LONGEST_WAIT_MS = 20 * 60_000;

const OTHER_CLIENT = "the key reads several clients, so it may belong to another one";

function reasonOf(noun: string, objects: readonly Live<JsonObject>[], { from, until }: Window): string {
  if (!Number.isFinite(from)) return "nothing shows when the lost run was";
  const timed = objects.filter(({ createdAt }) => createdAt !== undefined);
  if (timed.length === 0) return "the platform does not show when it was created";
  const inTime = timed.filter((one) => mayCreateSince(one, from) && (one.createdAt ?? 0) <= until);
  return inTime.length > 0
    ? "several may have been created in the time of the lost run"
    : `only ${noun}s that were created from ${utcTime(from)} to ${utcTime(until)} count as those of the lost run`;
}
