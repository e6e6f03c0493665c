import { declaredPaths } from "../../lifecycle/properties";
import { CLOCK_TOLERANCE_MS, isKeyOf, recognise } from "../../lifecycle/recognise";
import type { Unfinished } from "../../lifecycle/record";
import {
  type AnyResource,
  isNamed,
  type JsonResource,
  type ListedCreation,
  type Live,
} from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/api";
import { TasksReader } from "../../platform/api/tasks";
import type { ConfigSource } from "../../platform/configuration";
import { type Task, TaskFailed } from "../../platform/tasks/task";
import { ResourceAccount } from "../../pulumi/process/resource-account";
import type { Session } from "../../pulumi/process/session";
import { split } from "../../pulumi/process/state";
import { saltedDigestOf } from "../../util/digest";
import { canonicalJson, type JsonObject } from "../../util/json";
import { printNote } from "../output";
import type { LostOperation, Window } from "./lost-run";

/** What has become of a creation of a lost run. */
export type Recovery =
  /** `up` continues the creation by this record. */
  | { is: "continues"; unfinished: Unfinished; id: string; noun: string; task?: string | undefined }
  /** Nothing was created. */
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

/** Finds the objects of the lost creations of one type at one account. Sends only GET requests. */
export class LostCreations {
  readonly account: ResourceAccount;
  private readonly resource: JsonResource;
  private readonly reader: Reader;
  private readonly lists = new Map<string, Promise<Live<JsonObject>[] | undefined>>();
  private tasks: Promise<Map<string, Task>> | undefined;

  constructor(resource: AnyResource, session: Session, source: ConfigSource) {
    this.resource = resource as unknown as JsonResource;
    this.account = new ResourceAccount(resource, session);
    this.account.configure(source);
    this.reader = this.account.platform.apiFor({ signal: AbortSignal.timeout(LONGEST_MS) });
  }

  /** @param isInState Whether the state has the resource. */
  async find(lost: LostOperation, window: Window, isInState: boolean): Promise<Recovery> {
    const { own } = split(lost.inputs ?? {});
    const creation = this.resource.creation(this.account.withSettings(own));
    if (isNamed(creation) || creation.objects === undefined) return { is: "repeats" };
    const listed = creation as ListedCreation;
    const { noun, key, objects } = listed;
    const all = await this.list(listed, own);
    if (all === undefined)
      return this.unclear(noun, [], "this deployment of the platform does not list such objects");
    const equal = all.filter((one) => isKeyOf(objects.keyOf(one), key, undefined));
    const free = equal.filter(({ id, state }) => !this.account.isInUse(id, state));
    if (free.length === 0 && equal.length > 0 && isInState) return { is: "done" };
    if (free.length > 0) return this.recognised(listed, { own, all, free }, window);
    const tasks = await this.tasksCreating(listed, all, window);
    if (tasks.length === 0) return { is: "creates" };
    const failure = await this.endOf(tasks);
    if (failure) return this.unclear(noun, [], failure);
    return this.find(lost, window, isInState);
  }

  private async recognised(
    { noun, key }: ListedCreation,
    { own, all, free }: Record<"all" | "free", Live<JsonObject>[]> & { own: JsonObject },
    window: Window,
  ): Promise<Recovery> {
    const begun = { ...saltedDigestOf(key), at: window.from, before: [] };
    const record = { creation: { ...begun, declared: declaredPaths(own, this.resource.properties) } };
    const found = recognise({
      ...{ record, listed: free, reported: [], isInUse: () => false },
      earlier: { until: window.until, now: undefined },
    });
    if (found.is !== "ours") return this.unclear(noun, free, reasonOf(free, window));
    const { id, state, task, mayBeForeign } = found.object;
    const doubt = mayBeForeign ? OTHER_CLIENT : await this.doubtOf(found.object, all, window);
    if (doubt) return this.unclear(noun, free, doubt);
    this.account.use(id, state);
    return { is: "continues", noun, id, task, unfinished: { id, ...(task && { tasks: [task] }), ...record } };
  }

  /** The tasks that may be creating an object that no list shows yet. */
  private async tasksCreating(
    { objects }: ListedCreation,
    all: readonly Live<JsonObject>[],
    { from, until }: Window,
  ): Promise<string[]> {
    const tasks = (await objects.unfinished?.(this.reader)) ?? [];
    const ofOthers = new Set(all.flatMap(({ task, creator }) => [task, creator]));
    return tasks
      .filter(({ id, createdAt = from }) => createdAt >= from && createdAt <= until && !ofOthers.has(id))
      .map(({ id }) => id);
  }

  /** Waits for tasks: without their objects, `up` would create second ones. Returns why that did not help. */
  private async endOf(tasks: string[]): Promise<string | undefined> {
    const ids = tasks.join(", ");
    printNote(`Waiting for task ${ids}, which may be creating an object of the lost run.`);
    const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
    const wait = this.account.platform.waiter.wait(tasks, { signal, isNew: false, status() {} });
    const failure = await wait.then(
      () => undefined,
      (error: unknown) => (error instanceof TaskFailed ? undefined : error),
    );
    this.lists.clear();
    return failure === undefined
      ? undefined
      : `task ${ids} may be creating it: run the command again when it has ended`;
  }

  /** The task that has created an object is a second signal. Returns why it speaks against the lost run. */
  private async doubtOf(
    { creator }: Live<JsonObject>,
    all: readonly Live<JsonObject>[],
    { from }: Window,
  ): Promise<string | undefined> {
    if (creator === undefined) return undefined;
    const tasks = await this.tasksById();
    const task = tasks.get(creator) ?? (await new TasksReader(this.reader).get(creator));
    if (task?.createdAt !== undefined && task.createdAt < from - CLOCK_TOLERANCE_MS)
      return `its task ${creator} began before the lost run`;
    const own = all.filter(({ id, state }) => this.account.isInUse(id, state));
    const users = new Set(own.flatMap((one) => tasks.get(one.creator ?? "")?.user ?? []));
    const isOther = task?.user !== undefined && users.size > 0 && !users.has(task.user);
    return isOther ? `another user (${task.user}) has created it` : undefined;
  }

  private tasksById(): Promise<Map<string, Task>> {
    this.tasks ??= new TasksReader(this.reader)
      .listNewest(TASKS)
      .then((tasks = []) => new Map(tasks.map((task) => [task.id, task])));
    return this.tasks;
  }

  /** The objects of the place of a creation. One list serves all creations there. */
  private list(
    { noun, objects }: ListedCreation,
    inputs: JsonObject,
  ): Promise<Live<JsonObject>[] | undefined> {
    const names = Object.keys(this.resource.identity?.list?.place ?? {});
    const place = canonicalJson([noun, ...names.map((name) => inputs[name] ?? null)]);
    const list = this.lists.get(place) ?? objects.listAll(this.reader);
    this.lists.set(place, list);
    return list;
  }

  private unclear(noun: string, objects: readonly Live<JsonObject>[], reason: string): Recovery {
    const { id = {}, scope = {} } = this.resource.identity ?? {};
    const names = Object.keys({ ...scope, ...id });
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

function reasonOf(objects: readonly Live<JsonObject>[], { from, until }: Window): string {
  const timed = objects.filter(({ createdAt }) => createdAt !== undefined);
  if (timed.length === 0) return "the platform does not show when it was created";
  const inTime = timed.filter(
    ({ createdAt = 0 }) => createdAt >= from - CLOCK_TOLERANCE_MS && createdAt <= until,
  );
  return inTime.length > 1
    ? "several were created in the time of the lost run"
    : "it was created before the lost run";
}
