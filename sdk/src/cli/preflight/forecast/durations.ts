import type { Task } from "../../../platform/tasks/task";
import { pick, type Random } from "./random";

/** Older tasks of a type are left out, because the load of the platform changes. */
const TASKS_PER_TYPE = 50;

/** The platform's times have whole seconds. The variance that rounding both ends adds to a duration. */
const ROUNDING_VARIANCE_MS2 = 1_000 ** 2 / 6;

/** How long the finished tasks of the platform's list took, by type. */
export class Durations {
  private readonly byType = new Map<string, number[]>();

  /** @param tasks Newest first. */
  constructor(tasks: readonly Task[]) {
    for (const { type, state, duration } of tasks) {
      if (state !== "FINISHED" || type === undefined || duration === undefined) continue;
      const known = this.byType.get(type) ?? [];
      if (known.length < TASKS_PER_TYPE) this.byType.set(type, [...known, duration]);
    }
  }

  has(type: string): boolean {
    return this.byType.has(type);
  }

  /** How many tasks of these types are known. */
  count(types: Iterable<string>): number {
    return [...types].reduce((sum, type) => sum + (this.byType.get(type)?.length ?? 0), 0);
  }

  /**
   * Draws durations for one simulated run. Each run draws from a sample of the known durations: few known ones say little, so
   * runs then differ more.
   */
  forRun(random: Random): (type: string) => number {
    const samples = new Map<string, number[]>();
    for (const [type, known] of this.byType) {
      const precise = withoutRounding(known);
      samples.set(
        type,
        precise.map(() => pick(precise, random)),
      );
    }
    return (type) => pick(samples.get(type) ?? [0], random);
  }
}

/** Durations of which rounding has changed each by up to a second, with the spread of the real ones. */
function withoutRounding(durations: number[]): number[] {
  if (durations.some((duration) => duration % 1_000 !== 0)) return durations;
  const mean = durations.reduce((sum, duration) => sum + duration, 0) / durations.length;
  const variance = durations.reduce((sum, duration) => sum + (duration - mean) ** 2, 0) / durations.length;
  const share = variance === 0 ? 0 : Math.sqrt(Math.max(0, variance - ROUNDING_VARIANCE_MS2) / variance);
  return durations.map((duration) => mean + share * (duration - mean));
}
