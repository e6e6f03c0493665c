/** Kinds of tasks whose durations are kept. */
const MAX_KINDS = 32;
/** Durations that are kept of each kind: the last ones, because durations change with the load. */
const MAX_PER_KIND = 16;

/** How long the last tasks of each kind took, in milliseconds. */
export class Durations {
  private readonly recent = new Map<string, number[]>();
  private readonly sorted = new Map<string, readonly number[]>();

  /** The durations in ascending order. */
  of(kind: string | undefined): readonly number[] {
    return (kind !== undefined && this.sorted.get(kind)) || [];
  }

  /** The shortest duration of any kind. */
  shortest(): number | undefined {
    return [...this.sorted.values()].flatMap(([shortest]) => shortest ?? []).sort((a, b) => a - b)[0];
  }

  record(kind: string, duration: number): void {
    const durations = [...(this.recent.get(kind) ?? []), duration].slice(-MAX_PER_KIND);
    this.recent.delete(kind);
    this.recent.set(kind, durations);
    this.sorted.set(
      kind,
      durations.toSorted((a, b) => a - b),
    );
    const [oldest] = this.recent.keys();
    if (this.recent.size <= MAX_KINDS || oldest === undefined) return;
    this.recent.delete(oldest);
    this.sorted.delete(oldest);
  }
}
