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
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const { O_APPEND, O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = constants;

/** A folder of this package in Pulumi's own. */
export function folderOf(name: string): string {
  return join(process.env.PULUMI_HOME || join(homedir(), ".pulumi"), "cloudplatform", name);
}

/**
 * A folder that only its owner can read. Its files are a help: what cannot be read or written is done without. No link
 * is followed, and no file that exists is written to, as others may be able to plant files in a shared folder.
 */
export class PrivateFolder {
  private isReady = false;

  constructor(readonly path: string) {}

  /** The names of the files; none where there is no such folder. */
  names(): string[] {
    return attempt(() => readdirSync(this.folder())) ?? [];
  }

  read(name: string): string | undefined {
    return attempt(() => withFile(this.file(name), O_RDONLY, (file) => readFileSync(file, "utf8")));
  }

  /** What a file has from a position on. */
  readFrom(name: string, position: number): Buffer | undefined {
    return attempt(() =>
      withFile(this.file(name), O_RDONLY, (file) => {
        const rest = Buffer.alloc(Math.max(0, fstatSync(file).size - position));
        return rest.subarray(0, readSync(file, rest, 0, rest.length, position));
      }),
    );
  }

  size(name: string): number {
    return attempt(() => statSync(this.file(name)).size) ?? 0;
  }

  /** Milliseconds since a file was written. */
  age(name: string): number {
    return Date.now() - (attempt(() => lstatSync(this.file(name)).mtimeMs) ?? 0);
  }

  /** Writes a file in one step: a process that is killed meanwhile leaves the old one or the new one. */
  write(name: string, text: string): boolean {
    const temporary = `${name}.${randomBytes(6).toString("hex")}.tmp`;
    return (
      attempt(() => {
        this.prepare();
        withFile(this.file(temporary), O_WRONLY | O_CREAT | O_EXCL, (file) => writeSync(file, text));
        renameSync(this.file(temporary), this.file(name));
        return true;
      }) ?? false
    );
  }

  /** A new file to append to; undefined where it cannot be created. */
  create(name: string): number | undefined {
    return attempt(() => {
      this.prepare();
      return openSync(this.file(name), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW, 0o600);
    });
  }

  remove(name: string): void {
    attempt(() => rmSync(this.file(name), { force: true }));
  }

  private file(name: string): string {
    return join(this.folder(), name);
  }

  /** The folder's path. Throws where something else has its place, such as a link to another folder. */
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

/** Fails where the path is a link: what is behind it may belong to somebody else. */
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
