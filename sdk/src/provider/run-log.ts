import { randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { parseJson } from "../util/json";
import { folderOf, PrivateFolder } from "./private-files";

/** How long files of processes stay that have ended without removing them. */
const MAX_AGE_MS = 24 * 3_600_000;

/**
 * What the processes of one run tell each other: each appends to a file of its own and reads what the others have
 * appended since. Where files cannot be written, each process knows of itself alone.
 */
export class RunLog<T> {
  private readonly folder: PrivateFolder;
  private readonly prefix: string | undefined;
  private file: { name: string; descriptor: number } | undefined;
  private isOpened = false;
  private readonly positions = new Map<string, number>();

  constructor(
    /** What the processes of the run have in common; undefined where there is no engine. */
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

  /** The entries of other processes since the last call, with the process of each. */
  *read(): Generator<[process: string, entry: T]> {
    for (const name of this.running()) {
      const position = this.positions.get(name) ?? 0;
      if (this.folder.size(name) <= position) continue;
      const text = this.folder.readFrom(name, position) ?? Buffer.alloc(0);
      // A line that is being written is read the next time.
      const end = text.lastIndexOf("\n") + 1;
      this.positions.set(name, position + end);
      for (const line of text.subarray(0, end).toString("utf8").split("\n")) {
        const entry = line && parseJson(line);
        if (entry) yield [name, entry as T];
      }
    }
  }

  /** The processes that have ended since they were read. */
  ended(): string[] {
    const running = new Set(this.running());
    const ended = [...this.positions.keys()].filter((name) => !running.has(name));
    for (const name of ended) this.positions.delete(name);
    return ended;
  }

  close(): void {
    if (this.file) this.folder.remove(this.file.name);
    this.file = undefined;
  }

  /** Creates the file, and clears away those that ended processes have left. */
  private open(): void {
    this.isOpened = true;
    if (this.prefix === undefined) return;
    for (const name of this.folder.names()) {
      // A process that seems dead may run in another container, which has numbers of its own.
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
    // A full disk: the other processes do not learn of it.
  }
}

/** Whether the process of a file runs: its number is in the name. */
function isAlive(name: string): boolean {
  try {
    return process.kill(Number(name.split(".").at(-2)), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
