import type { Task } from "../../../platform/tasks/task";
import { gaussian, mean, pick, type Random } from "./random";

/** Older tasks of a type are left out, because the load of the platform changes. */
const TASKS_PER_TYPE = 50;

/** So many durations that no task of the list had are added to the known ones, because few tasks do not show how long others take. */
const UNSEEN = 3;
/** How durations of a type differ before any is known: the standard deviation of their logarithms, and its weight in tasks. */
const USUAL_SPREAD = 0.4;
const SPREAD_WEIGHT = 3;
/** Shorter durations are not told apart. */
const MIN_DURATION_MS = 100;

/** The platform's times have whole seconds. The variance that rounding both ends adds to a duration. */
const ROUNDING_VARIANCE_MS2 = 1_000 ** 2 / 6;

/** How long the finished tasks of the platform's list took, by type. */
export class Durations {
  private readonly byType = new Map<string, number[]>();
  private readonly ownTypes: ReadonlySet<string>;

  /**
   * @param own The tasks of the account, newest first.
   * @param others Those of other accounts, for the types that the account does not have.
   * @param maxMs No operation waits longer, so tasks that took longer are left out.
   */
  constructor(own: readonly Task[], others: readonly Task[], maxMs: number) {
    this.add(own, maxMs);
    this.ownTypes = new Set(this.byType.keys());
    const { ownTypes } = this;
    this.add(
      others.filter(({ type = "" }) => !ownTypes.has(type)),
      maxMs,
    );
  }

  private add(tasks: readonly Task[], maxMs: number): void {
    for (const { type, state, duration = Number.NaN } of tasks) {
      if (state !== "FINISHED" || type === undefined || !(duration <= maxMs)) continue;
      const durations = this.byType.get(type) ?? [];
      this.byType.set(type, durations);
      if (durations.length < TASKS_PER_TYPE) durations.push(duration);
    }
  }

  has(type: string): boolean {
    return this.byType.has(type);
  }

  /** How many tasks of these types are known of the account itself. */
  countOwn(types: readonly string[]): number {
    const own = types.filter((type) => this.ownTypes.has(type));
    return own.reduce((sum, type) => sum + (this.byType.get(type)?.length ?? 0), 0);
  }

  /**
   * Draws durations for one simulated run. Each run draws from a sample of the known durations, and from unseen ones: few known
   * ones say little, so runs then differ more.
   */
  forRun(random: Random): (type: string) => number {
    const samples = new Map<string, number[]>();
    for (const [type, known] of this.byType) {
      const precise = withoutRounding(known);
      const seen = precise.map(() => pick(precise, random));
      samples.set(type, [...seen, ...unseen(precise, random)]);
    }
    return (type) => pick(samples.get(type) ?? [0], random);
  }
}

/** Durations around the known ones, with the same mean. */
function unseen(known: number[], random: Random): number[] {
  const logarithms = known.map((duration) => Math.log(Math.max(duration, MIN_DURATION_MS)));
  const average = mean(logarithms);
  const squares = logarithms.reduce((sum, value) => sum + (value - average) ** 2, 0);
  const spread = Math.sqrt(
    (SPREAD_WEIGHT * USUAL_SPREAD ** 2 + squares) / (SPREAD_WEIGHT + known.length - 1),
  );
  const factor = () => Math.exp(spread * gaussian(random) - spread ** 2 / 2);
  return Array.from({ length: UNSEEN }, () => pick(known, random) * factor());
}

/** Durations of which rounding has changed each by up to a second, with the spread of the real ones. */
function withoutRounding(durations: number[]): number[] {
  if (durations.some((duration) => duration % 1_000 !== 0)) return durations;
  const average = mean(durations);
  const variance = mean(durations.map((duration) => (duration - average) ** 2));
  const share = variance === 0 ? 0 : Math.sqrt(Math.max(0, variance - ROUNDING_VARIANCE_MS2) / variance);
  return durations.map((duration) => average + share * (duration - average));
}
