import { jest } from "@jest/globals";
import fc from "fast-check";
import type { Simulator, SimulatorOptions } from "../../simulator/src";
import { startPlatform } from "../support/platform";

/**
 * How many sequences each resource is taken through, which ones, and a failure to see again, as it was printed and as
 * JSON: MODEL_REPLAY='{"seed": 7, "path": "12:3:1", "replayPath": "AB:C"}'. They are the same ones in every run, so
 * that it does not depend on luck whether tests pass; MODEL_SEED=$RANDOM MODEL_RUNS=5000 looks for more.
 */
const { MODEL_RUNS = "200", MODEL_SEED = "1", MODEL_REPLAY = "{}" } = process.env;
const { replayPath, ...replay } = JSON.parse(MODEL_REPLAY) as { replayPath?: string };
const runs = Number(MODEL_RUNS);

jest.setTimeout(Math.max(runs * 1_000, 120_000));

export interface Sequences<Model extends object, Real> {
  simulator?: SimulatorOptions;
  commands: Array<fc.Arbitrary<fc.AsyncCommand<Model, Real>>>;
  /** A program that has not run yet, at a platform that other programs have used before. */
  begin(platform: Simulator, settings: { maxRetries: string }): { model: Model; real: Real };
  /** What must be possible in the end, whatever has happened. */
  conclude(model: Model, real: Real): Promise<void>;
}

/** Runs random sequences of operations. A sequence that fails is made as short as possible. */
export async function expectAll<Model extends object, Real>({
  simulator,
  commands,
  begin,
  conclude,
}: Sequences<Model, Real>): Promise<void> {
  const platform = await startPlatform({ taskTime: 0, ...simulator });
  const sequences = fc.commands(commands, { maxCommands: 8, size: "max", ...(replayPath && { replayPath }) });
  const property = fc.asyncProperty(fc.constantFrom("0", "1"), sequences, async (maxRetries, sequence) => {
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
