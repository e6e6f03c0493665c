import { PROTECTED_HINT } from "../../errors/tasks";
import type { AnyHandler, Progress } from "../../lifecycle/handler";
import { declaredPaths, stateToStore, uniquePaths } from "../../lifecycle/properties";
import { parseDuration } from "../../util/duration";
import { type JsonObject, plainJson } from "../../util/json";
import { type Mask, secretMask } from "../../util/secrets";
import { PartialFailure, ResourceFailure } from "./failures";
import { Operation } from "./operation";
import type { ResourceAccount } from "./resource-account";
import type { Session } from "./session";
import {
  hiddenProgress,
  isPending,
  isUnfinished,
  type OperationKind,
  pendingIdOf,
  progressOf,
  type SplitProperties,
  storedOutputs,
} from "./state";

/** The facts about an operation before it begins. */
export interface OperationRequest {
  kind: OperationKind;
  /** Pulumi's id of the resource, if it has one. */
  id?: string;
  urn?: string | undefined;
  /** The inputs of a creation or an update: if it fails, the state keeps what exists. */
  inputs?: SplitProperties;
  /** The state, if there is one; for the preview of an import, the inputs. */
  before?: SplitProperties;
  /** What an update sends. */
  change?: JsonObject;
  /** The progress of a creation that is not in the state. */
  previous?: Progress | undefined;
  /** Stores progress beside the state. */
  onProgress?(progress: Progress | undefined): void;
  /** Gets the outputs that the engine gets although the operation has failed. */
  onPartialFailure?(outputs: JsonObject): void;
}

/** After this time, the engine has shown a failure. */
const AFTER_ENGINE_MS = 500;

const NOTHING: SplitProperties = { own: {}, hidden: {} };

/** What the state keeps after a failed creation or update, and its id. */
function unfinishedOf({ inputs, id }: OperationRequest, { isOwned, progress }: Partial<Operation> = {}) {
  if (!inputs || !isOwned || !(progress?.known || progress?.tasks)) return undefined;
  const stateId = progress.id ?? id ?? pendingIdOf(progress.tasks);
  return stateId === undefined ? undefined : { inputs, progress, stateId };
}

/** Runs the operations on resources of one type, each with its timeout, its log, and its failure in the engine's format. */
export class OperationRunner {
  constructor(
    private readonly handler: AnyHandler,
    private readonly session: Session,
    private readonly account: ResourceAccount,
  ) {}

  /** Throws a `PartialFailure` if the state has to keep an object or a task, and else a `ResourceFailure`. */
  async run<T>(request: OperationRequest, work: (operation: Operation) => Promise<T>): Promise<T> {
    const { inputs, before = NOTHING } = request;
    const mask = secretMask((inputs ?? before).hidden.__secret, inputs?.own ?? {}, before.own);
    let operation: Operation | undefined;
    try {
      const current = this.createOperation(request, mask);
      operation = current;
      const { log } = current;
      const run = () => work(current);
      const logged = log ? () => log.run(run, () => unfinishedOf(request, current)?.stateId) : run;
      // The process may exit at the end of `track`.
      return await this.session.track(current, logged);
    } catch (error) {
      const failure = this.failure(error, request, operation, mask);
      if (failure instanceof PartialFailure) this.showInRow(request.urn, failure.message);
      throw failure;
    }
  }

  /**
   * The row of a partial failure has only the engine's "1 error occurred:", because the reasons begin in the next line. A row
   * shows the last error, so this one is sent after the engine's.
   */
  private showInRow(urn: string | undefined, error: string): void {
    const { clock, engine } = this.session;
    void clock.sleep(AFTER_ENGINE_MS).then(() => engine.status(urn, error, "error"));
  }

  private createOperation(
    { kind, id, urn, inputs, before, previous, onProgress }: OperationRequest,
    mask: Mask,
  ): Operation {
    const { platform } = this.account;
    const { session } = this;
    const { type } = this.handler;
    const { __timeouts: timeouts } = (inputs ?? before ?? NOTHING).hidden;
    return new Operation({
      platform,
      urn,
      name: id === undefined ? type : `${type} ${id}`,
      engine: session.engine,
      clock: session.clock,
      timeout: parseDuration(timeouts?.[kind] ?? "") || platform.configuration.taskTimeout,
      previous: before && id !== undefined && isUnfinished(before) ? progressOf(id, before) : previous,
      log: platform.log?.operation({ operation: kind, type, id, urn, mask }),
      isInUse: (object) => this.account.isInUse(object),
      warn: (text) => session.warn(text, urn),
      mask,
      onProgress: (progress) => {
        // A resource of the stack is the object that it creates or changes, so no other resource deletes it.
        if (inputs && progress?.id !== undefined) this.account.use(progress.id);
        onProgress?.(progress);
      },
    });
  }

  private failure(
    error: unknown,
    request: OperationRequest,
    operation: Operation | undefined,
    mask: Mask,
  ): ResourceFailure {
    const unfinished = unfinishedOf(request, operation);
    if (unfinished === undefined) return new ResourceFailure(error, mask);
    const { before = NOTHING, change = {}, onPartialFailure } = request;
    const { inputs, progress, stateId } = unfinished;
    const { properties } = this.handler;
    const live = plainJson(progress.known ?? {});
    const known = stateToStore(properties, { live, recorded: before.own, inputs: inputs.own, change });
    const declared = declaredPaths(inputs.own, properties);
    const outputs = {
      ...storedOutputs(
        known,
        inputs.hidden,
        uniquePaths(before.hidden.__declared, progress.declared, declared),
      ),
      ...hiddenProgress(progress),
      ...(inputs.hidden.__provider && { __provider: inputs.hidden.__provider }),
    };
    onPartialFailure?.(outputs);
    return new PartialFailure(error, mask, stateId, outputs, isPending(stateId) ? PROTECTED_HINT : "");
  }
}
