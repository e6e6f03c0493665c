import {
  type Difference,
  declaredPaths,
  difference,
  keepingInput,
  redeclared,
} from "../../lifecycle/properties";
import type { AnyResource } from "../../lifecycle/resource";
import type { Registration, Replacement } from "./registrations";
import type { ResourceAccount } from "./resource-account";
import { type Hidden, isPending, objectIdOf, recordedValues, type SplitProperties } from "./state";

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

/** What differs between a state and the inputs, and what follows for the engine. */
export class ResourceDiff {
  constructor(
    private readonly resource: AnyResource,
    private readonly account: ResourceAccount,
  ) {}

  compare(
    id: string,
    before: SplitProperties,
    after: SplitProperties,
    registration: Registration | undefined,
  ): DiffResult {
    const { changed, replaces } = this.of(before, after);
    // Where the inputs are the same as before, the engine would find no difference.
    const isRepeated = registration?.isRepeated ?? before.hidden.__imported;
    const isCompared = before.unfinished?.touched === undefined && !isRepeated;
    const changes = isCompared ? undefined : true;
    const isUnknown = isPending(objectIdOf(this.resource, id, before.own));
    if (isUnknown || replaces.length > 0) {
      const continues = isUnknown && replaces.length === 0 ? { id, before } : undefined;
      if (registration) registration.replacement = { ...this.replaced(id, before, registration), continues };
      if (!continues) return { changes, replaces };
      // Pulumi changes the id of a resource only by replacing it, so a replacement continues the creation.
      return { changes: true, replaces: ["id"], deleteBeforeReplace: false };
    }
    if (registration) this.account.use(id, before.own, registration.urn);
    const declared = declaredPaths(after.own, this.resource.properties);
    // The digest of a value that the platform had anyway need not be recorded.
    const isNoted = (path: string) => !path.includes("=") || before.hidden.__declared?.includes(path);
    // The deletion of an imported object has to find in the state what keeps the object.
    const isKept = before.hidden.__imported && keepingInput(this.resource.properties, declared) !== undefined;
    // Later runs mask what the state names as secret. A refresh does not know what the program has marked, and the states of early
    // versions name nothing.
    const { __secret, __imported } = before.hidden;
    const isNamed = registration !== undefined && (__secret !== undefined || __imported === true);
    const isMasked = !isNamed || secretsIn(before.hidden) === secretsIn(after.hidden);
    const isRecorded =
      !isKept &&
      isMasked &&
      forLaterOperations(before.hidden) === forLaterOperations(after.hidden, declared.filter(isNoted));
    if (changed.length === 0 && isRecorded && !before.unfinished) return { changes: false };
    return { changes };
  }

  /** What was adopted or is retained is not the stack's after the replacement. */
  private replaced(id: string, before: SplitProperties, { hidden }: Registration): Replacement {
    if (hidden.__retains || this.adoptedBy(before) !== undefined) return {};
    const { __replaced: former } = before.hidden;
    return { replaced: isPending(id) ? former : id, former };
  }

  /** Inputs may be unknown. What an unfinished operation has touched differs. */
  of(before: SplitProperties, after: SplitProperties): Difference {
    const { properties } = this.resource;
    const recorded = recordedValues(properties, before, after.own);
    const facts = [properties, recorded, before.hidden.__declared ?? [], after.own] as const;
    const { changed, replaces, change } = difference(...facts);
    const again = redeclared(...facts);
    return { changed: [...changed, ...Object.keys(again)], replaces, change: { ...change, ...again } };
  }

  /** The input for which a deletion leaves the object at the platform. */
  adoptedBy({ hidden }: SplitProperties): string | undefined {
    return keepingInput(this.resource.properties, hidden.__declared);
  }
}

const secretsIn = ({ __secret = [] }: Hidden) => [...__secret].sort().join();

/** What read and delete need of the program. These methods get only the state, so a change must update the state. */
function forLaterOperations({ __timeouts, __declared }: Hidden, declared = __declared ?? []): string {
  return JSON.stringify([declared, __timeouts?.read, __timeouts?.delete]);
}
