import { isDefect, UnexpectedError } from "../../errors/defect";
import { CodedError } from "../../errors/definition";
import { DELETED_HINT, REPLIES } from "../../errors/replies";
import { DELETION_HINT, PROTECTED_HINT } from "../../errors/tasks";
import { type Acts, carryOut } from "../../lifecycle/acts";
import { PlatformWorld, type PlatformWorldOptions } from "../../lifecycle/platform-world";
import { mapLists, stateToStore } from "../../lifecycle/properties";
import type { AnyResource, JsonResource } from "../../lifecycle/resource";
import { Runner } from "../../lifecycle/runner";
import type { Reader } from "../../platform/api/api";
import { parseDuration } from "../../util/duration";
import { type Json, type JsonObject, plainJson } from "../../util/json";
import { keyMask, type Mask, secretMask } from "../../util/secrets";
import { PartialFailure, ResourceFailure } from "./failures";
import type { Registration } from "./registrations";
import type { ResourceAccount } from "./resource-account";
import type { Session } from "./session";
import {
  isPending,
  type OperationKind,
  pendingIdOf,
  recordedValues,
  type SplitProperties,
  storedOutputs,
  storedProgress,
} from "./state";
import { StatusLine } from "./status-line";

/** The facts about an operation before it begins. */
export interface OperationRequest {
  kind: OperationKind;
  /** Pulumi's id of the resource, if it has one. */
  id?: string;
  registration?: Registration | undefined;
  /** The inputs of a creation or an update: if it fails, the state keeps what exists. */
  inputs?: SplitProperties;
  /** The state, if there is one; for the preview of an import, the inputs. */
  before?: SplitProperties;
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

const NOTHING: SplitProperties = { own: {}, hidden: {} };

/** Runs the operations on resources of one type, each with its timeout, its log, and its failure in the engine's format. */
export class Operations {
  constructor(
    private readonly resource: AnyResource,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {}

  /** Throws a `PartialFailure` if the state has to keep an object or a task, and else a `ResourceFailure`. */
  async run<T>(request: OperationRequest, work: (running: RunningOperation) => Promise<T>): Promise<T> {
    const { inputs, before = NOTHING, kind, id } = request;
    const urn = urnOf(request);
    const mask = secretMask((inputs ?? before).hidden.__secret, inputs?.own ?? {}, before.own);
    let runner: AnyRunner | undefined;
    try {
      const { platform } = this.account;
      const log = platform.log?.operation({ operation: kind, type: this.resource.type, id, urn, mask });
      // The engine may end the process once it has the last result, so what is printed reaches it before.
      const printed: unknown[] = [];
      const info = (text: string) => void printed.push(this.session.engine.log(urn, mask(text), "info"));
      const warn = ({ message }: CodedError) => void printed.push(this.session.warn(mask(message), urn));
      const use = (object: string) => this.account.use(object, {}, request.registration?.urn);
      const world = this.worldOf(request, mask, { log, info, warn, use });
      const current = this.runnerOf(request);
      runner = current;
      const perform = <R>(acts: Acts<JsonObject, R>) => carryOut(acts, world);
      const run = () =>
        work({ runner: current, reader: world.reader, info, perform })
          .catch((error: unknown) => {
            throw this.described(error, mask);
          })
          .finally(() => Promise.all(printed));
      const keptId = () => unfinishedOf(request, current)?.stateId;
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

  /** Runs `check` or `diff`, which send no change. The log has only their defects. */
  async guard<T>(urn: string | undefined, maskOf: () => Mask, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
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
    const { kind, id, inputs, before } = request;
    const urn = urnOf(request);
    const { __timeouts: timeouts } = (inputs ?? before ?? NOTHING).hidden;
    // Without an URN, the line is beside the stack.
    const name = id === undefined ? type : `${type} ${id}`;
    const show = (text: string) => engine.status(urn, mask(urn ? text : `${name}: ${text}`));
    const timeout = parseDuration(timeouts?.[kind] ?? "") || platform.configuration.taskTimeout;
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

  private runnerOf({ kind, registration, inputs, before }: OperationRequest): AnyRunner {
    const { session, account } = this;
    const { records } = session;
    const { platform } = account;
    const creates = kind === "create" ? registration : undefined;
    const facts = {
      hasSecrets: (inputs ?? before)?.hidden.__secret !== undefined,
      former: creates?.replacement?.former,
      requestTimeout: platform.configuration.requestTimeout,
      now: () => platform.now(),
      isInUse: (object: string) => account.isInUse(object, {}, creates?.urn),
      // Resources with another Provider have a process, and so a waiter, of their own.
      isOwn: (task: string) => platform.waiter.isOwn(task) || account.isInUse(task, {}, creates?.urn),
    };
    return new Runner(this.resource as never, facts, (record) => {
      // A resource of the stack is the object that it creates, so no other one takes or deletes it; until it is known, its task.
      const held = record?.id ?? record?.tasks?.[0];
      if (inputs && held !== undefined) account.use(held, {}, creates?.urn);
      if (!creates) return;
      if (record) records.save(creates, platform.address, record);
      else records.end(creates, platform.address);
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
    const kept = unfinishedOf(request, runner);
    const isNotFound = error instanceof CodedError && error.code === REPLIES.notFound.code;
    const hint = isNotFound && request.kind === "update" ? DELETED_HINT : "";
    if (kept === undefined)
      return new ResourceFailure(error, mask, runner?.record.isRemoving ? DELETION_HINT : hint);
    const { inputs, unfinished, stateId, known } = kept;
    const { __provider } = inputs.hidden;
    const { touched = [] } = unfinished;
    const sent = Object.entries(request.change ?? {}).filter(([name]) => touched.includes(name));
    const { properties } = this.resource;
    // A creation may have adopted the object, with all of its items.
    const before = request.before ? recordedValues(properties, request.before, {}) : plainJson(known);
    const possible = mapLists(properties, Object.fromEntries(sent), (items, wanted, name) => [
      ...((before[name] as Json[] | undefined) ?? []),
      ...(items.extra(before[name] ?? [], wanted) as Json[]),
    ]);
    const outputs = {
      ...outputsOf(this.resource, { ...request, change: Object.fromEntries(sent) }, known, request.declared),
      ...possible,
      ...storedProgress(unfinished),
      ...(__provider && { __provider }),
    };
    this.account.use(stateId, plainJson(known), request.registration?.urn);
    return new PartialFailure(error, mask, stateId, outputs, isPending(stateId) ? PROTECTED_HINT : hint);
  }
}

/** The resource. The plugin passes its URN to `read` and `delete`, too. */
function urnOf({ registration, before }: OperationRequest): string | undefined {
  return registration?.urn ?? before?.hidden.__urn;
}

/** The outputs of a creation or an update, as far as the object is known. `declared`: what later operations take as declared. */
export function outputsOf(
  { properties }: AnyResource,
  { inputs = NOTHING, before, change = {} }: OperationRequest,
  known: object,
  declared: string[] = [],
): JsonObject {
  const live = plainJson(known);
  const recorded = before ? recordedValues(properties, before, inputs.own) : live;
  const facts = { live, recorded, inputs: inputs.own, change };
  return storedOutputs(stateToStore(properties, facts), inputs.hidden, declared);
}

/** What the state keeps after a failed creation or update, and its id. */
function unfinishedOf({ inputs, id }: OperationRequest, runner: AnyRunner | undefined) {
  if (!inputs || !runner?.record.isOurs) return undefined;
  const { unfinished, known } = runner.record;
  if (!known) return undefined;
  const stateId = unfinished.id ?? id ?? pendingIdOf(unfinished.tasks);
  return stateId === undefined ? undefined : { inputs, unfinished, stateId, known };
}
