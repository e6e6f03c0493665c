import type { SimulatorOptions } from "../../simulator/src";
import type { Deployment } from "./deployment";
import { fixtureOf, foldersOf } from "./folders";

/** How an example is run: `example.ts` beside the fixture of the resource or function. */
export interface ExampleFixture {
  /** What the program does, for the title of the test. */
  summary: string;
  /** The config that the example's `Pulumi.yaml` requires. */
  config: Record<string, string>;
  options?: SimulatorOptions;
  /** The program does something on each run, so the same run once more has another result. */
  actsOnEachRun?: true;
  /** Runs the program and checks what it has done. */
  run(deployment: Deployment): Promise<void>;
}

/** The examples of all resources and functions. */
export const EXAMPLES = (["resources", "functions"] as const).flatMap((kind) =>
  foldersOf(kind).map((folder) => ({
    folder,
    kind,
    ...fixtureOf<{ example: ExampleFixture }>(kind, folder, "example").example,
  })),
);
