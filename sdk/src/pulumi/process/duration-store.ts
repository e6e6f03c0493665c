import { createHash } from "node:crypto";
import type { DurationStore, DurationsByKind } from "../../platform/tasks/durations";
import { isObject, parseJson } from "../../util/json";
import { folderOf, PrivateFolder } from "./private-files";

/** Durations of platforms that were not used for so long are removed. */
const MAX_AGE_MS = 90 * 24 * 3_600_000;
/** The shortest time between two writes. Durations that come in between are lost if the process is killed. */
const WRITE_PAUSE_MS = 10_000;
/** A longer file is not one that this class has written. */
const MAX_BYTES = 64 * 1024;

/**
 * Stores on disk how long the tasks of one platform took: some hundred bytes in one file. The name of the file is a digest of
 * the platform's address. Durations only decide when tasks are polled, so concurrent runs may overwrite each other's.
 */
export class FileDurationStore implements DurationStore {
  private readonly folder: PrivateFolder;
  private readonly name: string;
  private unwritten: DurationsByKind | undefined;
  private writtenAt = Number.NEGATIVE_INFINITY;

  constructor(address: string, folder = folderOf("durations")) {
    this.folder = new PrivateFolder(folder);
    this.name = createHash("sha256").update(address).digest("hex").slice(0, 20);
  }

  load(): DurationsByKind {
    if (this.folder.size(this.name) > MAX_BYTES) return {};
    const stored = parseJson(this.folder.read(this.name) ?? "");
    if (!isObject(stored)) return {};
    const kinds = Object.entries(stored).map(
      ([kind, durations]) => [kind, validDurations(durations)] as const,
    );
    return Object.fromEntries(kinds.filter(([, durations]) => durations.length > 0));
  }

  save(durations: DurationsByKind): void {
    this.unwritten = durations;
    if (Date.now() - this.writtenAt >= WRITE_PAUSE_MS) this.flush();
  }

  /** Writes what has not been written yet. Kinds that only other processes have seen stay. */
  flush(): void {
    if (this.unwritten === undefined) return;
    if (this.writtenAt < 0) this.removeOld();
    this.folder.write(this.name, JSON.stringify({ ...this.load(), ...this.unwritten }));
    this.unwritten = undefined;
    this.writtenAt = Date.now();
  }

  private removeOld(): void {
    for (const name of this.folder.names()) if (this.folder.age(name) > MAX_AGE_MS) this.folder.remove(name);
  }
}

function validDurations(stored: unknown): number[] {
  const durations: unknown[] = Array.isArray(stored) ? stored : [];
  return durations.filter(
    (duration): duration is number => Number.isFinite(duration) && Number(duration) >= 0,
  );
}
