type Kept = Map<unknown, unknown> | Set<unknown>;

/** How everything was at one moment. */
export type Moment = ReadonlyMap<Kept, Kept>;

/**
 * What areas keep, so that it can be looked at as it was. An area that wants this gives its maps and sets to `keep`,
 * and replaces the records in them rather than changing them.
 */
export class Memory {
  readonly #kept: Kept[] = [];

  keep<T extends Kept>(fresh: T): T {
    this.#kept.push(fresh);
    return fresh;
  }

  now(): Moment {
    return new Map(this.#kept.map((each) => [each, copyOf(each)]));
  }

  /** Looks at everything as it was at a moment; what the look changes is forgotten. */
  asOf<T>(moment: Moment, look: () => T): T {
    const now = this.now();
    restore(moment);
    try {
      return look();
    } finally {
      restore(now);
    }
  }
}

function copyOf(kept: Kept): Kept {
  return kept instanceof Map ? new Map(kept) : new Set(kept);
}

function restore(moment: Moment): void {
  for (const [kept, was] of moment) {
    kept.clear();
    if (kept instanceof Map) for (const [key, value] of was.entries()) kept.set(key, value);
    else for (const value of was.values()) kept.add(value);
  }
}
