import { isDefect, UnexpectedError } from "../errors/defect";
import { CodedError } from "../errors/definition";
import { DELETED_HINT, REPLIES } from "../errors/replies";
import { DELETION_HINT, PROTECTED_HINT } from "../errors/tasks";
import { type Acts, carryOut } from "../operation/acts";
import { PlatformWorld, type PlatformWorldOptions } from "../operation/platform-world";
import { listIn, mapLists, stateToStore } from "../operation/properties";
import { union } from "../operation/record";
import type { AnyResource, JsonResource } from "../operation/resource";
import { Runner } from "../operation/runner";
import type { Reader } from "../platform/api/api";
import { parseDuration } from "../util/duration";
import { type JsonObject, pick, plainJson } from "../util/json";
import { keyMask, type Mask, secretMask } from "../util/secrets";
import type { ResourceAccount } from "./account";
import { type ExistingObject, readExisting } from "./existing";
import { PartialFailure, ResourceFailure } from "./failures";
import type { Session } from "./session";
import {
  isPending,
  type OperationKind,
  pendingIdOf,
  type ResourceFacts,
  type ResourceState,
  recordedValues,
} from "./state";
import { StatusLine } from "./status-line";

/** An operation before it begins. */
export interface OperationRequest {
  kind: OperationKind;
  facts: ResourceFacts;
  /** Absent: nothing exists, as far as the state has it. */
  state?: ResourceState;
  /** Of a creation or an update: if it fails, the state keeps what exists. */
  inputs?: JsonObject;
  /** What a creation or an update asks for. */
  change?: JsonObject;
  /** Of a creation or an update: paths of the optional inputs that it or an earlier attempt declares. */
  declared?: string[];
}

export type AnyRunner = Runner<object, JsonObject>;

/** What the work of an operation uses. */
export interface RunningOperation {
  runner: AnyRunner;
  reader: Reader;
  /** Prints a message that stays. */
  info(text: string): void;
  perform<T>(acts: Acts<JsonObject, T>): Promise<T>;
}

/** After this time, the engine has shown a failure. */
const AFTER_ENGINE_MS = 500;

/** Runs the operations on resources of one type, each with its timeout, its log, and its failure in the engine's format. */
export class Operations {
  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {}

  /** Throws a `PartialFailure` if the state has to keep an object or a task, and else a `ResourceFailure`. */
  async run<T>(request: OperationRequest, work: (running: RunningOperation) => Promise<T>): Promise<T> {
    const { inputs = {}, state, kind, facts } = request;
    const { urn } = facts;
    const mask = secretMask(facts.secret, inputs, state?.values ?? {});
    let runner: AnyRunner | undefined;
    try {
      const { platform } = this.account;
      const log = platform.log?.operation({
        operation: kind,
        type: this.resource.type,
        id: state?.id,
        urn,
        mask,
      });
      // The engine may end the process once it has the last result, so what is printed reaches it before.
      const printed: unknown[] = [];
      const info = (text: string) => void printed.push(this.session.engine.log(urn, mask(text), "info"));
      const warn = ({ message }: CodedError) => void printed.push(this.session.warn(mask(message), urn));
      const use = (object: string) => this.account.use(object, {}, ownerOf(request));
      const world = this.worldOf(request, mask, { log, info, warn, use });
      const current = this.runnerOf(request);
      runner = current;
      const perform = <R>(acts: Acts<JsonObject, R>) => carryOut(acts, world);
      const run = () =>
        work({ runner: current, reader: world.api, info, perform })
          .catch((error: unknown) => {
            throw this.described(error, mask);
          })
          .finally(() => Promise.all(printed));
      const keptId = () => this.keptAfter(request, current)?.id;
      const isLost = () => this.session.isLost;
      const logged = log ? () => log.run(run, keptId, isLost) : run;
      // The process may exit at the end of `track`.
      return await this.session.track(world, logged);
    } catch (error) {
      const failure = this.failure(this.session.printed(error), request, runner, mask);
      if (failure instanceof PartialFailure) this.showInRow(urn, failure.message);
      throw failure;
    }
  }

  /** Reads an object by the id that the program or the user names, and what they declare beside it. */
  readExisting(id: string, declared: JsonObject, facts: ResourceFacts): Promise<ExistingObject> {
    return this.run({ kind: "read", facts, state: { id, values: declared } }, ({ reader }) =>
      readExisting(this.resource, id, declared, reader),
    );
  }

  /** Runs what sends no change. The log has only its defects. `values`: those that may be secret. */
  async guard<T>(
    { urn, secret }: ResourceFacts,
    values: JsonObject[],
    work: (mask: () => Mask) => Promise<T>,
  ): Promise<T> {
    const maskOf = () => secretMask(secret, ...values);
    try {
      return await work(maskOf);
    } catch (error) {
      const mask = maskOf();
      const described = this.described(error, mask);
      const log = this.account.log?.operation({ operation: "check", type: this.resource.type, urn, mask });
      if (described instanceof UnexpectedError) log?.failed(described);
      throw new ResourceFailure(this.session.printed(described), mask);
    }
  }

  /** A defect gets a code, and says where its stack trace is. */
  private described(error: unknown, mask: Mask): unknown {
    if (!isDefect(error)) return error;
    const platform = this.account.problems().length === 0 ? this.account.platform : undefined;
    const { apiKey, logFile } = platform?.configuration ?? {};
    return new UnexpectedError(error, (text) => keyMask(apiKey)(mask(text)), platform?.log && logFile);
  }

  private worldOf(
    request: OperationRequest,
    mask: Mask,
    how: Pick<PlatformWorldOptions<JsonObject>, "log" | "info" | "warn" | "use">,
  ): PlatformWorld<JsonObject> {
    const { clock, engine } = this.session;
    const { platform } = this.account;
    const { type } = this.resource;
    const { kind, state, facts } = request;
    const { urn } = facts;
    // Without an URN, the line is beside the stack.
    const name = state === undefined ? type : `${type} ${state.id}`;
    const show = (text: string) => engine.status(urn, mask(urn ? text : `${name}: ${text}`));
    const timeout = parseDuration(facts.timeouts?.[kind] ?? "") || platform.configuration.taskTimeout;
    const resource = this.resource as unknown as JsonResource;
    return new PlatformWorld({
      ...how,
      resource,
      platform,
      clock,
      timeout,
      row: new StatusLine(clock, show),
    });
  }

  private runnerOf(request: OperationRequest): AnyRunner {
    const { account } = this;
    const { platform } = account;
    const { kind, facts, inputs } = request;
    const isCreation = kind === "create";
    const owner = isCreation ? facts.urn : undefined;
    const journal = isCreation ? account.journalOf(facts) : undefined;
    const known = {
      hasSecrets: facts.secret !== undefined,
      former: isCreation ? account.replacementOf(facts)?.former : undefined,
      requestTimeout: platform.configuration.requestTimeout,
      now: () => platform.now(),
      isInUse: (object: string) => account.isInUse(object, {}, owner),
      // Resources with another Provider have a process, and so a waiter, of their own.
      isOwn: (task: string) => platform.waiter.isOwn(task) || account.isInUse(task, {}, owner),
    };
    return new Runner(this.resource as never, known, (record) => {
      // A resource of the stack is the object that it creates, so no other one takes or deletes it; until it is known, its task.
      const held = record?.id ?? record?.tasks?.[0];
      if (inputs && held !== undefined) account.use(held, {}, owner);
      if (record) journal?.note(record);
      else journal?.end();
    });
  }

  /**
   * The row of a partial failure has only the engine's "1 error occurred:", because the reasons begin in the next line. A row
   * shows the last error, so this one is sent after the engine's.
   */
  private showInRow(urn: string | undefined, error: string): void {
    const { clock, engine } = this.session;
    void clock.sleep(AFTER_ENGINE_MS).then(() => engine.status(urn, error, "error"));
  }

  private failure(
    error: unknown,
    request: OperationRequest,
    runner: AnyRunner | undefined,
    mask: Mask,
  ): ResourceFailure {
    const kept = this.keptAfter(request, runner);
    const isNotFound = error instanceof CodedError && error.code === REPLIES.notFound.code;
    const hint = isNotFound && request.kind === "update" ? DELETED_HINT : "";
    if (kept === undefined)
      return new ResourceFailure(error, mask, runner?.record.isRemoving ? DELETION_HINT : hint);
    this.account.use(kept.id, plainJson(runner?.record.progress.known ?? {}), ownerOf(request));
    const advice = isPending(kept.id) ? PROTECTED_HINT : hint;
    return new PartialFailure(error, mask, this.resource.type, kept, advice);
  }

  /** What the state keeps after a failed creation or update. */
  private keptAfter(request: OperationRequest, runner: AnyRunner | undefined): ResourceState | undefined {
    const { inputs, state, change = {} } = request;
    if (!inputs || !runner?.record.isOurs) return undefined;
    const { unfinished, known } = runner.record.progress;
    const id = unfinished.id ?? state?.id ?? pendingIdOf(unfinished.tasks);
    if (!known || id === undefined) return undefined;
    const { tasks, touched } = unfinished;
    const sent = pick(change, (name) => touched?.includes(name) === true);
    const { properties } = this.resource;
    // A creation may have adopted the object, with all of its items.
    const before = state ? recordedValues(properties, state, {}) : plainJson(known);
    const possible = mapLists(properties, sent, (items, wanted, name) => [
      ...listIn(before, name),
      ...items.extra(listIn(before, name), wanted),
    ]);
    const kept = this.stateAfter({ ...request, change: sent }, id, known);
    // A value may be what it was, and secret as it was.
    const secret = union(state?.secret, kept.secret);
    return { ...kept, secret, values: { ...kept.values, ...possible }, unfinished: { tasks, touched } };
  }

  /** The state after a creation or an update, as far as the object is known. */
  stateAfter(
    { kind, facts, inputs = {}, state: before, change = {}, declared }: OperationRequest,
    id: string,
    known: object,
  ): ResourceState {
    const { properties } = this.resource;
    const live = plainJson(known);
    const recorded = before ? recordedValues(properties, before, inputs) : live;
    return {
      id,
      values: stateToStore(properties, { live, recorded, inputs, change }),
      declared,
      secret: facts.secret,
      timeouts: facts.timeouts,
      replaced: kind === "create" ? this.account.replacementOf(facts)?.replaced : undefined,
    };
  }
}

/** The resource that holds the object from then on. */
function ownerOf({ facts, inputs }: OperationRequest): string | undefined {
  return inputs && facts.urn;
}
