/** Kinds of tasks whose durations are kept. */
const MAX_KINDS = 32;
/** Durations that are kept of each kind: the last ones, because durations change with the load. */
const MAX_PER_KIND = 16;

/** The last durations of each kind of task, in milliseconds. */
export type DurationsByKind = Record<string, number[]>;

/** Keeps durations for the next run. */
export interface DurationStore {
  load(): DurationsByKind;
  /** Called after each new duration. */
  save(durations: DurationsByKind): void;
}

/** How long the last tasks of each kind took. */
export class Durations {
  private readonly recent = new Map<string, number[]>();
  private isLoaded = false;

  constructor(private readonly store?: DurationStore) {}

  /** The durations of a kind, in ascending order. */
  of(kind: string | undefined): readonly number[] {
    this.load();
    return ((kind !== undefined && this.recent.get(kind)) || []).toSorted((a, b) => a - b);
  }

  /** The shortest duration of any kind. */
  shortest(): number | undefined {
    this.load();
    const all = [...this.recent.values()].flat();
    return all.length > 0 ? Math.min(...all) : undefined;
  }

  record(kind: string, ...durations: number[]): void {
    this.load();
    for (const duration of durations) this.add(kind, Math.round(duration));
    this.store?.save(Object.fromEntries(this.recent));
  }

  /** Reads the durations of earlier runs when they are first needed. */
  private load(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    for (const [kind, durations] of Object.entries(this.store?.load() ?? {}))
      for (const duration of durations) this.add(kind, duration);
  }

  private add(kind: string, duration: number): void {
    const durations = [...(this.recent.get(kind) ?? []), duration].slice(-MAX_PER_KIND);
    // The kind that was seen last is the last one in the map.
    this.recent.delete(kind);
    this.recent.set(kind, durations);
    const [oldest] = this.recent.keys();
    if (this.recent.size > MAX_KINDS && oldest !== undefined) this.recent.delete(oldest);
  }
}
