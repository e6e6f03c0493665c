import {
  type Difference,
  declaredPaths,
  difference,
  keepingInput,
  redeclared,
} from "../operation/properties";
import type { AnyResource, Wish } from "../operation/resource";
import { canonicalJson, isObject, type JsonObject, omitNullish } from "../util/json";
import type { ResourceAccount } from "./account";
import {
  isPending,
  objectIdOf,
  partition,
  type ResourceFacts,
  type ResourceState,
  recordedValues,
  type StoredInputs,
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

/** What `diff` has found about a replacement, for the creation of the new object. */
export interface Replacement {
  /** The object that is replaced, or was to be replaced by an interrupted one: the state of the new object names it. */
  replaced?: string | undefined;
  /** The object that the replaced one has replaced itself, which Pulumi may not have deleted yet. */
  former?: string | undefined;
  state: ResourceState;
  /** The state is that of an interrupted creation, which the replacement continues. */
  isContinued: boolean;
}

/** An existing resource, and its declared inputs. */
export interface ChangeRequest {
  state: ResourceState;
  inputs: JsonObject;
  /** The inputs of the last run. Absent without a check before, as in a refresh. */
  stored?: StoredInputs | undefined;
  facts: ResourceFacts;
}

/** What differs between a state and the inputs, and what follows for the engine. */
export class ResourceDiff {
  constructor(
    private readonly resource: AnyResource,
    private readonly account: ResourceAccount,
  ) {}

  compare(request: ChangeRequest): DiffResult {
    const { state, inputs, stored, facts } = request;
    const { id } = state;
    const { properties } = this.resource;
    const before = this.asDeclared(request);
    const { changed, replaces } = this.of(before, inputs);
    // Where the inputs are the same as before, the engine would find no difference.
    const isRepeated = stored ? this.isRepeated(stored.values, inputs, facts.secret) : state.isImported;
    const isCompared = state.unfinished?.touched === undefined && !isRepeated;
    const changes = isCompared ? undefined : true;
    const isUnknown = isPending(objectIdOf(this.resource, id, state.values));
    const isReplaced = isUnknown || replaces.length > 0;
    const isContinued = isUnknown && replaces.length === 0;
    if (isReplaced && facts.urn !== undefined)
      this.account.replacements.set(facts.urn, {
        ...this.replaced(before, facts),
        state: before,
        isContinued,
      });
    // Pulumi changes the id of a resource only by replacing it, so a replacement continues the creation.
    if (isContinued) return { changes: true, replaces: ["id"], deleteBeforeReplace: false };
    if (isReplaced) return { changes, replaces };
    if (facts.urn !== undefined) this.account.use(id, state.values, facts.urn);
    const declared = declaredPaths(inputs, properties);
    // The digest of a value that the platform had anyway need not be recorded.
    const isNoted = (path: string) => !path.includes("=") || before.declared?.includes(path);
    // The deletion of an imported object has to find in the state what keeps the object.
    const isAdopted = state.isImported && keepingInput(properties, declared) !== undefined;
    // Later runs mask what the state names as secret. A refresh does not know what the program has marked, and the states of early
    // versions name nothing.
    const isNamed = facts.urn !== undefined && (state.secret !== undefined || state.isImported === true);
    const isMasked = !isNamed || namesIn(state) === namesIn(facts);
    const isRecorded =
      !isAdopted &&
      isMasked &&
      forLaterOperations(before) ===
        forLaterOperations({ timeouts: facts.timeouts, declared: declared.filter(isNoted) });
    if (changed.length === 0 && isRecorded && !state.unfinished) return { changes: false };
    return { changes };
  }

  /** The state, with what was declared. Of an imported object nobody had declared anything, until a program did. */
  asDeclared({ state, stored, inputs }: Omit<ChangeRequest, "facts">): ResourceState {
    if (!state.isImported) return state;
    const declaring = stored === undefined || stored.isImported ? inputs : stored.values;
    return { ...state, declared: declaredPaths(declaring, this.resource.properties) };
  }

  /** What was adopted or is retained is not the stack's after the replacement. */
  private replaced(
    before: ResourceState,
    { retains }: ResourceFacts,
  ): Pick<Replacement, "replaced" | "former"> {
    if (retains || this.adoptedBy(before) !== undefined) return {};
    const { id, replaced: former } = before;
    return { replaced: isPending(id) ? former : id, former };
  }

  /** What an update is asked for. */
  wish(before: ResourceState, inputs: JsonObject): Wish<JsonObject, JsonObject> & { change: JsonObject } {
    const { recorded, change } = this.of(before, inputs);
    return { inputs, recorded, change };
  }

  /** The names of the inputs of the last run whose value the state does not have: the run, or a refresh, has not got there. */
  unreached(before: ResourceState, stored: JsonObject): string[] {
    return this.of(before, stored).changed;
  }

  /** Inputs may be unknown. What an unfinished operation has touched differs. */
  private of(before: ResourceState, inputs: JsonObject): Difference & { recorded: JsonObject } {
    const { properties } = this.resource;
    const recorded = recordedValues(properties, before, inputs);
    const facts = [properties, recorded, before.declared ?? [], inputs] as const;
    const { changed, replaces, change } = difference(...facts);
    const again = redeclared(...facts);
    return {
      ...{ recorded, replaces, change: { ...change, ...again } },
      changed: [...changed, ...Object.keys(again)],
    };
  }

  /** The input for which a deletion leaves the object at the platform. */
  adoptedBy({ declared }: ResourceState): string | undefined {
    return keepingInput(this.resource.properties, declared);
  }

  private isRepeated(before: JsonObject, inputs: JsonObject, secret?: readonly string[]): boolean {
    const [one, other] = [before, inputs].map((values) =>
      asCompared(partition(this.resource, values, secret).stored),
    );
    return one === other;
  }
}

/** Equal for inputs that are equal for the engine, which takes a null in an object for a missing value. */
function asCompared(inputs: JsonObject): string {
  const withoutNulls = (_key: string, value: unknown) => (isObject(value) ? omitNullish(value) : value);
  return canonicalJson(JSON.parse(JSON.stringify(inputs, withoutNulls)));
}

const namesIn = ({ secret = [] }: Pick<ResourceFacts, "secret">) => [...secret].sort().join();

/** What read and delete need of the program. These methods get only the state, so a change must update the state. */
function forLaterOperations({ timeouts, declared = [] }: Pick<ResourceState, "timeouts" | "declared">) {
  return JSON.stringify([declared, timeouts?.read, timeouts?.delete]);
}
