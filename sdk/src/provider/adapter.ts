import type { Account } from "../account/accounts";
import type { ConfigSource } from "../account/configuration";
import { ConfigurationError } from "../account/configuration-error";
import { isExposed } from "../account/exposure";
import type { Field, ResourceHandler, Run } from "../contract/resource";
import { SETTINGS } from "../errors/configuration";
import { INPUTS } from "../errors/inputs";
import { PROTECTED, TASKS } from "../errors/tasks";
import { type Task, TaskFailed, TaskUnknown } from "../tasks/task";
import { parseDuration } from "../util/duration";
import { canonicalJson, type JsonObject } from "../util/json";
import { containsUnknown, isUnknown } from "../validation/unknown";
import type { CheckFailure } from "../validation/validate";
import { checkInputs, nameOf } from "./check";
import { isLettered, lettersOf, unite } from "./declared";
import { difference } from "./diff";
import { PartialFailure, ResourceFailure } from "./failures";
import { certain, type Hidden, split, type Timeouts } from "./hidden";
import type { Host } from "./host";
import type { Note } from "./journal";
import { normalise } from "./normalise";
import { type Checkpoint, ResourceRun } from "./run";

type AnyHandler = ResourceHandler<object, object>;

/** What the platform has not given an id yet is known by the task that makes it. */
const PENDING = "pending:";

/**
 * Speaks Pulumi's dynamic-provider protocol for one handler. Whatever is peculiar to that protocol is dealt with
 * here and in this folder: handlers get typed inputs and states, and a Run.
 */
export class ResourceAdapter {
  private source: ConfigSource = { get: () => undefined };
  private known: Account | undefined;

  constructor(
    private readonly handler: AnyHandler,
    private readonly host: Host,
  ) {}

  /** Called once, but not before every other method has begun: so it only takes note, at once. */
  configure({ config }: { config: ConfigSource }): void {
    this.source = config;
    this.known = undefined;
    this.host.attend();
  }

  async check(olds: JsonObject, news: JsonObject): Promise<{ inputs: JsonObject; failures: CheckFailure[] }> {
    const { own, hidden } = split(news);
    const { inputs, failures } = checkInputs(this.handler, split(olds).own, own, hidden);
    const told = { ...inputs, ...(hidden.__timeouts && { __timeouts: hidden.__timeouts as JsonObject }) };
    const isNew = Object.keys(olds).length === 0;
    if (hidden.__urn) this.introduce(told, hidden.__urn, stored(olds), isNew);
    const twins = failures.length === 0 ? this.twinFailures(inputs, hidden.__urn, isNew) : [];
    return { inputs: told, failures: [...this.configurationFailures(), ...failures, ...twins] };
  }

  private introduce(inputs: JsonObject, urn: string, olds: JsonObject, isNew: boolean): void {
    const { identities, inUse } = this.host;
    identities.introduce(this.handler.type, inputs, urn, canonicalJson(olds) === canonicalJson(inputs));
    // Also what is to be replaced is checked anew: what diff has compared may go then.
    if (isNew) inUse.release(urn);
  }

  /** Two resources of one stack that are the same object would undo each other's work at every run. */
  private twinFailures(inputs: JsonObject, urn = "", isNew: boolean): CheckFailure[] {
    if (isUnknown(urn) || containsUnknown(inputs) || this.configurationFailures().length > 0) return [];
    const sole = this.handler.sole?.(inputs, this.account().configuration.ifExists) ?? [];
    const named = sole.map((one) => ({ ...one, object: `${this.handler.type} ${one.object}` }));
    const twin = this.host.identities.claim(
      named.map(({ object }) => object),
      urn,
    );
    // Those that are there already have come to terms with each other.
    if (!twin || !isNew) return [];
    return named
      .filter(({ object }) => object === twin.object)
      .map(({ property, reason }) => ({
        property,
        reason: INPUTS.twins.says({ other: nameOf(twin.owner), reason }),
      }));
  }

  async diff(id: string, olds: JsonObject, news: JsonObject) {
    const [before, after] = [split(olds), split(news)];
    const { changed, replaces } = difference(
      this.handler,
      certain(before),
      before.hidden.__declared ?? "",
      after.own,
    );
    if (id.startsWith(PENDING) && !before.hidden.__id)
      return this.diffPending(id, before.hidden, news, replaces);
    const { identities, inUse, journal } = this.host;
    const { urn, isRepeated } = identities.find(this.handler.type, stored(news));
    const place = this.placeOf(urn);
    if (place && journal.recall(place)?.id === id) journal.forget(place);
    if (urn && replaces.length === 0) inUse.add(this.objectOf(id, before.own), urn);
    const sameTimeouts = laterTimeouts(before.hidden) === laterTimeouts(after.hidden);
    const { __tasks: tasks, __unsure: unsure } = before.hidden;
    if (changed.length === 0 && sameTimeouts && !tasks && !unsure) return { changes: false };
    // "Unknown" makes the engine compare the inputs, and so show which of them change and how. It finds nothing where
    // they are declared as before, and yet the platform has something else.
    return { changes: unsure || isRepeated ? true : undefined, replaces };
  }

  /** What is still being made gets its id by a replacement that goes on with the same tasks, if it is the same object. */
  private diffPending(
    id: string,
    { __tasks: tasks = [], __declared: declared = "" }: Hidden,
    news: JsonObject,
    replaces: string[],
  ) {
    if (replaces.length > 0) return { changes: true, replaces };
    this.host.identities.interrupt(this.handler.type, stored(news), { id, tasks, declared });
    return { changes: true, replaces: ["id"], deleteBeforeReplace: true };
  }

  async create(inputs: JsonObject): Promise<{ id: string; outs: JsonObject }> {
    const { own, hidden } = split(inputs);
    const { identities } = this.host;
    const interrupted = identities.takeInterrupted(this.handler.type, stored(inputs));
    const place = this.placeOf(identities.find(this.handler.type, stored(inputs)).urn);
    const recalls = place === undefined ? undefined : this.host.journal.recall(place);
    const letters = lettersOf(own, this.handler.optional);
    const scope = {
      timeouts: hidden.__timeouts,
      inputs,
      before: "",
      earlier: interrupted?.declared ?? recalls?.declared ?? "",
      after: letters,
      resumes: interrupted?.tasks,
      recalls,
    };
    return this.run("create", scope, async (run) => {
      if (interrupted) this.host.inUse.add(this.objectOf(interrupted.id, {}));
      const { id: given, state } = await this.handler.create(own, run);
      const id = String(given);
      this.host.inUse.add(this.objectOf(id, state));
      this.host.handOver(place);
      return { id, outs: this.outputs(state, own, hidden, letters) };
    });
  }

  async update(id: string, olds: JsonObject, news: JsonObject): Promise<{ outs: JsonObject }> {
    const [before, after] = [split(olds), split(news)];
    const letters = lettersOf(after.own, this.handler.optional);
    const scope = {
      timeouts: after.hidden.__timeouts,
      inputs: news,
      before: before.hidden.__declared ?? "",
      after: letters,
      id,
    };
    return this.run("update", scope, async (run) => {
      // What it has replaced, should that still be there to be deleted, may be the same object.
      this.host.inUse.add(this.objectOf(id, before.own));
      const realId = await this.resolveId(id, before.hidden, before.own, run);
      const state = await this.handler.update(realId, certain(before), after.own, run);
      const outs = this.outputs(state, after.own, after.hidden, letters);
      return { outs: realId === id ? outs : { ...outs, __id: realId } };
    });
  }

  async read(
    id: string,
    properties: JsonObject,
  ): Promise<{ id?: string; props?: JsonObject; inputs?: JsonObject }> {
    const { own, hidden } = split(properties);
    const letters = hidden.__declared ?? "";
    return this.run(
      "read",
      { timeouts: hidden.__timeouts, inputs: {}, before: letters, after: letters },
      async (run) => {
        const realId = await this.resolveId(id, hidden, own, run).catch(onNothingMade);
        if (realId === undefined) return {};
        const state = await this.handler.read(realId, own, run);
        if (state === "gone") return {};
        if (state === "unreadable") return { id: realId, props: withoutTasks(properties) };
        const inputs = normalise(
          this.handler.inputsOf(state, (path) => isLettered(letters, path, this.handler.optional)),
        );
        const kept = this.creationOnly(own);
        const timeouts = timeoutsOf(hidden);
        return {
          id: realId,
          props: { ...kept, ...normalise(state), ...timeouts, ...(letters && { __declared: letters }) },
          inputs: { ...kept, ...inputs, ...timeouts },
        };
      },
    );
  }

  async delete(id: string, properties: JsonObject): Promise<void> {
    const { own, hidden } = split(properties);
    if (!this.handler.delete) return;
    const letters = hidden.__declared ?? "";
    await this.run(
      "delete",
      { timeouts: hidden.__timeouts, inputs: {}, before: letters, after: letters },
      async (run) => {
        // A creation that goes on has its tasks.
        if (this.host.identities.isInterrupted(id) || this.isInUse(id, own, run)) return;
        const realId = await this.resolveId(id, hidden, own, run).catch(onNothingMade);
        if (realId === undefined || (realId !== id && this.isInUse(realId, own, run))) return;
        await this.handler.delete?.(realId, own, run);
      },
    );
  }

  /** Whether a resource of the stack is the same object: a creation has gone on with it, or taken it over. */
  private isInUse(id: string, state: object, run: Run): boolean {
    const isIt = this.host.inUse.has(this.objectOf(id, state));
    if (isIt && !id.startsWith(PENDING))
      run.info(`${this.handler.type} ${id} is not deleted, as the stack goes on with it`);
    return isIt;
  }

  /** What an object is known by among all resources, whichever Provider they have. */
  private objectOf(id: string, state: object): string {
    const { type, platformId } = this.handler;
    return canonicalJson([type, this.account().address, (platformId?.(id, state) ?? id).toLowerCase()]);
  }

  /** The id at the platform, after the tasks that an interrupted run was waiting for. */
  private async resolveId(
    id: string,
    { __tasks: tasks = [], __id: realId = id, __unsure: unsure }: Hidden,
    known: JsonObject,
    run: ResourceRun,
  ): Promise<string> {
    if (tasks.length === 0) return realId;
    if (unsure) run.exists(id, known, unsure);
    const pending = id.startsWith(PENDING);
    const finished = await run.finish(tasks, known).catch((error) => finishedBeside(error, pending, run));
    if (!pending) return realId;
    const made = await this.handler.made?.(tasks, finished, known, run);
    if (made === undefined) throw new NothingMade(tasks);
    return made;
  }

  private async run<T>(
    operation: keyof Timeouts,
    scope: Scope,
    work: (run: ResourceRun) => Promise<T>,
  ): Promise<T> {
    let run: ResourceRun | undefined;
    try {
      run = this.begin(operation, scope);
      return await this.host.during(run, () => work(run as ResourceRun));
    } catch (error) {
      throw this.failure(error, { ...scope, before: run?.before ?? scope.before }, run?.checkpoint ?? {});
    }
  }

  private begin(
    operation: keyof Timeouts,
    { timeouts, inputs, before, earlier = "", after, resumes, recalls }: Scope,
  ): ResourceRun {
    const { configuration, platform } = this.account();
    const { optional, type } = this.handler;
    const { urn } = this.host.identities.find(type, stored(inputs));
    const place = this.placeOf(urn);
    return new ResourceRun({
      ifExists: configuration.ifExists,
      warn: (text) => this.host.warn(text, urn),
      note: (note) => this.note(place, note),
      platform,
      engine: this.host.engine,
      clock: this.host.clock,
      urn,
      timeout: parseDuration(timeouts?.[operation] ?? "") || configuration.taskTimeout,
      before,
      earlier,
      after,
      isLettered: (letters, path) => isLettered(letters, path, optional),
      isInUse: (id) => this.host.inUse.has(this.objectOf(id, {})),
      uses: (id) => {
        const makes = operation === "create" || operation === "update";
        if (makes) this.host.inUse.add(this.objectOf(id, {}));
      },
      ...(resumes && { resumes }),
      ...(recalls && { recalls }),
    });
  }

  private note(place: string | undefined, note: Note | undefined): void {
    const { journal } = this.host;
    if (place === undefined) return;
    if (note) journal.note(place, note);
    else journal.forget(place);
  }

  /** What the journal knows a resource by: its URN and the platform that it is on. Undefined where it cannot be told. */
  private placeOf(urn: string | undefined): string | undefined {
    return urn && canonicalJson([this.handler.type, this.account().configuration.baseUrl, urn]);
  }

  /** Once something exists or has begun, a failure keeps it: id, known state, and the tasks to wait for. */
  private failure(
    error: unknown,
    { inputs, before, after, id: knownId }: Scope,
    { id, state, tasks, unsure }: Checkpoint,
  ): ResourceFailure {
    const keptId = id ?? knownId ?? (tasks?.[0] && PENDING + tasks[0]);
    if (keptId === undefined || (state === undefined && tasks === undefined))
      return new ResourceFailure(error);
    const { own, hidden } = split(inputs);
    const known = this.outputs(state ?? {}, own, hidden, unite(before, after));
    const properties = {
      ...known,
      ...(tasks && { __tasks: tasks }),
      ...(unsure && { __unsure: unsure }),
      ...(hidden.__provider && { __provider: hidden.__provider }),
    };
    return new PartialFailure(error, keptId, properties, keptId.startsWith(PENDING) ? ` ${PROTECTED}` : "");
  }

  /** What the state holds: what the handler tells, the inputs that it cannot tell of, and what later methods need. */
  private outputs(state: object, inputs: JsonObject, hidden: Hidden, letters: string): JsonObject {
    return {
      ...this.creationOnly(inputs),
      ...normalise(state),
      ...timeoutsOf(hidden),
      ...(letters && { __declared: letters }),
    };
  }

  /** Inputs that matter only when the object is made: nothing at the platform tells of them afterwards. */
  private creationOnly(inputs: JsonObject): JsonObject {
    const fields = this.handler.fields as Record<string, Field<object, object>>;
    return Object.fromEntries(Object.entries(inputs).filter(([name]) => fields[name]?.onlyAtCreation));
  }

  private configurationFailures(): CheckFailure[] {
    try {
      this.account();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.message.split("\n").map((reason) => ({ property: "", reason }));
    }
  }

  private account(): Account {
    if (this.known) return this.known;
    this.known = this.host.accounts.get(this.source);
    if (isExposed(this.known.configuration)) this.host.warn(SETTINGS.exposed.says());
    return this.known;
  }
}

interface Scope {
  timeouts: Timeouts | undefined;
  inputs: JsonObject;
  /** Letters of what was declared when the state was written, and of what is declared now. */
  before: string;
  /** Letters of what was declared for an earlier creation that broke off. */
  earlier?: string;
  after: string;
  id?: string;
  resumes?: string[] | undefined;
  /** What a run that was killed has noted of the creation. */
  recalls?: Note | undefined;
}

/** Inputs as check returned them: the engine adds only the provider text. */
function stored({ __provider, ...inputs }: JsonObject): JsonObject {
  return inputs;
}

function timeoutsOf({ __timeouts }: Hidden): JsonObject {
  return __timeouts ? { __timeouts: __timeouts as JsonObject } : {};
}

/** Those whose operations are told nothing but the state, so that a change of them has to reach it. */
function laterTimeouts({ __timeouts: { read, delete: deletion } = {} }: Hidden): string {
  return JSON.stringify([read, deletion]);
}

function withoutTasks({ __tasks, ...properties }: JsonObject): JsonObject {
  return properties;
}

/** Nothing has come of an interrupted creation. */
class NothingMade extends Error {
  constructor(tasks: string[]) {
    super(TASKS.nothingMade.says({ tasks: tasks.join(", ") }));
  }
}

function onNothingMade(error: unknown): undefined {
  if (error instanceof NothingMade || error instanceof TaskFailed) return undefined;
  throw error;
}

/**
 * What can be gone on with after tasks that an earlier run awaited did not all finish. An object that was there
 * before them is there still, and the run changes it anew.
 */
function finishedBeside(error: unknown, pending: boolean, run: Run): Task[] {
  const finished = error instanceof TaskFailed ? error.finished : [];
  const hopeless = pending && error instanceof TaskFailed && finished.length === 0;
  if (hopeless || !(error instanceof TaskFailed || error instanceof TaskUnknown)) throw error;
  run.warn(error.message);
  return finished;
}
