import type { Progress } from "../../lifecycle/handler";
import { uniquePaths } from "../../lifecycle/properties";
import { isDigestOf, saltedDigestOf } from "../../util/digest";
import type { Json, JsonObject } from "../../util/json";
import { isCreation, type ProgressStore, resourceKey } from "../files/progress-store";
import type { ResourceAccount } from "./resource-account";
import type { Registration } from "./resource-check";
import { type SplitProperties, split } from "./state";

/** What identifies a resource among all stacks of the machine. */
type ResourceOfStack = Pick<Registration, "urn" | "organization">;

/**
 * The progress entries of one resource type on disk. A creation is stored under its resource, the uncertain properties of an object
 * under the object. Both stay until the program or a later run finds that the engine has saved the result.
 */
export class ResourceProgress {
  constructor(
    private readonly store: ProgressStore,
    private readonly account: ResourceAccount,
  ) {}

  /** The progress of a creation that an earlier run may not have reported. */
  ofCreation(resource: ResourceOfStack | undefined, inputs: JsonObject): Progress | undefined {
    const entry = resource && this.store.load(this.keyOf(resource));
    if (!entry || !isCreation(entry) || entry.address !== this.account.platform.address) return undefined;
    // The engine has got the result: only a creation with exactly these inputs may be one that it could not save.
    if (entry.reported && !isDigestOf(entry.reported, inputs)) return undefined;
    return entry.progress;
  }

  saveCreation(
    resource: ResourceOfStack | undefined,
    progress: Progress | undefined,
    declared: string[],
  ): void {
    if (resource === undefined) return;
    const key = this.keyOf(resource);
    if (progress === undefined) this.store.remove(key);
    const { known: _, lookup, ...others } = progress ?? {};
    if (lookup === undefined) return;
    this.store.save(key, {
      progress: { ...others, lookup, declared: uniquePaths(others.declared, declared) },
      address: this.account.platform.address,
    });
  }

  /** The engine gets the result of a creation with these inputs, and saves it in the state. */
  reportCreation(resource: ResourceOfStack | undefined, inputs: JsonObject): void {
    const key = resource && this.keyOf(resource);
    const entry = key && this.store.load(key);
    if (entry) this.store.save(key, { ...entry, reported: saltedDigestOf(inputs) });
  }

  /** The state has the resource with these inputs. If those of the creation were the same, the state contains its result. */
  confirmCreation(resource: ResourceOfStack, inputs: JsonObject): void {
    const key = this.keyOf(resource);
    const { reported } = this.store.load(key) ?? {};
    if (reported && isDigestOf(reported, inputs)) this.store.remove(key);
  }

  /** The state of an object, with the changes that it may not contain. */
  stateOf(id: string, recorded: SplitProperties, resource: ResourceOfStack | undefined): SplitProperties {
    const keys = [this.account.objectKey(id, recorded.own), ...(resource ? [this.keyOf(resource)] : [])];
    const { own, hidden } = recorded;
    const missing = keys.map((key) => this.changesIn(key, id, recorded));
    const tasks = union(hidden.__tasks, ...missing.map((each) => each.tasks));
    const unsure = union(hidden.__unsure, ...missing.map((each) => each.uncertain));
    return {
      own,
      hidden: { ...hidden, ...(tasks && { __tasks: tasks }), ...(unsure && { __unsure: unsure }) },
    };
  }

  private changesIn(key: string, id: string, recorded: SplitProperties): Progress {
    const entry = this.store.load(key);
    if (!entry || isCreation(entry) || (entry.progress.id ?? id) !== id) return {};
    const { progress, reported } = entry;
    if (!reported || !isDigestOf(reported, contentOf(recorded))) return progress;
    // The engine has saved the state that it got.
    this.store.remove(key);
    return {};
  }

  /**
   * Returns what stores the properties that an operation on an object changes, before it changes them. If the process is
   * killed, the state has the old values, so each of them stays uncertain until the operation has undone its changes, or ends.
   */
  recorderOf(id: string, state: JsonObject): (progress: Progress | undefined) => void {
    const changed = new Set<string>();
    return (progress) => {
      if (progress === undefined) changed.clear();
      for (const name of progress?.uncertain ?? []) changed.add(name);
      const key = this.account.objectKey(id, state);
      const { tasks } = progress ?? {};
      if (changed.size === 0) this.store.remove(key);
      else this.store.save(key, { progress: { uncertain: [...changed], ...(tasks && { tasks }) } });
    };
  }

  /** A new resource has the object: what earlier ones have changed is compared already. */
  forgetChanges(id: string, state: JsonObject, resource: ResourceOfStack | undefined): void {
    this.store.remove(this.account.objectKey(id, state));
    const key = resource && this.keyOf(resource);
    const entry = key && this.store.load(key);
    if (entry && !isCreation(entry)) this.store.remove(key);
  }

  /**
   * The engine gets a state with all changes, or with those until a failure. The run may end before the engine saves this
   * state, so the changes stay stored until a later run, or the program if the resource is known, finds that the engine has
   * saved it.
   */
  reportChanges(id: string, before: JsonObject, outputs: JsonObject, resource?: ResourceOfStack): void {
    const key = this.account.objectKey(id, before);
    const entry = this.store.load(key);
    if (entry === undefined) return;
    this.store.remove(key);
    const { uncertain } = entry.progress;
    const reported = split(outputs);
    const { __tasks: tasks } = reported.hidden;
    this.store.save(resource ? this.keyOf(resource) : key, {
      progress: { id, ...(uncertain && { uncertain }), ...(tasks && { tasks }) },
      reported: saltedDigestOf(contentOf(reported)),
    });
  }

  private keyOf({ urn, organization }: ResourceOfStack): string {
    return resourceKey(this.store.scope, urn, organization);
  }
}

function union(...lists: Array<string[] | undefined>): string[] | undefined {
  const present = lists.flatMap((list) => (list ? [list] : []));
  return present.length > 0 ? [...new Set(present.flat())] : undefined;
}

/** A state with unfinished work is another one than the same values without. */
function contentOf({ own, hidden: { __tasks = [], __unsure = [] } }: SplitProperties): Json {
  return [own, __tasks, __unsure];
}
