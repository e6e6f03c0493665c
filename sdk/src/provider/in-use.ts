import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { attempt, folderOf } from "./files";

/** How long files stay that nobody writes to any more. */
const KEPT = 24 * 3_600_000;

/**
 * Objects at the platform that resources of this run are, so that none is deleted which another resource has taken
 * over. That one may be in the process of another Provider: the processes of one engine tell each other, by a file
 * each. Where files cannot be written, each knows of its own.
 */
export class InUse {
  private readonly objects = new Map<string, string>();
  private file: string | undefined;

  constructor(
    /** What the processes of the run have in common; undefined where there is no engine. */
    private readonly run: string | undefined,
    private readonly folder = folderOf("runs"),
  ) {}

  /** Remembers an object, which is in use until its owner is released. */
  add(object: string, owner = object): void {
    if (this.objects.get(owner) === object) return;
    this.objects.set(owner, object);
    this.tell([owner, object]);
  }

  release(owner: string): void {
    if (this.objects.delete(owner)) this.tell([owner]);
  }

  has(object: string): boolean {
    const isIn = (objects: Map<string, string>) => [...objects.values()].includes(object);
    return isIn(this.objects) || this.others().some(isIn);
  }

  /** The run is over. */
  close(): void {
    const { file } = this;
    if (file !== undefined) attempt(() => rmSync(file, { force: true }));
  }

  private tell(line: [owner: string, object?: string]): void {
    if (this.run === undefined) return;
    this.file ??= attempt(() => this.open(`${this.run}.${process.pid}`));
    const { file } = this;
    if (file !== undefined) attempt(() => appendFileSync(file, `${JSON.stringify(line)}\n`));
  }

  /** Begins a file, and clears away those that killed processes have left. */
  private open(name: string): string {
    mkdirSync(this.folder, { recursive: true });
    for (const other of readdirSync(this.folder)) {
      const file = join(this.folder, other);
      // One that seems dead may live in another container, which has numbers of its own.
      if (!isAlive(other) && Date.now() - statSync(file).mtimeMs > KEPT) rmSync(file, { force: true });
    }
    writeFileSync(join(this.folder, name), "", { mode: 0o600 });
    return join(this.folder, name);
  }

  private others(): Array<Map<string, string>> {
    if (this.run === undefined) return [];
    const names = attempt(() => readdirSync(this.folder)) ?? [];
    return names
      .filter(
        (name) => name.startsWith(`${this.run}.`) && name !== `${this.run}.${process.pid}` && isAlive(name),
      )
      .map((name) => objectsIn(attempt(() => readFileSync(join(this.folder, name), "utf8")) ?? ""));
  }
}

function objectsIn(text: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (const line of text.split("\n").filter(Boolean)) {
    const [owner, object] = (attempt(() => JSON.parse(line)) ?? []) as [string, string?];
    if (object === undefined) objects.delete(owner);
    else objects.set(owner, object);
  }
  return objects;
}

/** Whether the process of a file is there. */
function isAlive(name: string): boolean {
  try {
    return process.kill(Number(name.split(".").at(-1)), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
