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
    for (const key of keys)
      for (const claims of [this.local, ...this.others.values()]) {
        const other = claims
          .ownersOf(key)
          .find(({ urn, isNew }) => urn !== owner.urn && (owner.isNew || isNew));
        if (other) return { key, other };
      }
    return undefined;
  }

  /** Marks an object as in use until its owner is released. */
  use(object: string, owner = object): void {
    if (this.local.objects.of(owner)[0] !== object) this.add({ owner, object });
  }

  release(owner: string): void {
    if (this.local.objects.of(owner).length > 0) this.add({ owner });
  }

  isInUse(object: string): boolean {
    if (this.local.objects.holdersOf(object).length > 0) return true;
    this.readOthers();
    return [...this.others.values()].some(({ objects }) => objects.holdersOf(object).length > 0);
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
    for (const [process, entry] of this.messages.read()) {
      const claims = this.others.get(process) ?? new Claims();
      if (entry === undefined) this.others.delete(process);
      else this.others.set(process, claims.add(entry));
    }
  }
}

/** The claims of one process. */
class Claims {
  /** The objects that owners use. */
  readonly objects = new Holdings();
  /** The keys of resources, by their URNs. */
  private readonly keys = new Holdings();
  private readonly areNew = new Map<string, boolean>();

  add(entry: Entry): this {
    if ("keys" in entry) {
      this.keys.set(entry.urn, entry.keys);
      this.areNew.set(entry.urn, entry.isNew);
    } else this.objects.set(entry.owner, entry.object === undefined ? [] : [entry.object]);
    return this;
  }

  ownersOf(key: string): Owner[] {
    return this.keys.holdersOf(key).map((urn) => ({ urn, isNew: this.areNew.get(urn) === true }));
  }
}

/** Who holds what. Lookups take constant time. */
class Holdings {
  private readonly held = new Map<string, string[]>();
  private readonly holders = new Map<string, Set<string>>();

  /** Replaces what a holder has. */
  set(holder: string, things: string[]): void {
    for (const thing of this.of(holder)) this.holders.get(thing)?.delete(holder);
    this.held.set(holder, things);
    for (const thing of things)
      this.holders.set(thing, (this.holders.get(thing) ?? new Set<string>()).add(holder));
  }

  of(holder: string): string[] {
    return this.held.get(holder) ?? [];
  }

  holdersOf(thing: string): string[] {
    return [...(this.holders.get(thing) ?? [])];
  }
}
