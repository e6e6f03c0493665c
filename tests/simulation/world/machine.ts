import type { Folder } from "../../../sdk/src/pulumi/files/record-store";
import type { Clock } from "../../../sdk/src/util/clock";
import type { Random } from "./random";
import type { Time } from "./time";

/** A Saturday. */
export const EPOCH = Date.parse("2026-11-28T08:00:00Z");

type Files = Map<string, { text: string; at: number }>;

/** A computer on which Pulumi runs: a disk, and a clock that may be wrong. */
export class Machine {
  /** Milliseconds by which its clock is ahead. */
  ahead = 0;
  private folders = new Map<string, Files>();

  constructor(
    readonly name: string,
    private readonly time: Time,
  ) {}

  get wallTime(): number {
    return EPOCH + this.time.now + this.ahead;
  }

  /** What is on the disk, for a preview, which works on a copy. */
  copy(): Machine {
    const machine = new Machine(this.name, this.time);
    machine.ahead = this.ahead;
    machine.folders = new Map([...this.folders].map(([path, files]) => [path, new Map(files)]));
    return machine;
  }

  texts(): string[] {
    return [...this.folders.values()].flatMap((files) => [...files.values()].map(({ text }) => text));
  }

  /** A folder as a process sees it, which writes nothing once it has ended. */
  open(path: string, host: Host): Folder {
    const files = this.folders.get(path) ?? new Map();
    this.folders.set(path, files);
    return {
      names: () => [...files.keys()],
      read: (name) => files.get(name)?.text,
      age: (name) => this.wallTime - (files.get(name)?.at ?? 0),
      write: (name, text) => {
        if (host.isAlive) files.set(name, { text, at: this.wallTime });
        return true;
      },
      remove: (name) => {
        if (host.isAlive) files.delete(name);
      },
    };
  }
}

/** A process. When it is killed, nothing that it waits for happens any more. */
export class Host {
  isAlive = true;

  constructor(
    readonly machine: Machine,
    private readonly time: Time,
    private readonly random: Random,
  ) {}

  end = (): void => {
    this.isAlive = false;
  };

  /** Calls back in this process. */
  after(ms: number, work: () => void): () => void {
    return this.time.after(ms, () => {
      if (this.isAlive) work();
    });
  }

  readonly clock: Clock = {
    now: () => this.time.now,
    wallTime: () => this.machine.wallTime,
    random: () => this.random.fraction(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const onAbort = () => {
          cancel();
          reject(signal?.reason);
        };
        const cancel = this.after(ms, () => {
          signal?.removeEventListener("abort", onAbort);
          resolve();
        });
        signal?.addEventListener("abort", onAbort, { once: true });
      }),
  };
}
