import { Semaphore } from "../../../util/semaphore";
import type { SimulatedClock } from "./clock";
import type { SimulatedPlatform } from "./platform";
import { gaussian, type Random } from "./random";
import type { Action, Plan } from "./step";

// The constants follow from bench/README.md: `up` without changes of 100, 300 and 1,000 resources is a line, and `up` that
// creates them takes longer by a time that grows with the square of their number. The state is in a file.

/** From the start of the CLI to the first step: the CLI, the program and the dynamic-provider process start. */
const START_MS = 3_250;
/** The part of it before a preview begins to measure its own duration, and after its end: the CLI. */
const CLI_MS = 600;
/** The start of the dynamic-provider process. A preview that only deletes resources does not start it. */
const PROCESS_MS = 700;
/** `check` and `diff` of a resource. They run one after the other. */
const CHECK_MS = 5.6;
/** Saving the state after a change, for each resource of the state: a file contains the whole state. */
const SAVE_MS_PER_RESOURCE = 0.094;

/** Runs of one stack on one machine differ: the standard deviation as a share of the engine's time. */
const SPREAD = 0.1;
/** No run is that much faster or slower. */
const MAX_SPREAD = 3 * SPREAD;

export interface EngineTimes {
  startMs: number;
  checkMs: number;
  /** For each resource of the state. */
  saveMs: number;
}

/** @param previewMs How long the preview took, if that is known. It does all that `up` does but the changes. */
export function engineTimes(
  { checked, onlyDeletes }: Plan,
  previewMs: number | undefined,
  random: Random,
): EngineTimes {
  const process = onlyDeletes ? PROCESS_MS : 0;
  const known = previewMs === undefined ? START_MS : previewMs + CLI_MS + process - checked * CHECK_MS;
  const pace = 1 + Math.max(-MAX_SPREAD, Math.min(SPREAD * gaussian(random), MAX_SPREAD));
  return {
    startMs: Math.max(0, known) * pace,
    checkMs: CHECK_MS * pace,
    saveMs: SAVE_MS_PER_RESOURCE * pace,
  };
}

/** Pulumi's engine: it works on so many resources at once. */
export class SimulatedEngine {
  private readonly workers: Semaphore;
  private readonly generator = new Semaphore(1);
  private readonly state = new Semaphore(1);
  /** The number of resources in the state. */
  private resources = 0;

  constructor(
    private readonly clock: SimulatedClock,
    private readonly platforms: ReadonlyMap<string | undefined, SimulatedPlatform>,
    parallel: number,
    private readonly times: EngineTimes,
  ) {
    this.workers = new Semaphore(parallel);
  }

  /** The time of a whole `up` without its preview. */
  async up({ resources, declared, deletions }: Plan): Promise<number> {
    this.resources = resources;
    await this.clock.sleep(this.times.startMs);
    await this.runAll(declared);
    for (const group of deletions) await this.runAll(group);
    return this.clock.now();
  }

  /** Dependencies come first in the order of the actions; the others are not waited for. */
  private async runAll(actions: readonly Action[]): Promise<void> {
    const done = new Map<string, Promise<void>>();
    for (const action of actions) {
      const dependencies = new Set(action.dependsOn.flatMap((urn) => done.get(urn) ?? []));
      done.set(action.urn, this.run(action, [...dependencies]));
    }
    await Promise.all(done.values());
  }

  private async run(
    { provider, parts, isChange, growth }: Action,
    dependencies: Promise<void>[],
  ): Promise<void> {
    await Promise.all(dependencies);
    await this.hold(this.generator, () => this.clock.sleep(this.times.checkMs));
    if (!isChange) return;
    await this.hold(this.workers, async () => {
      await this.platforms.get(provider)?.work(parts);
      this.resources += growth;
      await this.hold(this.state, () => this.clock.sleep(this.resources * this.times.saveMs));
    });
  }

  private async hold(semaphore: Semaphore, work: () => Promise<void>): Promise<void> {
    await semaphore.acquire();
    await work();
    semaphore.release();
  }
}
