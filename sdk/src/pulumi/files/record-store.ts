import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Unfinished } from "../../lifecycle/record";
import { digestOf } from "../../util/digest";
import { isObject, parseJson } from "../../util/json";
import { folderOf, PrivateFolder, pulumiHome } from "./private-files";

/** A creation whose request may have been sent, which no state may have. */
export interface StoredRecord {
  unfinished: Unfinished;
  /** Identifies the state of the stack, see `currentScope`. */
  scope: string;
  /** The platform. */
  address: string;
  /** The resource. */
  urn: string;
}

/**
 * Where the records of a stack are. The program decides it: with the Automation API, the process of the program and those of the
 * engine may have different variables and folders. Without a program, the process takes its own.
 */
export interface RecordPlace {
  folder: string;
  scope: string;
}

/** Stores records on disk. */
export interface RecordStore {
  readonly scope: string;
  /** The program of the run has its records there. */
  moveTo(place: RecordPlace): void;
  /** The name of a record: the same for each run of the stack. */
  nameOf(resource: ResourceOfStack, address: string): string;
  entries(): ReadonlyMap<string, StoredRecord>;
  /** Returns false if the file cannot be written. */
  save(name: string, record: StoredRecord): boolean;
  remove(name: string): void;
}

/** What identifies a resource among all stacks of the machine. */
interface ResourceOfStack {
  urn: string;
  organization?: string | undefined;
}

/** The next run is expected within this time. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

const FOLDER = "operations";

/** One file for each record. */
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

  nameOf({ urn, organization = "" }: ResourceOfStack, address: string): string {
    return digestOf([this.scope, organization, urn, address]);
  }

  entries(): ReadonlyMap<string, StoredRecord> {
    return this.records;
  }

  save(name: string, record: StoredRecord): boolean {
    if (this.isReadOnly) return true;
    const text = JSON.stringify(record);
    if (text === JSON.stringify(this.records.get(name))) return true;
    this.records.set(name, JSON.parse(text));
    return this.folder.write(name, text);
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
  const isCreation = isObject(record) && isObject(record.unfinished) && isObject(record.unfinished.creation);
  return isCreation && typeof record.urn === "string" ? (record as unknown as StoredRecord) : undefined;
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
