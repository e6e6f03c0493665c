import { constants, openSync, writeSync } from "node:fs";

const { O_APPEND, O_CREAT, O_NONBLOCK = 0, O_WRONLY } = constants;

/**
 * A file with one JSON object on each line, to which the processes of a run append. Each line is one write to the end of
 * the file, so lines of different processes do not mix, and a process that is killed leaves whole lines, but for one that it is writing.
 */
export class LogFile {
  private descriptor: number | undefined;

  /** `onFailure` gets the reason, once: after a failed write, nothing more is written. */
  constructor(
    path: string,
    private readonly onFailure: (reason: string) => void,
  ) {
    this.attempt(() => {
      // Not blocking: a named pipe that nobody reads would stop the run.
      this.descriptor = openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK, 0o600);
    });
  }

  append(line: object): void {
    const { descriptor } = this;
    if (descriptor === undefined) return;
    this.attempt(() => {
      let rest = Buffer.from(`${JSON.stringify(line, rounded)}\n`);
      // One write takes the whole line, unless the disk is full: then the second one fails.
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
    });
  }

  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.descriptor = undefined;
      // Node adds the operation and the path after a comma.
      this.onFailure((error as Error).message.split(",", 1)[0] as string);
    }
  }
}

/** All fractions in a log are those of milliseconds, of which tenths are enough. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Math.round(value * 10) / 10 : value;
}
