import { inputOf, uniquePaths } from "../../lifecycle/properties";
import type { Unfinished } from "../../lifecycle/record";
import { union } from "../../lifecycle/record";
import { isDigestOf, saltedDigestOf } from "../../util/digest";
import type { Json, JsonObject } from "../../util/json";
import {
  asideName,
  changeName,
  creationName,
  type RecordStore,
  type StoredRecord,
} from "../files/record-store";
import type { LeftCreations } from "./left-creations";
import type { ResourceAccount } from "./resource-account";
import type { Registration } from "./resource-check";
import { isPending, type SplitProperties, split } from "./state";

/** What identifies a resource among all stacks of the machine. */
type ResourceOfStack = Pick<Registration, "urn" | "organization">;

/** How an operation keeps its record. */
export interface RecordKeeper {
  store(unfinished: Unfinished | undefined): void;
  setAside(): void;
}

/**
 * The records of one resource type on disk. A creation is stored under its resource, a change or a deletion with its object. A
 * record ends when the engine has saved the result, or when the object does not exist.
 */
export class ResourceRecords {
  constructor(
    private readonly store: RecordStore,
    private readonly left: LeftCreations,
    private readonly account: ResourceAccount,
  ) {}

  /** A creation of the resource that an earlier run has begun at this platform, and the name of its record. */
  ofCreation(resource: ResourceOfStack | undefined): { name: string; unfinished: Unfinished } | undefined {
    const { address } = this.account.platform;
    const [first] = this.creationsOf(resource).filter(([, record]) => record.address === address);
    if (first === undefined) return undefined;
    const [name, { unfinished }] = first;
    this.left.expect(name);
    return { name, unfinished };
  }

  /** `ofPrevious`: the name of the record that the operation continues. Any other one of the resource stays. */
  creationKeeper(resource: ResourceOfStack | undefined, ofPrevious: string | undefined): RecordKeeper {
    let continued = ofPrevious;
    if (resource === undefined) return { store() {}, setAside() {} };
    const name = this.creationName(resource);
    const { urn } = resource;
    let isMine = continued === name;
    const makeRoom = () => {
      isMine = true;
      const other = this.store.load(name);
      if (other) this.left.name(this.rename(name, asideName(name), other));
    };
    return {
      setAside: () => {
        if (continued === name) makeRoom();
        else if (continued) this.left.name(continued);
        continued = undefined;
      },
      store: (unfinished) => {
        if (unfinished && !unfinished.creation) return;
        if (!isMine) makeRoom();
        if (unfinished) this.store.save(name, this.record({ unfinished, urn }));
        else this.store.remove(name);
        this.left.expect(name);
        if (continued && continued !== name) this.store.remove(continued);
      },
    };
  }

  /** The records of creations of a resource, the last one first. */
  private creationsOf(resource: ResourceOfStack | undefined): Array<[string, StoredRecord]> {
    const name = resource && this.creationName(resource);
    const ofResource = this.store
      .entries()
      .filter(([other, { unfinished }]) => unfinished.creation && other.split(".")[0] === name);
    return ofResource.sort(([one], [other]) => one.length - other.length);
  }

  private rename(from: string, to: string, record: StoredRecord): string {
    this.store.save(to, record);
    this.store.remove(from);
    return to;
  }

  /** The state has the creation as an unfinished one, and this run replaces the resource. */
  forgetCreation(resource: ResourceOfStack | undefined): void {
    if (resource) this.store.remove(this.creationName(resource));
  }

  /** The state has this object of the resource, so the record of its creation ends. */
  confirm(resource: ResourceOfStack, id: string): void {
    for (const [name, { unfinished }] of this.creationsOf(resource)) {
      if (isPending(id)) this.left.expect(name);
      else if (unfinished.id?.toLowerCase() === id.toLowerCase()) this.store.remove(name);
    }
  }

  /** An interrupted creation whose tasks the state has turns out to have created this object, or none. */
  resolveCreation(tasks: readonly string[], id: string | undefined): void {
    const { address } = this.account.platform;
    for (const [name, record] of this.store.entries()) {
      const { unfinished } = record;
      const isSame = record.address === address && unfinished.tasks?.some((task) => tasks.includes(task));
      if (!unfinished.creation || unfinished.id !== undefined || !isSame) continue;
      if (id === undefined) this.store.remove(name);
      else this.store.save(name, { ...record, unfinished: { ...unfinished, id } });
    }
  }

  /**
   * Adds to a state the unfinished work that only the records have, and ends the records of what the engine has saved since.
   */
  complete(id: string, recorded: SplitProperties): SplitProperties {
    const records = this.changesOf(id, recorded);
    if (records.length === 0) return recorded;
    const { own, hidden, unfinished = {} } = recorded;
    const all = [unfinished, ...records.map((record) => record.unfinished)];
    const declared = uniquePaths(hidden.__declared, ...records.map((each) => each.declared));
    return {
      own,
      hidden: { ...hidden, ...(declared.length > 0 && { __declared: declared }) },
      unfinished: {
        tasks: union(...all.map(({ tasks }) => tasks)),
        touched: union(...all.map(({ touched }) => touched)),
        ...(all.some(({ deletes }) => deletes) && { deletes: true }),
      },
    };
  }

  private changesOf(id: string, recorded: SplitProperties): StoredRecord[] {
    return this.recordsOf(id, recorded.own).flatMap(([name, record]) => {
      if (!record.reported || !isDigestOf(record.reported, contentOf(recorded))) return [record];
      // The engine has saved the state that it got.
      this.store.remove(name);
      return [];
    });
  }

  private recordsOf(id: string, state: JsonObject): Array<[string, StoredRecord]> {
    const key = this.account.objectKey(id, state);
    return this.store.entries().filter(([, { object }]) => object === key);
  }

  /** The record of a change or a deletion of an object. What earlier operations have left stays until this one has ended. */
  changeKeeper(
    id: string,
    state: JsonObject,
    { resource, declared }: { resource?: ResourceOfStack | undefined; declared?: string[] } = {},
  ): RecordKeeper {
    const object = this.account.objectKey(id, state);
    const name = resource ? changeName(this.store.scope, resource.urn, resource.organization) : object;
    return {
      setAside() {},
      store: (unfinished) => {
        if (!unfinished) return this.forgetChanges(id, state);
        // Another resource may be the object, so a record says nothing of what the operation did not touch.
        const paths = declared?.filter((path) => unfinished.touched?.includes(inputOf(path)));
        const facts = { unfinished: { ...unfinished, id }, object, ...(paths && { declared: paths }) };
        this.store.save(name, this.record(facts));
      },
    };
  }

  /** The object was changed as planned, or does not exist. */
  forgetChanges(id: string, state: JsonObject): void {
    for (const [name] of this.recordsOf(id, state)) this.store.remove(name);
  }

  /** The object does not exist: nothing of it is unfinished. */
  forgetObject(id: string, state: JsonObject): void {
    this.forgetChanges(id, state);
    const key = this.account.objectKey(id, state);
    for (const [name, { unfinished, urn }] of this.store.entries())
      if (urn && unfinished.id && this.account.objectKey(unfinished.id, state) === key)
        this.store.remove(name);
  }

  /**
   * The engine gets a state with all changes, or with those until a failure. The run may end before the engine saves this
   * state, so the record stays until a later run, or the program, finds that the engine has saved it.
   */
  reportChanges(id: string, before: JsonObject, outputs: JsonObject): void {
    for (const [name, record] of this.recordsOf(id, before)) {
      const reported = split(outputs);
      const { tasks } = reported.unfinished ?? {};
      const { touched = [] } = record.unfinished;
      const digest = saltedDigestOf(contentOf(reported));
      const unfinished = { id, touched, ...(tasks && { tasks }) };
      this.store.save(name, { ...record, unfinished, reported: digest });
    }
  }

  private record(facts: Omit<StoredRecord, "scope" | "address">): StoredRecord {
    const { scope } = this.store;
    return { ...facts, scope, address: this.account.platform.address };
  }

  private creationName({ urn, organization }: ResourceOfStack): string {
    return creationName(this.store.scope, urn, organization);
  }
}

/** A state with unfinished work is another one than the same values without. */
function contentOf({ own, unfinished: { tasks = [], touched = [] } = {} }: SplitProperties): Json {
  return [own, tasks, touched];
}
