import { Changes } from "../core/changes";
import { conflict, notFound } from "../core/problem";
import type { Platform } from "../platform";

/** The name of the snapshot of the start: restoring it is a reset. */
const START = "start";

export interface SnapshotsHandle extends Pick<Snapshots, "names" | "save" | "restore"> {}

/** States of the platform under names, until the simulator ends. Faults and recorded requests are no part of them. */
export class Snapshots {
  readonly #platform: Platform;
  readonly #texts = new Map<string, string>();
  readonly changes = new Changes();

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#write(START);
  }

  readonly names = (): string[] => [...this.#texts.keys()];

  /** Replaces an earlier one with the name, but not that of the start. */
  readonly save = (name: string): void => {
    keepStart(name);
    this.#write(name);
    this.changes.report();
  };

  /** Tasks under way now are gone, and those of the snapshot continue. One whose time has passed ends now. */
  readonly restore = (name: string): void => {
    const { memory, tasks } = this.#platform;
    const saved: unknown = JSON.parse(this.#textOf(name));
    tasks.replace(() => memory.load(saved));
  };

  remove(name: string): void {
    keepStart(name);
    this.#textOf(name);
    this.#texts.delete(name);
    this.changes.report();
  }

  #write(name: string): void {
    this.#texts.set(name, JSON.stringify(this.#platform.memory.save()));
  }

  #textOf(name: string): string {
    const text = this.#texts.get(name);
    if (text === undefined) throw notFound(`There is no snapshot "${name}".`);
    return text;
  }
}

function keepStart(name: string): void {
  if (name === START) throw conflict(`The snapshot "${START}" is the state of the start, and stays.`);
}
