import { jest } from "@jest/globals";
import fc from "fast-check";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { startPlatform } from "../support/platform";
import { scope } from "../support/scope";
import { recordFaults } from "./coverage";

const SAMPLE = 50;

/**
 * The number of sequences for each resource, the seed, and a failure to repeat, as it was printed and as JSON:
 * MODEL_REPLAY='{"seed": 7, "path": "12:3:1", "replayPath": "AB:C"}'. The sequences are the same in every run, so no
 * test passes or fails by chance. MODEL_SEED=$RANDOM MODEL_RUNS=5000 tries others. `npm test` takes the first sequences.
 */
const { MODEL_RUNS, MODEL_SEED = "1", MODEL_REPLAY } = process.env;
const { replayPath, ...replay } = JSON.parse(MODEL_REPLAY ?? "{}") as { replayPath?: string };
/** Whether the sequences were chosen by hand. */
export const isChosen = MODEL_RUNS !== undefined || MODEL_REPLAY !== undefined;
const runs = Number(MODEL_RUNS ?? (scope === "sample" ? SAMPLE : 200));
const skipped = scope === "rest" && !isChosen ? SAMPLE : 0;

jest.setTimeout(Math.max(runs * 1_000, 120_000));

export interface Sequences<Model extends object, Real> {
  simulator?: SimulatorOptions;
  commands: Array<fc.Arbitrary<fc.AsyncCommand<Model, Real>>>;
  /** The faults in the commands. */
  faults: fc.Arbitrary<string>;
  /** A program that has not run yet, at a platform that other programs have used before. */
  begin(platform: Simulator, settings: { maxRetries: string }): { model: Model; real: Real };
  /** What must be possible in the end, whatever has happened. */
  conclude(model: Model, real: Real): Promise<void>;
}

/** Runs random sequences of operations. A sequence that fails is made as short as possible. */
export async function expectAll<Model extends object, Real>({
  simulator,
  commands,
  faults,
  begin,
  conclude,
}: Sequences<Model, Real>): Promise<void> {
  recordFaults(faults);
  const platform = await startPlatform({ taskTime: 0, ...simulator });
  const sequences = fc.commands(commands, { maxCommands: 8, size: "max", ...(replayPath && { replayPath }) });
  let count = 0;
  const property = fc.asyncProperty(fc.constantFrom("0", "1"), sequences, async (maxRetries, sequence) => {
    count += 1;
    if (count <= skipped) return;
    const start = begin(platform, { maxRetries });
    await fc.asyncModelRun(() => start, sequence);
    await conclude(start.model, start.real);
  });
  try {
    await fc.assert(property, { numRuns: runs, seed: Number(MODEL_SEED), ...replay });
  } finally {
    await platform.close();
  }
}
