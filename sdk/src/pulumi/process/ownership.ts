import { join } from "node:path";
import { parseJson } from "../../util/json";
import { folderOf, PrivateFolder } from "../files/private-files";

/** A resource that holds a unique key or an object. */
export interface Owner {
  urn: string;
  /** Whether the resource is being created. Existing resources are not reported as duplicates of each other. */
  isNew: boolean;
}

/** The content of a file: the owners of a key or an object in one process. */
interface Claim {
  pid: number;
  owners: Owner[];
}

/** How long the files of a killed run are kept. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * Records which resource of the stack owns which object, so that two resources are not the same object and no object is
 * deleted that another resource uses. Resources with different Providers are in different processes, so each claim is also a
 * file, named after the key or the object. A file is created exclusively: of two processes one finds the claim of the other.
 * If files cannot be written, each process works alone.
 */
export class Ownership {
  private readonly folder: PrivateFolder | undefined;
  /** The owners of each key and object in this process. */
  private readonly owners = new Map<string, Owner[]>();
  /** The names of what each owner holds. */
  private readonly held = new Map<string, string[]>();
  /** The files of this process. */
  private readonly files = new Set<string>();

  /** @param run A name that all processes of the run share; undefined without an engine. */
  constructor(
    run: string | undefined,
    private readonly runs = folderOf("runs"),
  ) {
    this.folder = run === undefined ? undefined : new PrivateFolder(join(runs, run));
  }

  /** Replaces the keys that a resource claims. Returns a key that another resource has claimed, if there is a conflict. */
  claim(keys: string[], owner: Owner): { key: string; other: Owner } | undefined {
    this.hold("key", keys, owner);
    for (const key of keys) {
      const other = this.ownersOf(`key.${key}`).find(
        ({ urn, isNew }) => urn !== owner.urn && (owner.isNew || isNew),
      );
      if (other) return { key, other };
    }
    return undefined;
  }

  /** Marks an object as in use until its owner is released. */
  use(object: string, owner = object): void {
    this.hold("object", [object], { urn: owner, isNew: false });
  }

  release(owner: string): void {
    this.hold("object", [], { urn: owner, isNew: false });
  }

  /** Whether another owner than this one uses the object. */
  isInUse(object: string, owner?: string): boolean {
    return this.ownersOf(`object.${object}`).some(({ urn }) => urn !== owner);
  }

  /** Removes this process's claims at the end of the run. */
  close(): void {
    for (const name of this.files) this.folder?.remove(name);
    this.folder?.removeIfEmpty();
  }

  private hold(kind: "key" | "object", things: string[], owner: Owner): void {
    const names = things.map((thing) => `${kind}.${thing}`);
    const holder = `${kind} ${owner.urn}`;
    const before = this.held.get(holder) ?? [];
    this.held.set(holder, names);
    for (const name of new Set([...before, ...names])) {
      const others = (this.owners.get(name) ?? []).filter(({ urn }) => urn !== owner.urn);
      this.save(name, names.includes(name) ? [...others, owner] : others);
    }
  }

  private save(name: string, owners: Owner[]): void {
    const isSame = JSON.stringify(owners) === JSON.stringify(this.owners.get(name));
    this.owners.set(name, owners);
    const { folder, files } = this;
    if (isSame || folder === undefined) return;
    const text = JSON.stringify({ pid: process.pid, owners } satisfies Claim);
    if (owners.length === 0) {
      if (files.delete(name)) folder.remove(name);
    } else if (files.has(name)) folder.write(name, text);
    else {
      if (files.size === 0) this.removeOldRuns();
      // A process that has ended may have left the file.
      const isOurs = folder.create(name, text) || (!this.foreign(name) && folder.write(name, text));
      if (isOurs) files.add(name);
    }
  }

  private ownersOf(name: string): Owner[] {
    const own = this.owners.get(name) ?? [];
    return this.files.has(name) ? own : [...own, ...(this.foreign(name) ?? [])];
  }

  /** The owners in another process that is alive. */
  private foreign(name: string): Owner[] | undefined {
    return this.folder && ownersIn(this.folder, name);
  }

  /** A run may wait for days, and writes no file meanwhile. */
  private removeOldRuns(): void {
    const runs = new PrivateFolder(this.runs);
    for (const name of runs.names()) {
      const run = new PrivateFolder(join(this.runs, name));
      const isOld = runs.age(name) > MAX_AGE_MS;
      if (isOld && !run.names().some((file) => ownersIn(run, file))) runs.remove(name);
    }
  }
}

/** The owners in a file whose process is alive. */
function ownersIn(folder: PrivateFolder, name: string): Owner[] | undefined {
  const claim = parseJson(folder.read(name) ?? "") as Claim | undefined;
  return claim && isAlive(claim.pid) ? claim.owners : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
