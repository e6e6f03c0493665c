import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { folderOf, PrivateFolder } from "../pulumi/files/private-files";
import { parseJson } from "../util/json";

/** A resource that holds a unique key or an object. */
export interface Owner {
  urn: string;
  /** Whether the resource is being created. Existing resources are not reported as duplicates of each other. */
  isNew: boolean;
}

type Kind = "key" | "object";

/** All keys, or all objects, that a resource holds from now on. A line of a file. */
type Claim = [kind: Kind, things: string[], owner: Owner];

/** How long the files of a killed run are kept. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * Records which resource of the stack owns which object, so that two resources are not the same object and no object is
 * deleted that another resource uses. Resources with different Providers are in different processes, so each process appends
 * its claims to a file, and then reads what the others have appended: of two processes, at least one finds the claim of the
 * other. If files cannot be written, each process works alone.
 */
export class Ownership {
  private readonly folder: PrivateFolder | undefined;
  private readonly file = `${process.pid}-${randomBytes(4).toString("hex")}`;
  private append: ((text: string) => void) | undefined;
  private readonly own = new Claims();
  /** The claims of other processes, by their files. */
  private others = new Map<string, Claims>();

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
    const owners = this.ownersOf("key", keys);
    return owners.find(({ other }) => other.urn !== owner.urn && (owner.isNew || other.isNew));
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
    return this.ownersOf("object", [object]).some(({ other }) => other.urn !== owner);
  }

  /** Removes this process's claims at the end of the run. */
  close(): void {
    this.folder?.remove(this.file);
    this.folder?.removeIfEmpty();
  }

  private hold(...claim: Claim): void {
    if (!this.own.replace(claim) || this.folder === undefined) return;
    if (this.append === undefined) this.removeOldRuns();
    this.append ??= this.folder.create(this.file);
    this.append(`${JSON.stringify(claim)}\n`);
  }

  /** Who holds one of these things now. The claims of another process are gone with its file. */
  private ownersOf(kind: Kind, things: string[]): Array<{ key: string; other: Owner }> {
    const { folder, others } = this;
    const files = folder?.names().filter((name) => name !== this.file) ?? [];
    this.others = new Map(files.map((file) => [file, others.get(file) ?? new Claims()]));
    const foreign = [...this.others].flatMap(([file, claims]) => {
      claims.read(folder?.read(file, claims.position));
      const owners = claims.ownersOf(kind, things);
      return owners.length > 0 && isAlive(file) ? owners : [];
    });
    return [...this.own.ownersOf(kind, things), ...foreign];
  }

  /** A run may wait for days, and writes no file meanwhile. */
  private removeOldRuns(): void {
    const runs = new PrivateFolder(this.runs);
    for (const name of runs.names())
      if (runs.age(name) > MAX_AGE_MS && !new PrivateFolder(join(this.runs, name)).names().some(isAlive))
        runs.remove(name);
  }
}

/** The claims of one process. */
class Claims {
  /** How many bytes of its file were read. */
  position = 0;
  private readonly byOwner = new Map<string, Claim>();
  private readonly owners = new Map<string, Map<string, Owner>>();

  /** Reads the lines that are complete. */
  read(text = ""): void {
    const lines = text.slice(0, text.lastIndexOf("\n") + 1);
    this.position += Buffer.byteLength(lines);
    for (const line of lines.split("\n")) {
      const claim = parseJson(line);
      if (Array.isArray(claim)) this.replace(claim as Claim);
    }
  }

  /** Returns false if the owner holds the same as before. */
  replace(claim: Claim): boolean {
    const [kind, things, owner] = claim;
    const holder = `${kind} ${owner.urn}`;
    const before = this.byOwner.get(holder) ?? [kind, [], owner];
    if (JSON.stringify(before) === JSON.stringify(claim)) return false;
    this.byOwner.set(holder, claim);
    for (const thing of before[1]) this.owners.get(`${kind} ${thing}`)?.delete(owner.urn);
    for (const thing of things) {
      const owners = this.owners.get(`${kind} ${thing}`) ?? new Map<string, Owner>();
      this.owners.set(`${kind} ${thing}`, owners.set(owner.urn, owner));
    }
    return true;
  }

  ownersOf(kind: Kind, things: string[]): Array<{ key: string; other: Owner }> {
    return things.flatMap((key) =>
      [...(this.owners.get(`${kind} ${key}`)?.values() ?? [])].map((other) => ({ key, other })),
    );
  }
}

/** Whether the process that writes this file is alive. */
function isAlive(file: string): boolean {
  try {
    return process.kill(Number.parseInt(file, 10), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
