import { randomBytes } from "node:crypto";
import { uniquePaths } from "../../lifecycle/diff/declared";
import type { Progress } from "../../lifecycle/handler";
import type { Lookup } from "../../lifecycle/steps/recognise";
import { digestOf } from "../../util/digest";
import type { JsonObject } from "../../util/json";
import { creationKey, type ProgressStore } from "../files/progress-store";
import type { ResourceAccount } from "./resource-account";
import type { Registration } from "./resource-registry";
import type { Properties } from "./state";

/**
 * The progress on disk of one resource type. A creation is stored under its resource, the uncertain properties of an object
 * under the object. Both stay until the program or a later run finds that the engine has saved the result.
 */
export class StoredProgress {
  constructor(
    private readonly store: ProgressStore,
    private readonly account: ResourceAccount,
  ) {}

  /** The progress of a creation that an earlier run may not have reported. */
  ofCreation(registration: Registration | undefined, inputs: JsonObject): Progress | undefined {
    const entry = registration && this.store.load(this.keyOf(registration));
    if (entry === undefined || entry.address !== this.account.current.address) return undefined;
    const { progress, isReported } = entry;
    // The engine has got the result: only the creation of exactly this object may be one that it could not save.
    if (isReported && entry.inputs !== inputsDigest(progress.lookup, inputs)) return undefined;
    return progress;
  }

  saveCreation(
    registration: Registration,
    progress: Progress | undefined,
    { inputs, declared }: { inputs: JsonObject; declared: string[] },
  ): void {
    const key = this.keyOf(registration);
    if (progress === undefined) this.store.remove(key);
    else if (progress.lookup)
      this.store.save(key, {
        progress: { ...progress, declared: uniquePaths(progress.declared, declared) },
        address: this.account.current.address,
        inputs: inputsDigest(progress.lookup, inputs),
      });
  }

  /** The engine gets the result of the creation, and saves it in the state. */
  reportCreation(registration: Registration | undefined): void {
    const key = registration && this.keyOf(registration);
    const entry = key && this.store.load(key);
    if (entry) this.store.save(key, { ...entry, isReported: true });
  }

  private forgetCreation(registration: Registration): void {
    this.store.remove(this.keyOf(registration));
  }

  /** The state has the resource with the inputs of the creation, so it contains the result. */
  confirmCreation(registration: Registration, recorded: JsonObject): void {
    const entry = this.store.load(this.keyOf(registration));
    if (entry?.isReported && entry.inputs === inputsDigest(entry.progress.lookup, recorded))
      this.forgetCreation(registration);
  }

  /** The changes of an object that its state may not contain. */
  changesIn(
    id: string,
    recorded: Properties,
    registration: Registration | undefined,
  ): Pick<Progress, "uncertain" | "tasks"> {
    const keys = [
      this.account.objectKey(id, recorded.own),
      ...(registration ? [this.keyOf(registration)] : []),
    ];
    const entries = keys.map((key) => {
      const { progress, reported } = this.store.load(key) ?? {};
      const isOther = progress?.lookup !== undefined || (progress?.id ?? id) !== id;
      if (progress === undefined || isOther) return {};
      const isSaved = reported && reported.state === stateDigest(reported.salt, recorded);
      if (!isSaved) return progress;
      // The engine has saved the state that it got.
      this.store.remove(key);
      return {};
    });
    return {
      uncertain: entries.flatMap(({ uncertain = [] }) => uncertain),
      tasks: entries.flatMap(({ tasks = [] }) => tasks),
    };
  }

  /**
   * Stores the properties that an operation on an object changes, before it changes them. If the process is killed, the state
   * has the old values, so each of them stays uncertain until the operation has undone its changes, or ends.
   */
  changesOf(id: string, state: JsonObject): (progress: Progress | undefined) => void {
    const changed = new Set<string>();
    return (progress) => {
      if (progress === undefined) changed.clear();
      for (const name of progress?.uncertain ?? []) changed.add(name);
      this.saveChanges(id, state, { ...progress, uncertain: [...changed] });
    };
  }

  saveChanges(id: string, state: JsonObject, { uncertain, tasks }: Progress = {}): void {
    const key = this.account.objectKey(id, state);
    if (uncertain?.length) this.store.save(key, { progress: { uncertain, ...(tasks && { tasks }) } });
    else this.store.remove(key);
  }

  /** A new resource has the object: what earlier ones have changed is compared already. */
  forgetChanges(id: string, state: JsonObject, registration: Registration | undefined): void {
    this.saveChanges(id, state);
    const key = registration && this.keyOf(registration);
    if (key && this.store.load(key)?.progress.lookup === undefined) this.store.remove(key);
  }

  /**
   * The engine gets a state with all changes, or with those until a failure. The run may end before the engine saves this
   * state, so the changes stay stored until a later run, or the program if there is a registration, finds that the engine has
   * saved it.
   */
  reportChanges(id: string, before: JsonObject, reported: Properties, registration?: Registration): void {
    const key = this.account.objectKey(id, before);
    const entry = this.store.load(key);
    if (entry === undefined) return;
    this.store.remove(key);
    const { uncertain } = entry.progress;
    const { __tasks: tasks } = reported.hidden;
    const salt = randomBytes(9).toString("base64url");
    this.store.save(registration ? this.keyOf(registration) : key, {
      progress: { id, ...(uncertain && { uncertain }), ...(tasks && { tasks }) },
      reported: { salt, state: stateDigest(salt, reported) },
    });
  }

  private keyOf({ urn, organization }: Registration): string {
    return creationKey(this.store.scope, urn, organization);
  }
}

/** A state with unfinished work is another one than the same values without. */
function stateDigest(salt: string, { own, hidden: { __tasks = [], __unsure = [] } }: Properties): string {
  return digestOf([salt, own, __tasks, __unsure]);
}

/** Inputs may be secret, so the digest has the salt of the lookup. */
function inputsDigest(lookup: Lookup | undefined, inputs: JsonObject): string {
  return digestOf([lookup?.salt, inputs]);
}
