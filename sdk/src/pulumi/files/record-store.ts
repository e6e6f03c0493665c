import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Unfinished } from "../../operation/record";
import { digestOf } from "../../util/digest";
import { isObject, parseJson } from "../../util/json";
import { folderOf, PrivateFolder, pulumiHome } from "./private-files";

/** A creation whose request may have been sent, which no state may have. */
export interface StoredRecord {
  unfinished: Unfinished;
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
  /** Identifies the state of the stack, see `currentScope`. */
  scope: string;
}

/** A folder on the disk of the machine. */
export type Folder = Pick<PrivateFolder, "names" | "read" | "age" | "write" | "remove">;

/** The next run is expected within this time. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

const FOLDER = "operations";

/** Stores records on disk. */
export type RecordStore = Pick<FileRecordStore, keyof FileRecordStore>;

/** One file for each record. */
export class FileRecordStore {
  private folder: Folder;
  private records: Map<string, StoredRecord> | undefined;

  constructor(
    private place: RecordPlace = placeOf(process.cwd()),
    /** Never changes a file, also not an old one. */
    private readonly isReadOnly = false,
    private readonly open: (path: string) => Folder = (path) => new PrivateFolder(path),
  ) {
    this.folder = open(place.folder);
  }

  /** The program of the run has its records there. */
  moveTo(place: RecordPlace): void {
    if (place.folder === this.place.folder && place.scope === this.place.scope) return;
    this.place = place;
    this.folder = this.open(place.folder);
    this.records = undefined;
  }

  /** The name of a record: the same for each run of the stack. */
  nameOf(
    { urn, organization = "" }: { urn: string; organization?: string | undefined },
    address: string,
  ): string {
    return digestOf([this.place.scope, organization, urn, address]);
  }

  entries(): ReadonlyMap<string, StoredRecord> {
    return this.loaded();
  }

  /** Returns false if the file cannot be written. */
  save(name: string, record: StoredRecord): boolean {
    if (this.isReadOnly) return true;
    const text = JSON.stringify(record);
    if (text === JSON.stringify(this.loaded().get(name))) return true;
    this.loaded().set(name, JSON.parse(text));
    return this.folder.write(name, text);
  }

  remove(name: string): void {
    if (!this.isReadOnly && this.loaded().delete(name)) this.folder.remove(name);
  }

  private loaded(): Map<string, StoredRecord> {
    this.records ??= new Map(this.folder.names().flatMap((name) => this.read(name)));
    return this.records;
  }

  private read(name: string): Array<[string, StoredRecord]> {
    const isOld = this.folder.age(name) > MAX_AGE_MS;
    if (isOld && !this.isReadOnly) this.folder.remove(name);
    const record = isOld || name.endsWith(".tmp") ? undefined : parseRecord(this.folder.read(name));
    return record ? [[name, record]] : [];
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
