import { CREATION } from "../../errors/creation";
import { isKeyOf, mayCreateSince, recognise } from "../../lifecycle/recognise";
import type { Unfinished } from "../../lifecycle/record";
import type { ListedCreation, Live } from "../../lifecycle/resource";
import { REPLICATION_LAG_MS } from "../../platform/tasks/delays";
import { split } from "../../pulumi/process/state";
import { isDigestOf } from "../../util/digest";
import { canonicalJson, type JsonObject } from "../../util/json";
import { note } from "./finding";
import { guarded } from "./known-inputs";
import { isBefore } from "./preview";
import type { StepCheck } from "./step-check";

/** Looks for the object of a creation: an equal one, or the one of an earlier run. */
export class CreationSearch {
  constructor(
    private readonly check: StepCheck,
    private readonly creation: ListedCreation,
    /** The inputs of the creation, or the state of an unfinished one. */
    private readonly inputs: JsonObject,
  ) {}

  /** The equal objects, without those that this run deletes or renames before it creates this one. */
  async list(): Promise<Live<JsonObject>[] | undefined> {
    const { on, facts } = this.check;
    const place = Object.keys(on.resource.identity?.list?.place ?? {}).map((name) => this.inputs[name]);
    const scope = canonicalJson([on.account.uniqueKey("list"), on.resource.type, place]);
    const equal = await facts.lists.find(this.creation, on.reader, scope);
    return equal?.filter((object) => !this.isFreed(object));
  }

  private isFreed({ id, state }: Live<JsonObject>): boolean {
    const { on, facts, step } = this.check;
    const object = on.account.objectKey(id, state);
    if (facts.deletedFirst.has(object)) return true;
    const update = facts.updates.get(object);
    if (!update || !isBefore(update, step, facts.steps)) return false;
    const renamed = on.resource.creation(guarded(split(update.after?.inputs ?? {}).own));
    return !("key" in renamed) || canonicalJson(renamed.key) !== canonicalJson(this.creation.key);
  }

  /** The id of the object that an earlier run has created and that `up` uses; undefined if no such object exists. */
  async resume(previous: Unfinished): Promise<string | undefined> {
    const { noun, key, objects } = this.creation;
    const { id, creation: begun } = previous;
    const hasOtherKey = begun && !isDigestOf(begun, key);
    if (hasOtherKey && (id === undefined || !objects.isChangeable)) return undefined;
    const found = id === undefined ? await this.recognise(previous) : await this.findById(id, previous);
    if (found !== undefined && begun)
      this.check.findings.push(
        note(`${noun} ${found}, which an earlier run created, is used: no second one is created`),
      );
    return found;
  }

  /** The object with this id, if it has the declared key or the one with which it was created. */
  private async findById(
    id: string,
    { tasks = [], creation: begun }: Unfinished,
  ): Promise<string | undefined> {
    if (this.check.isUsed(id)) return undefined;
    for (const task of tasks) await this.check.awaitTask(task);
    const seen = await this.check.read(id, this.creation.known);
    if (seen === "gone") return undefined;
    const { key, objects } = this.creation;
    if (!isKeyOf(objects.keyOf(seen), key, begun)) return undefined;
    await this.check.awaitTask(seen.task);
    return id;
  }

  /** The id of the object that a request without a known result, or its tasks, have created. */
  async recognise({ tasks = [], creation: begun }: Unfinished): Promise<string | undefined> {
    const { noun, objects, existing, errors } = this.creation;
    const { check } = this;
    if (tasks.length === 0 && begun?.before === undefined) return undefined;
    const finished = await check.finishedTasks(tasks);
    const reported = finished.flatMap((task) => task.created[objects.createdKey ?? ""] ?? []);
    const { platform } = check.on.account;
    const until = begun?.at && begun.at + platform.configuration.requestTimeout + REPLICATION_LAG_MS;
    const found = recognise({
      ...{ record: { tasks, creation: begun }, listed: await this.list(), reported },
      isInUse: (id) => check.isUsed(id),
      mayBeSecond: existing?.ifExists === "create",
      ...(tasks.length === 0 && { earlier: { until, now: platform.now() } }),
    });
    if (found.is === "unclear") {
      const ids = found.objects.map(({ id }) => id).join(", ");
      throw CREATION.unclear.error({ noun, ids, tasks: tasks.join(", "), reported: undefined });
    }
    if (found.is === "ours") await check.awaitTask(found.object.task);
    const id = found.is === "ours" ? found.object.id : reported[0];
    if (tasks.length === 0 && id === undefined) await this.awaitUnfinished(begun?.at);
    if (tasks.length > 0 && id === undefined && finished.length === tasks.length)
      throw errors?.notListed(tasks);
    return id;
  }

  /** Finds the tasks that may be creating the object. `since`: those that began before are not. */
  async awaitUnfinished(since = 0): Promise<void> {
    const tasks = (await this.creation.objects.unfinished?.(this.check.on.reader)) ?? [];
    for (const task of tasks) if (mayCreateSince(task, since)) await this.check.awaitTask(task.id);
  }
}
