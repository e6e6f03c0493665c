import { split } from "../../../sdk/src/doors/stored";
import { UNKNOWN } from "../../../sdk/src/operation/inputs/validate";
import { PartialFailure } from "../../../sdk/src/provider/failures";
import { Ownership } from "../../../sdk/src/provider/ownership";
import type { PreviewFindings } from "../../../sdk/src/pulumi/files/preview-findings";
import type { Engine } from "../../../sdk/src/pulumi/internals/engine";
import { canonicalJson, isObject, type JsonObject, omitNullish } from "../../../sdk/src/util/json";
import type { Host } from "../world/machine";
import type { World } from "../world/world";
import { type Goal, keptBy, type ProviderProcess, startProcess } from "./doors";
import { mutex, semaphore } from "./locks";
import type { AccountName, Declaration, Door, Program } from "./program";
import {
  type Entry,
  isOfDeclaration,
  type PendingOperation,
  type Snapshot,
  type Stack,
  urnOf,
} from "./state";

export type StepKind = "create" | "update" | "replace" | "delete" | "same" | "refresh";

/** A step as the preview or the run shows it. */
export interface Step {
  urn: string;
  kind: StepKind;
  /** The inputs that differ. */
  changed: string[];
  id?: string | undefined;
}

export interface RunError {
  urn: string;
  during: string;
  message: string;
  error: unknown;
}

export interface Line {
  urn: string | undefined;
  severity: "status" | "error status" | "info" | "warning";
  text: string;
}

export interface RunOptions {
  kind: "up" | "preview" | "refresh" | "destroy" | "import";
  refresh?: boolean;
  /** The names of the resources that the run is limited to. */
  targets?: string[] | undefined;
  parallel?: number;
  settings?: Record<string, string>;
  /** The number of the save that fails, and all that follow. */
  failingSave?: number | undefined;
}

/** How long a method of the provider took. */
export interface Call {
  urn: string;
  method: string;
  from: number;
  to?: number;
  /** Of the resource, in milliseconds; undefined if the setting counts. */
  timeout: string | undefined;
}

/**
 * One run of the engine, as far as providers can tell: order, parallelism, steps, what it saves and when. Each fact of Pulumi for
 * which it stands is held by a test with the real CLI, see `facts.md`.
 */
export class Deployment {
  readonly lines: Line[] = [];
  readonly errors: RunError[] = [];
  readonly steps: Step[] = [];
  readonly calls: Call[] = [];
  readonly findings: PreviewFindings[] = [];
  /** The ids of objects that the option retainOnDelete has let go. */
  readonly retained: string[] = [];
  /** A refresh has removed a resource from the state. */
  onRemoved: (entry: Entry) => void = () => {};
  /** The package has reported a deletion as done. */
  onDeleted: (entry: Entry) => void = () => {};
  /** A refresh, which began then, has read a resource. */
  onRead: (entry: Entry, from: number) => void = () => {};
  /** The state before the program runs, after a refresh. */
  beforeProgram: Entry[] = [];
  isCancelled = false;
  cancelledAt = 0;
  /** A process has begun to listen to the engine only after Ctrl-C. */
  hasUnheard = false;
  /** The processes of the run are gone, or nobody listens to them. */
  isOver = false;
  private isFailed = false;
  private saves = 0;
  private readonly snapshot: Snapshot;
  private readonly ownership = new Ownership(undefined);
  private readonly processes = new Map<
    string,
    { process: ProviderProcess; host: Host; events: EngineEvents }
  >();
  private readonly step = mutex();
  private readonly slots: <T>(work: () => Promise<T>) => Promise<T>;
  private readonly isPreview: boolean;

  constructor(
    private readonly world: World,
    readonly stack: Stack,
    readonly options: RunOptions,
  ) {
    this.isPreview = options.kind === "preview";
    this.slots = semaphore(options.parallel ?? 8);
    this.snapshot = copyOf(stack.saved);
  }

  /** Runs the program. Returns whether all of it has succeeded. */
  async run(program: Program): Promise<boolean> {
    const { kind, refresh } = this.options;
    if (refresh || kind === "refresh") await this.refreshAll();
    this.beforeProgram = copyOf(this.snapshot).entries;
    if (kind === "destroy" && !this.isFailed) await this.deleteAll(() => true);
    if ((kind === "up" || kind === "preview") && !this.isFailed) await this.runProgram(program);
    // An engine that was killed ends nothing.
    if (this.isOver) return new Promise(() => {});
    const succeeded = !this.hasEnded;
    if (!this.isPreview)
      this.stack.runs.unshift({
        kind: kind === "up" ? "update" : kind,
        result: succeeded ? "succeeded" : "failed",
        end: this.world.machine.wallTime,
      });
    // The engine ends its processes.
    for (const { host } of this.processes.values()) host.end();
    return succeeded;
  }

  /** Ctrl-C: no further step begins, and the processes are told. */
  cancel(): void {
    this.isCancelled = true;
    this.cancelledAt = this.world.time.now;
    for (const { events } of this.processes.values()) {
      if (!events.isListening) this.hasUnheard = true;
      events.cancel();
    }
  }

  /** The machine, or the job, ends with everything on it. */
  kill(): void {
    this.isOver = true;
    for (const { host } of this.processes.values()) host.end();
  }

  /** The CLI is killed: its processes notice it, and end when their work in flight has ended. */
  killEngine(): void {
    this.isOver = true;
    for (const { host, events } of this.processes.values()) host.after(200, () => events.disconnect());
  }

  /** No step begins any more. */
  private get hasEnded(): boolean {
    return this.isFailed || this.isCancelled || this.isOver;
  }

  get hasSucceeded(): boolean {
    return !this.hasEnded;
  }

  get entries(): Entry[] {
    return this.snapshot.entries;
  }

  /** `pulumi import`: reads an object by its path, and puts it into the state. */
  async import(declared: Declaration, path: string): Promise<boolean> {
    const { name, type, door, account, secret, retainOnDelete, after } = declared;
    const urn = urnOf(declared);
    const entry = {
      ...{ urn, name, type, door, account, secret, retainOnDelete, after },
      id: path,
      inputs: {},
      outputs: {},
    };
    const process = this.processOf(door, account);
    try {
      const { id, inputs = {}, outputs } = await this.call(urn, "read", undefined, () => process.read(entry));
      if (id === undefined) return false;
      // The engine checks and compares the inputs that it has read.
      const goal: Goal = { urn, declared: { ...declared, args: inputs }, preview: false };
      const read = { ...entry, id, inputs, outputs };
      const news = await this.checked(goal, process, read, inputs);
      const { changes } = await this.call(urn, "diff", undefined, () => process.diff(goal, read, news));
      if (changes) this.fail(urn, "import", "the object differs from what was read [import]", undefined);
      this.entries.push(read);
      this.save();
      return true;
    } catch {
      return false;
    } finally {
      for (const { host } of this.processes.values()) host.end();
    }
  }

  private async runProgram(program: Program): Promise<void> {
    const done = new Map<string, Promise<void>>();
    const ends: Array<Promise<void>> = [];
    for (const declared of program) {
      const before = declared.after.flatMap((name) => done.get(name) ?? []);
      const end = Promise.all(before).then(() => this.register(declared));
      // What depends on a failed resource is never registered.
      done.set(declared.name, end);
      ends.push(end.catch(() => {}));
    }
    await Promise.all(ends);
    const isDeclared = (entry: Entry) => program.some((declared) => isOfDeclaration(entry, declared));
    if (!this.hasEnded) await this.deleteAll((entry) => !isDeclared(entry));
  }

  private isTarget(name: string): boolean {
    return this.options.targets?.includes(name) ?? true;
  }

  /** A resource of the program. Rejects if it is not as declared. */
  private async register(declared: Declaration): Promise<void> {
    if (!this.isTarget(declared.name)) return;
    const perform = await this.step(() => this.generate(declared));
    await perform?.();
  }

  /** Finds the step of a resource: one after the other. Returns what carries it out. */
  private async generate(declared: Declaration): Promise<(() => Promise<void>) | undefined> {
    if (this.hasEnded) throw new Error("the run has ended");
    const urn = urnOf(declared);
    let old = this.entries.find((entry) => isOfDeclaration(entry, declared));
    if (old?.refreshBeforeUpdate) {
      if (!(await this.refreshOne(old))) throw new Error("the refresh failed");
      old = this.entries.find((entry) => isOfDeclaration(entry, declared));
      // The preview has read it, too.
      if (old) this.beforeProgram.push({ ...old });
    }
    const goal: Goal = { urn, declared, preview: this.isPreview };
    const process = this.processOf(declared.door, declared.account);
    const inputs = this.goalInputs(declared, old);
    const news = await this.checked(goal, process, old, inputs);
    if (!old) return () => this.create(goal, process, news, old);
    const isMoved = old.account !== declared.account;
    const diff = isMoved
      ? { changes: true, replaces: ["provider"], deleteBeforeReplace: false }
      : await this.call(urn, "diff", undefined, () => process.diff(goal, old as Entry, news));
    const changed = changedIn(old.inputs, news);
    const differs = diff.changes ?? changed.length > 0;
    const replaces = [
      ...diff.replaces,
      ...declared.replaceOnChanges.filter((name) => changed.includes(name)),
    ];
    if (old.pendingReplacement || (differs && replaces.length > 0)) {
      // The engine checks a replacement without the old inputs.
      const fresh = await this.checked(goal, process, undefined, inputs);
      const deletesFirst = old.pendingReplacement || declared.deleteBeforeReplace || diff.deleteBeforeReplace;
      this.steps.push({ urn, kind: "replace", changed: replaces, id: old.id });
      return () => this.replace(goal, process, old as Entry, fresh, deletesFirst);
    }
    if (differs || old.initErrors) return () => this.update(goal, process, old as Entry, news, changed);
    this.steps.push({ urn, kind: "same", changed: [] });
    const { retainOnDelete, after, door, account } = declared;
    Object.assign(old, { urn, name: declared.name, door, account, inputs: news, retainOnDelete, after });
    this.save();
    return undefined;
  }

  /** `ignoreChanges` puts the old inputs into the place of the declared ones. */
  private goalInputs({ args, ignoreChanges, unknown }: Declaration, old: Entry | undefined): JsonObject {
    const ignored = old ? ignoreChanges : [];
    const others = Object.entries(args).filter(([name]) => !ignored.includes(name));
    const kept = ignored.flatMap((name) => (old && name in old.inputs ? [[name, old.inputs[name]]] : []));
    const known = { ...Object.fromEntries(others), ...Object.fromEntries(kept) };
    const missing = this.isPreview && !old ? unknown : [];
    return { ...known, ...Object.fromEntries(missing.map((name) => [name, UNKNOWN])) };
  }

  private async checked(
    goal: Goal,
    process: ProviderProcess,
    old: Entry | undefined,
    inputs: JsonObject,
  ): Promise<JsonObject> {
    const { urn } = goal;
    const checked = await this.call(urn, "check", undefined, () => process.check(goal, old, inputs));
    for (const { property, reason } of checked.failures) {
      // The engine prints the value of the property.
      const value = property in inputs ? ` ${JSON.stringify(inputs[property])}` : "";
      this.fail(urn, "check", `${property}${value} ${reason}`.trim(), undefined);
    }
    if (checked.failures.length > 0) throw new Error("check failed");
    return checked.inputs;
  }

  private async create(
    goal: Goal,
    process: ProviderProcess,
    news: JsonObject,
    old: Entry | undefined,
    kind: StepKind = "create",
  ): Promise<void> {
    const { urn, declared } = goal;
    if (kind === "create") this.steps.push({ urn, kind, changed: Object.keys(split(news).own) });
    if (this.isPreview)
      return this.call(urn, "create", undefined, () => process.previewChange(goal, undefined, news));
    const { name, type, door, account, secret, retainOnDelete, after, timeouts } = declared;
    const base = { urn, name, type, door, account, inputs: news, secret, retainOnDelete, after };
    await this.perform("creating", base, async () => {
      const put = (id: string, outputs: JsonObject, others: Partial<Entry> = {}) => {
        if (old?.pendingReplacement) this.remove(old);
        else if (old) old.delete = true;
        this.entries.push({ ...base, id, outputs, ...others });
      };
      try {
        const { id, outputs } = await this.call(urn, "create", timeouts.create, () =>
          process.create(goal, news),
        );
        put(id, outputs);
      } catch (error) {
        if (error instanceof PartialFailure) {
          const { id, outputs, ...others } = keptBy(door, error);
          put(id, outputs, others);
        }
        throw error;
      }
    });
  }

  private async update(
    goal: Goal,
    process: ProviderProcess,
    old: Entry,
    news: JsonObject,
    changed: string[],
  ): Promise<void> {
    const { urn, declared } = goal;
    const { name, door, account, secret, retainOnDelete, after, timeouts } = declared;
    this.steps.push({ urn, kind: "update", changed, id: old.id });
    if (this.isPreview)
      return this.call(urn, "update", undefined, () => process.previewChange(goal, old, news));
    const base = { urn, name, door, account, inputs: news, retainOnDelete, after };
    const put = (outputs: JsonObject, others: Partial<Entry> = {}) => {
      delete old.initErrors;
      delete old.refreshBeforeUpdate;
      Object.assign(old, base, { outputs, secret: [...new Set([...secret])] }, others);
    };
    await this.perform("updating", { ...old, ...base }, async () => {
      try {
        const outputs = await this.call(urn, "update", timeouts.update, () =>
          process.update(goal, old, news),
        );
        put(outputs);
      } catch (error) {
        if (error instanceof PartialFailure) {
          const { outputs, ...others } = keptBy(door, error);
          put(outputs, others);
        }
        throw error;
      }
    });
  }

  private async replace(
    goal: Goal,
    process: ProviderProcess,
    old: Entry,
    news: JsonObject,
    deletesFirst: boolean,
  ): Promise<void> {
    if (deletesFirst && !this.isPreview && !old.pendingReplacement) {
      await this.deleteOne(old, false);
      old.pendingReplacement = true;
      this.save();
    }
    await this.create(goal, process, news, old, "replace");
  }

  /** Old objects of replacements, and what the program does not declare any more: the last first. */
  private async deleteAll(isOver: (entry: Entry) => boolean): Promise<void> {
    const chosen = this.entries.filter(
      (entry) => (entry.delete || isOver(entry)) && this.isTarget(entry.name),
    );
    const ends = new Map<Entry, Promise<boolean>>();
    for (const entry of chosen.reverse()) {
      const users = chosen.filter((other) => other !== entry && other.after.includes(entry.name));
      const before = users.flatMap((user) => ends.get(user) ?? []);
      ends.set(
        entry,
        Promise.all(before).then((deleted) =>
          deleted.every(Boolean)
            ? this.deleteOne(entry, true).then(
                () => true,
                () => false,
              )
            : false,
        ),
      );
    }
    await Promise.all(ends.values());
  }

  private async deleteOne(entry: Entry, removes: boolean): Promise<void> {
    if (this.hasEnded) throw new Error("the run has ended");
    const { urn, id, door, account } = entry;
    this.steps.push({ urn, kind: "delete", changed: [], id });
    if (this.isPreview) return;
    const isKept = entry.retainOnDelete || entry.pendingReplacement;
    await this.perform("deleting", entry, async () => {
      const process = this.processOf(door, account);
      const { requestId } = entry.outputs as { requestId?: number };
      if (entry.retainOnDelete) this.retained.push(id, ...(requestId ? [String(requestId)] : []));
      if (!isKept) await this.call(urn, "delete", undefined, () => process.delete(entry));
      if (!isKept && !this.isOver) this.onDeleted(entry);
      if (removes) this.remove(entry);
    });
  }

  private async refreshAll(): Promise<void> {
    const chosen = this.entries.filter((entry) => !entry.delete && this.isTarget(entry.name));
    await Promise.all(chosen.map((entry) => this.slots(() => this.refreshOne(entry))));
  }

  private async refreshOne(entry: Entry): Promise<boolean> {
    if (entry.pendingReplacement) return true;
    if (this.hasEnded) return false;
    const { urn, door, account } = entry;
    const from = this.world.time.now;
    try {
      const process = this.processOf(door, account);
      const read = await this.call(urn, "read", undefined, () => process.read(entry));
      if (this.isOver) return false;
      this.steps.push({ urn, kind: "refresh", changed: [], id: entry.id });
      if (read.id === undefined) {
        this.remove(entry);
        this.onRemoved(entry);
      } else {
        Object.assign(entry, {
          id: read.id,
          outputs: read.outputs,
          ...(read.inputs && { inputs: read.inputs }),
        });
        delete entry.initErrors;
        delete entry.refreshBeforeUpdate;
        this.onRead(entry, from);
      }
      this.save();
      return true;
    } catch (error) {
      if (!isReported(error)) this.fail(urn, "read", messageOf(error), error);
      return false;
    }
  }

  /** A step with its pending operation, which is saved before and after it. */
  private async perform(
    type: PendingOperation["type"],
    entry: PendingOperation["entry"],
    work: () => Promise<void>,
  ): Promise<void> {
    await this.slots(async () => {
      if (this.hasEnded) throw new Error("the run has ended");
      const { pending } = this.snapshot;
      const operation = { type, entry: { ...entry } };
      pending.push(operation);
      this.save();
      try {
        // What cannot be saved is not begun.
        if (this.hasEnded) throw new Error("the run has ended");
        // Ctrl-C while the backend saves does not keep the step from beginning.
        if (!this.isPreview) await this.world.time.sleep(this.world.latency());
        if (this.isOver) throw new Error("the run has ended");
        await work();
      } catch (error) {
        if (!isReported(error)) this.fail(entry.urn, type, messageOf(error), error);
        throw error;
      } finally {
        // Creations that an earlier run has begun stay: the user has to clear them.
        this.snapshot.pending = this.snapshot.pending.filter((one) => one !== operation);
        this.save();
      }
    });
  }

  private async call<T>(
    urn: string,
    method: string,
    timeout: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const call: Call = { urn, method, from: this.world.time.now, timeout };
    this.calls.push(call);
    try {
      return await work();
    } catch (error) {
      // In a preview, no step reports it.
      const isStep = method === "create" || method === "update";
      if (method === "check" || method === "diff" || (this.isPreview && isStep))
        this.fail(urn, method, messageOf(error), error);
      throw error;
    } finally {
      call.to = this.world.time.now;
    }
  }

  private remove(entry: Entry): void {
    this.snapshot.entries = this.entries.filter((one) => one !== entry);
  }

  private fail(urn: string, during: string, message: string, error: unknown): void {
    if (this.isOver) return;
    this.isFailed = true;
    this.errors.push({ urn, during, message, error });
    this.world.tell(`error of ${urn.split("::").at(-1)} (${during}): ${message}`);
  }

  private save(): void {
    if (this.isPreview || this.isOver) return;
    this.saves += 1;
    const { failingSave } = this.options;
    if (failingSave !== undefined && this.saves >= failingSave) {
      if (!this.isFailed) this.world.tell("the backend saves nothing any more");
      this.isFailed = true;
      return;
    }
    this.snapshot.writtenAt = this.world.machine.wallTime;
    this.stack.saved = copyOf(this.snapshot);
  }

  private processOf(door: Door, account: AccountName): ProviderProcess {
    const key = `${door} ${account}`;
    const known = this.processes.get(key);
    if (known) return known.process;
    const { world, ownership } = this;
    if (this.isCancelled) this.hasUnheard = true;
    const host = world.host();
    const events = new EngineEvents((line) => {
      if (this.isOver) world.unheard.push(line.text);
      else this.lines.push(line);
    });
    const collect = (findings: PreviewFindings) => void this.findings.push(findings);
    const { settings = {} } = this.options;
    const options = { world, host, engine: events, ownership, account, settings };
    const process = startProcess(door, { ...options, ...(this.isPreview && { collect }) });
    this.processes.set(key, { process, host, events });
    return process;
  }
}

/** Values in a state are replaced, and never changed in place. */
function copyOf({ entries, pending, writtenAt }: Snapshot): Snapshot {
  return { entries: entries.map((entry) => ({ ...entry })), pending: [...pending], writtenAt };
}

class EngineEvents implements Engine {
  private readonly onCancels: Array<() => void> = [];
  private readonly onEnds: Array<() => void> = [];

  constructor(private readonly print: (line: Line) => void) {}

  status(urn: string | undefined, text: string, severity: "info" | "error" = "info"): void {
    this.print({ urn, severity: severity === "error" ? "error status" : "status", text });
  }

  log(urn: string | undefined, text: string, severity: "info" | "warning"): void {
    this.print({ urn, severity, text });
  }

  get isListening(): boolean {
    return this.onCancels.length > 0;
  }

  onCancel(listener: () => void): void {
    this.onCancels.push(listener);
  }

  onDisconnected(listener: () => void): void {
    this.onEnds.push(listener);
  }

  cancel(): void {
    for (const listener of this.onCancels) listener();
  }

  disconnect(): void {
    for (const listener of this.onEnds) listener();
  }
}

/** The engine takes a null in an object for a missing value. */
function changedIn(olds: JsonObject, news: JsonObject): string[] {
  const textOf = (value: unknown) =>
    canonicalJson(
      JSON.parse(JSON.stringify(value ?? null, (_, one) => (isObject(one) ? omitNullish(one) : one))),
    );
  const names = new Set([...Object.keys(olds), ...Object.keys(news)]);
  return [...names].filter((name) => textOf(olds[name]) !== textOf(news[name]));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isReported(error: unknown): boolean {
  return error instanceof Error && error.message === "the run has ended";
}
