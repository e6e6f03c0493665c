import { randomBytes } from "node:crypto";
import { closeSync, writeSync } from "node:fs";
import { parseJson } from "../../util/json";
import { folderOf, PrivateFolder } from "./private-files";

/** How long the files of processes that did not remove them are kept. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * Messages between the processes of one run: each process appends to its own file and reads the new lines of the other
 * files. If files cannot be written, each process works alone.
 */
export class RunMessages<T> {
  private readonly folder: PrivateFolder;
  private readonly prefix: string | undefined;
  private file: { name: string; descriptor: number } | undefined;
  private isOpened = false;
  private readonly positions = new Map<string, number>();

  constructor(
    /** A name that all processes of the run share; undefined without an engine. */
    run: string | undefined,
    folder = folderOf("runs"),
  ) {
    this.folder = new PrivateFolder(folder);
    this.prefix = run === undefined ? undefined : `${run}.`;
  }

  append(entry: T): void {
    if (!this.isOpened) this.open();
    if (this.file) writeLine(this.file.descriptor, entry);
  }

  /** The entries of other processes since the last call, with the process of each. Without an entry, the process has ended. */
  *read(): Generator<[process: string, entry?: T]> {
    const running = this.running();
    for (const name of this.positions.keys()) {
      if (running.includes(name)) continue;
      this.positions.delete(name);
      yield [name];
    }
    for (const name of running) {
      const position = this.positions.get(name) ?? 0;
      if (this.folder.size(name) <= position) continue;
      const text = this.folder.readFrom(name, position) ?? Buffer.alloc(0);
      // An incomplete line is read by the next call.
      const end = text.lastIndexOf("\n") + 1;
      this.positions.set(name, position + end);
      for (const line of text.subarray(0, end).toString("utf8").split("\n")) {
        const entry = line && parseJson(line);
        if (entry) yield [name, entry as T];
      }
    }
  }

  close(): void {
    if (!this.file) return;
    // Closed first: on Windows, the name of a removed file stays until the file is closed.
    closeSync(this.file.descriptor);
    this.folder.remove(this.file.name);
    this.file = undefined;
  }

  /** Creates the file, and removes old files of processes that have ended. */
  private open(): void {
    this.isOpened = true;
    if (this.prefix === undefined) return;
    for (const name of this.folder.names()) {
      // A process that seems dead may run in another container, which has its own process ids.
      if (!isAlive(name) && this.folder.age(name) > MAX_AGE_MS) this.folder.remove(name);
    }
    const name = `${this.prefix}${process.pid}.${randomBytes(6).toString("hex")}`;
    const descriptor = this.folder.create(name);
    if (descriptor !== undefined) this.file = { name, descriptor };
  }

  private running(): string[] {
    const { prefix } = this;
    if (prefix === undefined) return [];
    return this.folder
      .names()
      .filter((name) => name.startsWith(prefix) && name !== this.file?.name && isAlive(name));
  }
}

function writeLine(descriptor: number, entry: unknown): void {
  try {
    writeSync(descriptor, `${JSON.stringify(entry)}\n`);
  } catch {
    // The entry is optional: if the disk is full, the other processes do not see it.
  }
}

/** Whether the process of a file is alive. Its process id is in the file's name. */
function isAlive(name: string): boolean {
  try {
    return process.kill(Number(name.split(".").at(-2)), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
