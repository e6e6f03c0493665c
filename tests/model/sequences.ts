import { jest } from "@jest/globals";
import fc from "fast-check";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { startPlatform } from "../support/platform";
import { scope } from "../support/scope";
import { recordFaults } from "./coverage";

const SAMPLE = 50;

/**
 * The number of sequences for each resource, the seed, and a failure to repeat, as JSON with the printed values:
 * MODEL_REPLAY='{"seed": 7, "path": "12:3:1", "replayPath": "AB:C"}'. By default the sequences are the same in every
 * run. MODEL_SEED=$RANDOM MODEL_RUNS=5000 runs others. `npm test` runs the first sequences only.
 */
const { MODEL_RUNS, MODEL_SEED = "1", MODEL_REPLAY } = process.env;
const { replayPath, ...replay } = JSON.parse(MODEL_REPLAY ?? "{}") as { replayPath?: string };
/** Whether environment variables select the sequences. */
export const isCustomRun = MODEL_RUNS !== undefined || MODEL_REPLAY !== undefined;
const runs = Number(MODEL_RUNS ?? (scope === "sample" ? SAMPLE : 200));
const skipped = scope === "rest" && !isCustomRun ? SAMPLE : 0;

jest.setTimeout(Math.max(runs * 1_000, 120_000));

export interface Sequences<Model extends object, Real> {
  simulator?: SimulatorOptions;
  commands: Array<fc.Arbitrary<fc.AsyncCommand<Model, Real>>>;
  /** The faults in the commands. */
  faults: fc.Arbitrary<string>;
  /** Creates the initial model and system. Other sequences have used the same platform before. */
  setUp(platform: Simulator, settings: { maxRetries: string }): { model: Model; real: Real };
  /** Runs the operations that must succeed after any sequence. */
  finish(model: Model, real: Real): Promise<void>;
}

/** Runs random sequences of operations. fast-check shrinks a sequence that fails. */
export async function expectSequences<Model extends object, Real>(of: Sequences<Model, Real>): Promise<void> {
  const { simulator, commands, faults, setUp, finish } = of;
  recordFaults(faults);
  const platform = await startPlatform({ taskTime: 0, ...simulator });
  const sequences = fc.commands(commands, { maxCommands: 8, size: "max", ...(replayPath && { replayPath }) });
  let count = 0;
  const property = fc.asyncProperty(fc.constantFrom("0", "1"), sequences, async (maxRetries, sequence) => {
    count += 1;
    if (count <= skipped) return;
    const start = setUp(platform, { maxRetries });
    await fc.asyncModelRun(() => start, sequence);
    await finish(start.model, start.real);
  });
  try {
    await fc.assert(property, { numRuns: runs, seed: Number(MODEL_SEED), ...replay });
  } finally {
    await platform.close();
  }
}
