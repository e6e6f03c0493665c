import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Unfinished } from "../../lifecycle/record";
import { digestOf, type SaltedDigest } from "../../util/digest";
import { isObject, parseJson } from "../../util/json";
import { folderOf, PrivateFolder, pulumiHome } from "./private-files";

/** What a run has to know of an operation of an earlier run that the state may not contain. */
export interface StoredRecord {
  unfinished: Unfinished;
  /** Identifies the state of the stack, see `currentScope`. */
  scope: string;
  /** The platform. */
  address: string;
  /** Identifies the object of a change or a deletion. */
  object?: string;
  /** Paths of the optional inputs that a change declares: its state may not contain them. */
  declared?: string[];
  /** The resource of a creation. */
  urn?: string;
  /**
   * The state after a change, as the engine has got it. The record is used only while the engine has saved another state. A
   * creation needs no such digest: its object has an id.
   */
  reported?: SaltedDigest;
}

/**
 * Where the records of a stack are. The program decides it: with the Automation API, the process of the program and those of the
 * engine may have different variables and folders. Without a program, the process takes its own.
 */
export interface RecordPlace {
  folder: string;
  scope: string;
}

/** Stores records on disk: if a run is killed, or its state cannot be saved, the state lacks what the run has done. */
export interface RecordStore {
  readonly scope: string;
  /** The program of the run has its records there. */
  moveTo(place: RecordPlace): void;
  load(name: string): StoredRecord | undefined;
  entries(): Array<[name: string, record: StoredRecord]>;
  save(name: string, record: StoredRecord): void;
  remove(name: string): void;
}

/** The next run is expected within this time. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

const FOLDER = "operations";

/** One file for each record. If files cannot be written, the next run reports that the object exists. */
export class FileRecordStore implements RecordStore {
  private folder: PrivateFolder;
  private cachedRecords: Map<string, StoredRecord> | undefined;

  constructor(
    private place: RecordPlace = placeOf(process.cwd()),
    /** Never changes a file, also not an old one. */
    private readonly isReadOnly = false,
  ) {
    this.folder = new PrivateFolder(place.folder);
  }

  get scope(): string {
    return this.place.scope;
  }

  moveTo(place: RecordPlace): void {
    if (place.folder === this.place.folder && place.scope === this.scope) return;
    this.place = place;
    this.folder = new PrivateFolder(place.folder);
    this.cachedRecords = undefined;
  }

  load(name: string): StoredRecord | undefined {
    return this.records.get(name);
  }

  entries(): Array<[string, StoredRecord]> {
    return [...this.records];
  }

  save(name: string, record: StoredRecord): void {
    if (this.isReadOnly) return;
    const text = JSON.stringify(record);
    if (text === JSON.stringify(this.records.get(name))) return;
    if (this.folder.write(name, text)) this.records.set(name, JSON.parse(text));
  }

  remove(name: string): void {
    if (!this.isReadOnly && this.records.delete(name)) this.folder.remove(name);
  }

  private get records(): Map<string, StoredRecord> {
    this.cachedRecords ??= this.read();
    return this.cachedRecords;
  }

  private read(): Map<string, StoredRecord> {
    const records = new Map<string, StoredRecord>();
    for (const name of this.folder.names()) {
      if (this.folder.age(name) > MAX_AGE_MS) {
        if (!this.isReadOnly) this.folder.remove(name);
      } else if (!name.endsWith(".tmp")) {
        const record = parseRecord(this.folder.read(name));
        if (record) records.set(name, record);
      }
    }
    return records;
  }
}

function parseRecord(text = ""): StoredRecord | undefined {
  const record = parseJson(text);
  return isObject(record) && isObject(record.unfinished) ? (record as unknown as StoredRecord) : undefined;
}

let scopeOfProgram: string | undefined;

/** Where the records of the program of this process are. */
export function placeOfProgram(): RecordPlace {
  scopeOfProgram ??= currentScope(process.cwd());
  return { folder: folderOf(FOLDER), scope: scopeOfProgram };
}

/** Where the records of a program are that runs in this folder, with the variables of this process. */
export function placeOf(programFolder: string): RecordPlace {
  return { folder: folderOf(FOLDER), scope: currentScope(programFolder) };
}

/**
 * Called by the program once the state contains a resource: what the engine has got of it is no longer needed. A run with
 * `--target` also registers resources that it has not compared, so the record of a change that was not reported stays.
 */
export function forgetRecords(urn: string, organization: string | undefined, id: string): void {
  const { folder: path, scope } = placeOfProgram();
  const folder = new PrivateFolder(path);
  const name = creationName(scope, urn, organization);
  const change = changeName(scope, urn, organization);
  if (parseRecord(folder.read(change))?.reported) folder.remove(change);
  // The record of another creation of the resource stays.
  if (parseRecord(folder.read(name))?.unfinished.id === id) folder.remove(name);
}

/** The names are computed, so that the program needs no list of the records. */
export function creationName(scope: string, urn: string, organization = ""): string {
  return digestOf([scope, organization, urn]);
}

export function changeName(scope: string, urn: string, organization = ""): string {
  return `${creationName(scope, urn, organization)}.change`;
}

/** The name of a record that a later creation of the same resource does not continue. */
export function asideName(name: string): string {
  return `${name}.${randomBytes(6).toString("hex")}`;
}

/** The backend and the folder of the program identify a state. The same URN in another state is another resource. */
function currentScope(programFolder: string): string {
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
