import { keepingInput } from "../../lifecycle/properties";
import { isLive, type JsonResource, type Live, type Step, stateIn } from "../../lifecycle/resource";
import type { Reader } from "../../platform/api/deployment";
import { TasksReader } from "../../platform/api/tasks";
import { PlatformError } from "../../platform/http/error";
import { type Task, TaskFailed } from "../../platform/tasks/task";
import type { ResourceAccount } from "../../pulumi/process/resource-account";
import type { ResourceRecords } from "../../pulumi/process/resource-records";
import { type SplitProperties, split } from "../../pulumi/process/state";
import { type JsonObject, plainJson } from "../../util/json";
import type { CreationLists } from "./creations";
import { CheckEnd, type ErrorFacts, endOf, type Finding, note, unchecked, warningOf } from "./finding";
import { guarded, knownInputs, whyUnknown } from "./known-inputs";
import { DELETES, type PreviewStep } from "./preview";

/** What the checks of all steps of a run share. */
export interface SharedFacts {
  lists: CreationLists;
  /** The objects that resources of the stack have after the run, by `objectKey`. */
  used: Set<string>;
  /** The objects that replacements delete before they create others, by `objectKey`. */
  deletedFirst: Set<string>;
  /** The updates of objects, by `objectKey`. */
  updates: Map<string, PreviewStep>;
  /** All steps by URN. Of a replacement that has several, the last one. */
  steps: ReadonlyMap<string, PreviewStep>;
}

/** The resources of one type at one account. */
export interface CheckedType {
  resource: JsonResource;
  account: ResourceAccount;
  records: ResourceRecords;
  reader: Reader;
}

/** What an operation is asked for, with the values of a preview. */
export interface PreviewedWish {
  inputs: JsonObject;
  change: JsonObject;
  recorded: JsonObject;
}

export type Seen = Live<JsonObject> | "gone";

/** The object that an operation uses. `kept`: the operation leaves the object as it is. */
export type Found = JsonObject | "gone" | "kept";

export const NO_READ = "platform has no operation that reads objects of this class";

/** One step, and how the platform is asked about its object. */
export class StepCheck {
  readonly findings: Finding[] = [];
  /** Undefined if there is no object, or if the platform could not be asked. */
  found: Found | undefined;
  private readonly awaited = new Set<string>();

  constructor(
    readonly on: CheckedType,
    readonly facts: SharedFacts,
    readonly step: PreviewStep,
  ) {}

  async run(work: () => Promise<Finding[]>, facts?: ErrorFacts): Promise<Finding[]> {
    const findings = await work().catch((error: unknown) => [endOf(error, facts)]);
    return [...this.findings, ...findings];
  }

  /** Marks an object as the one of a resource of the stack, so that no deletion deletes it. */
  use(id: string, state?: JsonObject): void {
    this.facts.used.add(this.on.account.objectKey(id, state));
  }

  isUsed(id: string, state?: JsonObject): boolean {
    return this.facts.used.has(this.on.account.objectKey(id, state));
  }

  /** Why a deletion leaves the object at the platform; undefined if it does not. */
  get reasonToStay(): string | undefined {
    const { before, isRetained, deletedWith = "" } = this.step;
    if (isRetained) return "its option retainOnDelete is set";
    const other = this.facts.steps.get(deletedWith);
    // Pulumi deletes it if the other one is deleted before.
    if (other && DELETES.includes(other.op) && !other.deletesFirst)
      return "its option deletedWith names a resource that is deleted";
    const adopted = keepingInput(this.on.resource.properties, split(before?.outputs ?? {}).hidden.__declared);
    return adopted && `it was adopted (${adopted})`;
  }

  /** The state before the step, with what interrupted runs on this machine have left. */
  get recorded(): SplitProperties {
    const { id = "", outputs = {} } = this.step.before ?? {};
    return whyUnknown(outputs) ? split(outputs) : this.on.records.stateOf(id, split(outputs));
  }

  /** The object as the platform has it. Ends the check if the deployment cannot read it. */
  async read(id: string, state: JsonObject): Promise<Seen> {
    const seen = await this.on.resource.read?.(this.on.reader, id, state);
    if (seen === undefined || seen === "unreadable")
      throw new CheckEnd(unchecked(`this deployment of the ${NO_READ}`));
    const object = isLive(seen) ? { ...seen, state: plainJson(seen.state) } : seen;
    this.found = isLive(object) ? object.state : object;
    return object;
  }

  /** What `up` sends, as far as the values of the preview show. Throws the error with which it fails. */
  stepsOf(seen: Seen, { inputs, change, recorded }: PreviewedWish): Step<JsonObject>[] {
    const wish = { inputs: knownInputs(inputs), change: knownInputs(change), recorded };
    const steps = this.on.resource.change(stateIn(seen), wish);
    for (const step of steps) if ("awaits" in step) step.isDecided(stateIn(seen));
    return steps;
  }

  /** Finds what a change of an object meets. Throws the error with which it fails. */
  async findObstacles(seen: Seen, wish: PreviewedWish, isUnfinished = false): Promise<void> {
    const steps = this.stepsOf(seen, wish);
    const isChanged = isUnfinished || steps.length > 0 || Object.values(wish.change).some(whyUnknown);
    if (isLive(seen) && isChanged) await this.awaitTask(seen.task);
  }

  /** The finished tasks of an interrupted operation. If one is still running, it is unknown what `up` will find after it. */
  async finishedTasks(ids: readonly string[]): Promise<Task[]> {
    const finished: Task[] = [];
    for (const id of ids) {
      const task = await new TasksReader(this.on.reader).get(id);
      if (task?.state === "FINISHED") finished.push(task);
      else if (task?.state === "ERROR") this.findings.push(warningOf(new TaskFailed(task, finished)));
      else throw new CheckEnd(note(`${waitText(id, task)}, and continues then`));
    }
    return finished;
  }

  async awaitTask(id: string | undefined): Promise<void> {
    if (id === undefined || this.awaited.has(id)) return;
    this.awaited.add(id);
    // Like `up`, which polls a task again if a poll fails.
    const task = await new TasksReader(this.on.reader).get(id).catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
      return undefined;
    });
    if (task?.state !== "FINISHED" && task?.state !== "ERROR") this.findings.push(note(waitText(id, task)));
  }

  /** The properties of an object that the preview does not contain. */
  notComparable(values: JsonObject): Finding[] {
    const { properties } = this.on.resource;
    return Object.entries(values).flatMap(([name, value]) => {
      const reason = properties[name] && !properties[name].transient && whyUnknown(value);
      return reason ? [unchecked(`${name} ${reason}`)] : [];
    });
  }

  /** The properties that identify an object. Ends the check if the preview does not contain them. */
  identityIn(values: JsonObject): JsonObject {
    const { id = {}, scope = {} } = this.on.resource.identity ?? {};
    const known = guarded(values);
    return Object.fromEntries(Object.keys({ ...id, ...scope }).map((name) => [name, known[name] ?? null]));
  }
}

function waitText(id: string, task: Task | undefined): string {
  const type = task?.type ? `${task.type}, ` : "";
  return `\`up\` waits for task ${id} (${type}${task?.state ?? "its state is not known"})`;
}
