import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress } from "../../lifecycle/progress";
import { digest } from "../../util/digest";
import { isObject, parseJson } from "../../util/json";
import { folderOf, PrivateFolder, pulumiHome } from "./private-files";
import { stateIdOf } from "./state";

/** Identifies a resource of one stack on one platform. */
export interface ProgressKey {
  resource: string;
  /** Identifies the object with this id, of the resource's type, on this platform. */
  objectKey(id: string): string;
}

/**
 * Stores the progress of creations on disk. If a run is killed, or its state cannot be saved, the state does not contain
 * what the run created, but this store does. An entry stays until a later run finds the object in the state.
 */
export interface ProgressStore {
  load(progressKey: ProgressKey): Progress | undefined;
  save(progressKey: ProgressKey, progress: Progress): void;
  remove(progressKey: ProgressKey): void;
  /** The state contains this object, so the entry of an earlier process for it is no longer needed. */
  confirm(object: string): void;
}

/** The next run is expected within this time. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

interface Entry {
  progress: Progress;
  /** A digest of the object, once it has an id that a state can contain. */
  object?: string;
}

/**
 * One file per creation. If files cannot be written, the next run does not find the object and reports that it exists.
 */
export class FileProgressStore implements ProgressStore {
  private readonly folder: PrivateFolder;
  private readonly scope: string;
  private cachedEntries: Map<string, Entry> | undefined;
  /** The file names of entries of earlier processes, by the digest of their object. */
  private readonly earlierByObject = new Map<string, string>();

  constructor(folder = folderOf("creations"), scope = currentScope()) {
    this.folder = new PrivateFolder(folder);
    this.scope = digest(scope, 12);
  }

  load({ resource }: ProgressKey): Progress | undefined {
    return this.entries.get(this.nameOf(resource))?.progress;
  }

  save({ resource, objectKey }: ProgressKey, { known: _, ...progress }: Progress): void {
    // Reads the entries before it writes a new one, so that only entries of earlier processes can be confirmed.
    const { entries } = this;
    const name = this.nameOf(resource);
    const id = stateIdOf(progress);
    const entry: Entry = { progress, ...(id !== undefined && { object: digest(objectKey(id)) }) };
    const text = JSON.stringify(entry);
    if (text === JSON.stringify(entries.get(name))) return;
    if (this.folder.write(name, text)) entries.set(name, entry);
  }

  remove({ resource }: ProgressKey): void {
    const name = this.nameOf(resource);
    if (this.entries.delete(name)) this.folder.remove(name);
  }

  confirm(object: string): void {
    if (this.entries.size === 0) return;
    const key = digest(object);
    const name = this.earlierByObject.get(key);
    if (name === undefined) return;
    this.earlierByObject.delete(key);
    if (this.entries.get(name)?.object !== key) return;
    this.entries.delete(name);
    this.folder.remove(name);
  }

  private get entries(): Map<string, Entry> {
    this.cachedEntries ??= this.read();
    return this.cachedEntries;
  }

  private read(): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const name of this.folder.names()) {
      if (this.folder.age(name) > MAX_AGE_MS) this.folder.remove(name);
      else if (name.startsWith(`${this.scope}-`) && !name.endsWith(".tmp")) {
        const entry = parseJson(this.folder.read(name) ?? "");
        if (!isObject(entry) || !isObject(entry.progress)) continue;
        entries.set(name, entry as unknown as Entry);
        if (typeof entry.object === "string") this.earlierByObject.set(entry.object, name);
      }
    }
    return entries;
  }

  private nameOf(resource: string): string {
    return `${this.scope}-${digest(resource, 20)}`;
  }
}

/** The backend and the project's folder identify a state. The same URN in another state is another resource. */
function currentScope(): string {
  return JSON.stringify([process.cwd(), process.env.PULUMI_BACKEND_URL || loggedInBackend(pulumiHome())]);
}

/** The backend that `pulumi login` chose. */
function loggedInBackend(home: string): string {
  try {
    const credentials = parseJson(readFileSync(join(home, "credentials.json"), "utf8"));
    return isObject(credentials) ? String(credentials.current ?? "") : "";
  } catch {
    return "";
  }
}
