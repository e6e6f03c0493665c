import { beforeAll, expect, test } from "@jest/globals";
import { FUNCTIONS } from "../support/function-fixtures";
import { SCENARIOS } from "../support/resource-fixtures";
import { scope } from "../support/scope";
import { type Cell, cellsOf, type Outcome, type Row } from "./cells";
import { FAULTS } from "./faults";
import { functionRows } from "./function-rows";
import { resourceRows } from "./resource-rows";
import { failedCells } from "./run-cells";
import { matrixInScope } from "./sample";

// Every fault of the simulator at every operation that is requested, once and at each request. A run must converge or fail
// with an error that names the cause, must lose nothing and create nothing twice, and the next run must converge.
// `npm test` runs a sample.

/** The name of the only cell to run. */
const only = process.env.MATRIX_CELL;

/** Many cells wait for a reply that does not come. */
const CONCURRENCY = 24;

/** The cells whose fault happened. */
const effective: Cell[] = [];
let rows: Row[] = [];
let failed: { cell: Cell; text: string }[] = [];

beforeAll(async () => {
  rows = [...(await resourceRows()), ...(await functionRows())];
  const all = rows.flatMap(cellsOf);
  const onOutcome = (cell: Cell, { happened }: Outcome) => void (happened && effective.push(cell));
  failed = await failedCells(only === undefined ? matrixInScope(all) : all, only, CONCURRENCY, onOutcome);
}, 900_000);

test.each([...SCENARIOS, ...FUNCTIONS].map(({ name }) => name))(
  "with any fault, %s converges or fails with an error that names the cause, and the next run converges",
  (name) => {
    expect(failed.filter(({ cell }) => cell.row.name === name).map(({ text }) => text)).toEqual([]);
  },
);

if (only === undefined && scope !== "rest")
  test("every fault happened, and every operation had a fault", () => {
    expect(new Set(effective.map(({ row }) => row))).toEqual(new Set(rows));
    expect(new Set(effective.map(({ fault }) => fault))).toEqual(new Set(FAULTS));
  });
