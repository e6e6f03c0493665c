import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Progress } from "../../lifecycle/handler";
import type { Lookup } from "../../lifecycle/steps/creation";
import { digestOf, type SaltedDigest } from "../../util/digest";
import { isObject, parseJson } from "../../util/json";
import { folderOf, PrivateFolder, pulumiHome } from "./private-files";

/** What a run has to know of an operation of an earlier run that the state may not contain. */
export type ProgressEntry = (CreationEntry | ChangesEntry) & {
  /**
   * What the engine has got: the inputs of a creation, or the state after a change. The entry is used only if the engine may
   * not have saved it.
   */
  reported?: SaltedDigest;
};

interface CreationEntry {
  /** Without the known state, which may contain secrets and is read again. */
  progress: Omit<Progress, "known"> & { lookup: Lookup };
  /** The platform. */
  address: string;
}

/** The changes of an object. */
interface ChangesEntry {
  progress: Pick<Progress, "id" | "tasks" | "uncertain">;
  address?: never;
}

export function isCreation(entry: ProgressEntry): entry is Extract<ProgressEntry, CreationEntry> {
  return entry.address !== undefined;
}

/** Stores progress on disk: if a run is killed, or its state cannot be saved, the state lacks what the run has done. */
export interface ProgressStore {
  /** Identifies the state of the stack, see `currentScope`. */
  readonly scope: string;
  load(key: string): ProgressEntry | undefined;
  save(key: string, entry: ProgressEntry): void;
  remove(key: string): void;
}

/** The next run is expected within this time. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

const FOLDER = "operations";

/** One file for each entry. If files cannot be written, the next run reports that the object exists. */
export class FileProgressStore implements ProgressStore {
  private readonly folder: PrivateFolder;
  private cachedEntries: Map<string, ProgressEntry> | undefined;

  constructor(
    path = folderOf(FOLDER),
    readonly scope = currentScope(),
    /** Never changes a file, also not an old one. */
    private readonly isReadOnly = false,
  ) {
    this.folder = new PrivateFolder(path);
  }

  load(key: string): ProgressEntry | undefined {
    return this.entries.get(key);
  }

  save(key: string, entry: ProgressEntry): void {
    if (this.isReadOnly) return;
    const text = JSON.stringify(entry);
    if (text === JSON.stringify(this.entries.get(key))) return;
    if (this.folder.write(key, text)) this.entries.set(key, entry);
  }

  remove(key: string): void {
    if (!this.isReadOnly && this.entries.delete(key)) this.folder.remove(key);
  }

  private get entries(): Map<string, ProgressEntry> {
    this.cachedEntries ??= this.read();
    return this.cachedEntries;
  }

  private read(): Map<string, ProgressEntry> {
    const entries = new Map<string, ProgressEntry>();
    for (const name of this.folder.names()) {
      if (this.folder.age(name) > MAX_AGE_MS) {
        if (!this.isReadOnly) this.folder.remove(name);
      } else if (!name.endsWith(".tmp")) {
        const entry = parseJson(this.folder.read(name) ?? "");
        if (isObject(entry) && isObject(entry.progress)) entries.set(name, entry as unknown as ProgressEntry);
      }
    }
    return entries;
  }
}

let scopeOfProgram: string | undefined;

/** Called by the program once the state contains a resource: its entry is no longer needed. */
export function forgetEntry(urn: string, organization: string | undefined): void {
  scopeOfProgram ??= currentScope();
  new PrivateFolder(folderOf(FOLDER)).remove(resourceKey(scopeOfProgram, urn, organization));
}

/** The key of the entry of a resource: of its creation, or of reported changes. */
export function resourceKey(scope: string, urn: string, organization = ""): string {
  return digestOf([scope, organization, urn]);
}

/** The backend and the folder of the program identify a state. The same URN in another state is another resource. */
export function currentScope(programFolder = process.cwd()): string {
  const backend = process.env.PULUMI_BACKEND_URL || projectBackend(programFolder) || loggedInBackend();
  return digestOf([programFolder, backend]);
}

/** The text of `backend` in Pulumi.yaml, which is in the folder of the program or above. */
function projectBackend(folder: string): string | undefined {
  for (const extension of ["yaml", "yml", "json"]) {
    const text = textOf(join(folder, `Pulumi.${extension}`));
    if (text !== undefined) return /^\s*"?backend"?:.*(?:\n[ \t]+.*)*/m.exec(text)?.[0];
  }
  return dirname(folder) === folder ? undefined : projectBackend(dirname(folder));
}

/** The backend that `pulumi login` chose. */
function loggedInBackend(): string {
  const credentials = parseJson(textOf(join(pulumiHome(), "credentials.json")) ?? "");
  return isObject(credentials) ? String(credentials.current ?? "") : "";
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
