import { RunMessages } from "../files/run-messages";

/** A resource that holds a unique key. */
export interface Owner {
  urn: string;
  /** Whether the resource is being created. Existing resources are not reported as duplicates of each other. */
  isNew: boolean;
}

/** A message between the processes of a run: the unique keys of a resource, or the object that an owner uses. */
type Entry = { urn: string; isNew: boolean; keys: string[] } | { owner: string; object?: string };

/**
 * Records which resource of the stack owns which object, so that two resources are not the same object and no object is
 * deleted that another resource uses. Resources with different Providers are in different processes, so the processes of
 * one run share these records.
 */
export class Ownership {
  private readonly messages: RunMessages<Entry>;
  private readonly local = new Claims();
  /** The claims of the other processes. They end with their process. */
  private readonly others = new Map<string, Claims>();

  constructor(run: string | undefined, folder?: string) {
    this.messages = new RunMessages(run, folder);
  }

  /**
   * Replaces the keys that a resource claims. Returns a key that another resource has claimed, if there is a conflict.
   */
  claim(keys: string[], owner: Owner): { key: string; other: Owner } | undefined {
    // Written before the others are read, so that of two processes that claim a key at the same time one sees the
    // conflict.
    this.add({ ...owner, keys });
    this.readOthers();
    const all = [this.local, ...this.others.values()];
    for (const key of keys)
      for (const claims of all) {
        const other = claims.ownerOf(key, owner.urn);
        if (other && (owner.isNew || other.isNew)) return { key, other };
      }
    return undefined;
  }

  /** Marks an object as in use until its owner is released. */
  use(object: string, owner = object): void {
    if (this.local.objectOf(owner) !== object) this.add({ owner, object });
  }

  release(owner: string): void {
    if (this.local.objectOf(owner) !== undefined) this.add({ owner });
  }

  isInUse(object: string): boolean {
    if (this.local.uses(object)) return true;
    this.readOthers();
    return [...this.others.values()].some((claims) => claims.uses(object));
  }

  /** Removes this process's records at the end of the run. */
  close(): void {
    this.messages.close();
  }

  private add(entry: Entry): void {
    this.local.add(entry);
    this.messages.append(entry);
  }

  private readOthers(): void {
    for (const process of this.messages.ended()) this.others.delete(process);
    for (const [process, entry] of this.messages.read()) {
      const claims = this.others.get(process) ?? new Claims();
      this.others.set(process, claims);
      claims.add(entry);
    }
  }
}

/** The claims of one process. Lookups take constant time. */
class Claims {
  private readonly owners = new Map<string, Map<string, Owner>>();
  private readonly keys = new Map<string, string[]>();
  private readonly objects = new Map<string, string>();
  private readonly users = new Map<string, number>();

  add(entry: Entry): void {
    if ("keys" in entry) this.addKeys(entry.keys, { urn: entry.urn, isNew: entry.isNew });
    else this.setObject(entry.owner, entry.object);
  }

  ownerOf(key: string, except: string): Owner | undefined {
    for (const owner of this.owners.get(key)?.values() ?? []) if (owner.urn !== except) return owner;
    return undefined;
  }

  objectOf(owner: string): string | undefined {
    return this.objects.get(owner);
  }

  uses(object: string): boolean {
    return this.users.has(object);
  }

  private addKeys(keys: string[], owner: Owner): void {
    for (const key of this.keys.get(owner.urn) ?? []) this.owners.get(key)?.delete(owner.urn);
    this.keys.set(owner.urn, keys);
    for (const key of keys) {
      const owners = this.owners.get(key) ?? new Map<string, Owner>();
      this.owners.set(key, owners.set(owner.urn, owner));
    }
  }

  private setObject(owner: string, object: string | undefined): void {
    const before = this.objects.get(owner);
    if (before !== undefined) this.count(before, -1);
    if (object === undefined) this.objects.delete(owner);
    else {
      this.objects.set(owner, object);
      this.count(object, 1);
    }
  }

  private count(object: string, change: number): void {
    const users = (this.users.get(object) ?? 0) + change;
    if (users > 0) this.users.set(object, users);
    else this.users.delete(object);
  }
}
