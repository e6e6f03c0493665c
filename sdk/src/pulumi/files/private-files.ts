import assert from "node:assert";
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../util/clock";

const { O_APPEND, O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = constants;

export function pulumiHome(): string {
  return process.env.PULUMI_HOME || join(homedir(), ".pulumi");
}

/** The path of a folder of this package in Pulumi's home folder. */
export function folderOf(name: string): string {
  return join(pulumiHome(), "cloudplatform", name);
}

/**
 * A folder that only its owner can read. Its files are optional, so failures to read or write are ignored. Links are not
 * followed and existing files are not written to, because other users may create files in a shared folder.
 */
export class PrivateFolder {
  private isReady = false;

  constructor(readonly path: string) {}

  /** The names of the files; none if the folder does not exist. */
  names(): string[] {
    return attempt(() => readdirSync(this.folder())) ?? [];
  }

  /** The text of a file from a position on, in bytes. */
  read(name: string, position = 0): string | undefined {
    return attempt(() =>
      withFile(this.file(name), O_RDONLY, (file) => {
        const buffer = Buffer.alloc(fstatSync(file).size - position);
        return buffer.toString("utf8", 0, readSync(file, buffer, 0, buffer.length, position));
      }),
    );
  }

  /** Milliseconds since the file was last written. */
  age(name: string): number {
    return systemClock.wallTime() - (attempt(() => lstatSync(this.file(name)).mtimeMs) ?? 0);
  }

  /** Writes a file atomically: if the process is killed, either the old or the new file exists. */
  write(name: string, text: string): boolean {
    const temporary = `${name}.${randomBytes(6).toString("hex")}.tmp`;
    const isWritten = attempt(() => {
      this.prepare();
      withFile(this.file(temporary), O_WRONLY | O_CREAT | O_EXCL, (file) => writeFileSync(file, text));
      renameSync(this.file(temporary), this.file(name));
      return true;
    });
    this.remove(temporary);
    return isWritten ?? false;
  }

  /** Creates a file. Returns how to append to it, until the process ends. */
  create(name: string): (text: string) => void {
    const file = attempt(() => {
      this.prepare();
      return openSync(this.file(name), O_WRONLY | O_CREAT | O_EXCL | O_APPEND, 0o600);
    });
    return (text) => attempt(() => file !== undefined && writeFileSync(file, text));
  }

  /** Removes a file, or a folder with its content. */
  remove(name: string): void {
    attempt(() => rmSync(this.file(name), { force: true, recursive: true }));
  }

  removeIfEmpty(): void {
    attempt(() => rmdirSync(this.folder()));
  }

  private file(name: string): string {
    return join(this.folder(), name);
  }

  /** The folder's path. Throws if the path is not a folder, but for example a link to one. */
  private folder(): string {
    assert(lstatSync(this.path).isDirectory());
    return this.path;
  }

  private prepare(): void {
    if (this.isReady) return;
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
    if (process.platform !== "win32") restrict(this.path);
    this.isReady = true;
  }
}

/** Makes the folder private. Throws if the path is a link, because its target may belong to another user. */
function restrict(path: string): void {
  withFile(path, O_RDONLY | O_DIRECTORY, (folder) => {
    if ((fstatSync(folder).mode & 0o077) !== 0) fchmodSync(folder, 0o700);
  });
}

function withFile<T>(path: string, flags: number, work: (file: number) => T): T {
  const file = openSync(path, flags | O_NOFOLLOW, 0o600);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
