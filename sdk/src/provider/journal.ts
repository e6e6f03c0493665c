import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, parseJson } from "../util/json";
import { attempt, folderOf } from "./files";

/** What one run tells the next of a creation. */
export interface Note {
  /** The handler's own facts. */
  facts: JsonObject;
  /** The object's id, once it was known. */
  id?: string;
  /** Letters of what was declared, as in a state: what is not declared any more is reset once the object is taken. */
  declared?: string;
}

/**
 * Notes of what is about to be made, which outlive the process. When a run is killed, the engine knows that something
 * was being created, and not what has come of it, nor does it tell the next run: the note does.
 */
export interface Journal {
  recall(resource: string): Note | undefined;
  note(resource: string, note: Note): void;
  forget(resource: string): void;
}

/** What is so old is of no use: nobody waits that long before the next run. */
const KEPT = 30 * 24 * 3_600_000;

/**
 * A file for each resource that is being made, in Pulumi's own folder. Notes are a safety net: where they cannot be
 * written, things are as they were without them.
 */
export class FileJournal implements Journal {
  private known: Set<string> | undefined;

  constructor(private readonly folder = folderOf("creations")) {}

  recall(resource: string): Note | undefined {
    const name = nameOf(resource);
    if (!this.names.has(name)) return undefined;
    const note = attempt(() => parseJson(readFileSync(join(this.folder, name), "utf8")));
    return isObject(note) && isObject(note.facts) ? (note as unknown as Note) : undefined;
  }

  note(resource: string, note: Note): void {
    const name = nameOf(resource);
    const file = join(this.folder, name);
    attempt(() => {
      mkdirSync(this.folder, { recursive: true });
      // In one step: a process that is killed while it writes must not leave half a note.
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(note), { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
      this.names.add(name);
    });
  }

  forget(resource: string): void {
    const name = nameOf(resource);
    if (this.names.delete(name)) attempt(() => rmSync(join(this.folder, name), { force: true }));
  }

  private get names(): Set<string> {
    this.known ??= new Set(
      (attempt(() => readdirSync(this.folder)) ?? []).filter((name) => this.isFresh(name)),
    );
    return this.known;
  }

  /** What nobody has come back for is cleared away. */
  private isFresh(name: string): boolean {
    const file = join(this.folder, name);
    const age = Date.now() - (attempt(() => statSync(file).mtimeMs) ?? 0);
    if (age > KEPT) attempt(() => rmSync(file, { force: true }));
    return age <= KEPT;
  }
}

/** A state is known by its backend and its project's folder; the same URN in another one is another resource. */
function nameOf(resource: string): string {
  const place = [process.cwd(), process.env.PULUMI_BACKEND_URL ?? "", resource];
  return createHash("sha256").update(JSON.stringify(place)).digest("hex").slice(0, 32);
}
