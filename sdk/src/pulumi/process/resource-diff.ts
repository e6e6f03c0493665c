import { type Difference, difference } from "../../lifecycle/diff/difference";
import { declaredPaths } from "../../lifecycle/diff/recorded";
import type { AnyHandler } from "../../lifecycle/handler";
import type { JsonObject } from "../../util/json";
import { ResourceFailure } from "./failures";
import type { ResourceAccount } from "./resource-account";
import type { ResourceOperations } from "./resource-operations";
import type { ResourceProgress } from "./resource-progress";
import type { Registration } from "./resource-registry";
import type { Session } from "./session";
import {
  certainValues,
  checkedInputs,
  type Hidden,
  isPending,
  isUnfinished,
  type Properties,
  progressOf,
  split,
  withChanges,
} from "./state";

/** The result of `diff`, in the engine's format. */
export interface DiffResult {
  /**
   * With `undefined` the engine compares the inputs itself and shows the differences in detail. It finds none if the inputs
   * are unchanged but the object has drifted.
   */
  changes?: boolean | undefined;
  replaces?: string[];
  deleteBeforeReplace?: boolean;
}

/** Compares the state of the resources of one type with their inputs. Sends no request. */
export class ResourceDiff {
  constructor(
    private readonly handler: AnyHandler,
    private readonly session: Session,
    private readonly account: ResourceAccount,
    private readonly progress: ResourceProgress,
    private readonly operations: ResourceOperations,
  ) {}

  async diff(id: string, olds: JsonObject, news: JsonObject): Promise<DiffResult> {
    try {
      return this.compare(id, this.before(id, olds, news), news);
    } catch (error) {
      throw new ResourceFailure(error);
    }
  }

  /** The state of a resource, with what is known to be uncertain since an operation that was killed. */
  before(id: string, olds: JsonObject, news?: JsonObject): Properties {
    const recorded = split(olds);
    const registration = news && this.session.resources.find(this.handler.type, checkedInputs(news));
    return withChanges(recorded, this.progress.changesIn(id, recorded, registration));
  }

  difference(before: Properties, inputs: JsonObject): Difference {
    const { __declared: declared = [] } = before.hidden;
    return difference(this.handler.properties, certainValues(before), declared, inputs);
  }

  private compare(id: string, before: Properties, news: JsonObject): DiffResult {
    const after = split(news);
    const { changed, replaces } = this.difference(before, after.own);
    const registration = this.session.resources.find(this.handler.type, checkedInputs(news));
    if (isPending(this.account.objectId(id, before.own)))
      return this.diffPending(id, before, registration, replaces);
    if (registration && replaces.length === 0) this.operations.use(id, before.own, registration.urn);
    const declared = declaredPaths(after.own, this.handler.properties);
    const isRecorded = forLaterOperations(before.hidden) === forLaterOperations(after.hidden, declared);
    if (changed.length === 0 && isRecorded && !isUnfinished(before)) return { changes: false };
    const isUncertain = before.hidden.__unsure !== undefined;
    return { changes: isUncertain || registration?.isRepeated ? true : undefined, replaces };
  }

  /**
   * Pulumi changes the id of a resource only by replacing it, so a replacement continues the tasks of the creation. The old
   * resource is deleted afterwards, and then the object is in use.
   */
  private diffPending(
    id: string,
    before: Properties,
    registration: Registration | undefined,
    replaces: string[],
  ): DiffResult {
    if (replaces.length > 0) return { changes: true, replaces };
    const progress = progressOf(id, before);
    if (registration) this.session.resources.continueLater(registration.urn, { id, progress });
    return { changes: true, replaces: ["id"], deleteBeforeReplace: false };
  }
}

/** What read and delete need of the program. These methods get only the state, so a change must update the state. */
function forLaterOperations({ __timeouts, __declared }: Hidden, declared = __declared ?? []): string {
  return JSON.stringify([declared, __timeouts?.read, __timeouts?.delete]);
}
