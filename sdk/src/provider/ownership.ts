import { RunLog } from "./run-log";

/** A resource that holds a unique key. */
export interface Owner {
  urn: string;
  /** Whether the resource is being created: those that exist already are not duplicates of each other. */
  isNew: boolean;
}

/** What the processes of a run tell each other: the keys of a resource, or the object that an owner uses. */
type Entry = { urn: string; isNew: boolean; keys: string[] } | { owner: string; object?: string };

/**
 * Which resource of the stack is which object: two resources must not be the same one, and none is deleted that another
 * one uses. The other one may have another Provider and so another process: the processes of one run share this.
 */
export class Ownership {
  private readonly log: RunLog<Entry>;
  private readonly local = new Claims();
  /** By process: what ends with it is forgotten with it. */
  private readonly others = new Map<string, Claims>();

  constructor(run: string | undefined, folder?: string) {
    this.log = new RunLog(run, folder);
  }

  /** Claims keys for a resource, in place of those that it has claimed before; returns one that another resource has. */
  claim(keys: string[], owner: Owner): { key: string; other: Owner } | undefined {
    // Written before the others are read: of two processes that claim a key at once, one sees the other's claim.
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

  /** An object is in use until its owner is released. */
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

  /** The run is over. */
  close(): void {
    this.log.close();
  }

  private add(entry: Entry): void {
    this.local.add(entry);
    this.log.append(entry);
  }

  private readOthers(): void {
    for (const process of this.log.ended()) this.others.delete(process);
    for (const [process, entry] of this.log.read()) {
      const claims = this.others.get(process) ?? new Claims();
      this.others.set(process, claims);
      claims.add(entry);
    }
  }
}

/** The claims of one process. Every question takes the same time, however many there are. */
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
