import { expect, test } from "@jest/globals";
import { cellsOf } from "./cells";
import { startWithProcesses } from "./environments";
import { resourceRows } from "./resource-rows";
import { failedCells } from "./run-cells";
import { processesInScope, sampleOf } from "./sample";

// Cells of faults.test.ts with real provider processes, in real time and with progress entries on the disk. Processes take
// long to start, so these are random cells in which every operation and every fault occurs. `npm test` runs one cell for
// each step of each resource.

const { MATRIX_CELL: only, MATRIX_SEED: seed = "1" } = process.env;

/** The timeouts of the processes are short. */
const CONCURRENCY = 6;

test(`with any fault, runs of real processes converge or name the cause, and the next runs converge (MATRIX_SEED=${seed})`, async () => {
  const all = (await resourceRows(startWithProcesses)).flatMap(cellsOf);
  const cells = only === undefined ? processesInScope(sampleOf(all, seed)) : all;
  const failed = await failedCells(cells, only, CONCURRENCY);
  expect(failed.map(({ text }) => text)).toEqual([]);
}, 900_000);
