import { expect, test } from "@jest/globals";
import { KINDS } from "../support/matrix/kinds";
import { cellsOf } from "../support/matrix/outcome";
import { redsOf } from "../support/matrix/reds";
import { resourceRows } from "../support/matrix/resources";
import { processesInScope, sampleOf } from "../support/matrix/sample";
import { startRealWorld } from "../support/matrix/worlds";

// The same as in faults.test.ts in the processes that the CLI starts, in real time and with progress entries on the disk.
// Processes take time, so these are some of the cells: every operation and every fault, in pairs that the seed gives.
// `npm test` takes one cell for each step of each resource.

const { MATRIX_CELL: only, MATRIX_SEED: seed = "1" } = process.env;

test(`operations and faults, with MATRIX_SEED=${seed}`, async () => {
  const all = (await resourceRows(startRealWorld)).flatMap((row) => cellsOf(row, KINDS));
  const cells = only === undefined ? processesInScope(sampleOf(all, seed)) : all;
  expect(await redsOf(cells, only)).toEqual([]);
}, 900_000);
