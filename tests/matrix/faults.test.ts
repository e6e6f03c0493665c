import { beforeAll, expect, test } from "@jest/globals";
import { CALLS, callRows } from "../support/matrix/calls";
import { KINDS } from "../support/matrix/kinds";
import { type Cell, cellsOf, type Mark, type Row } from "../support/matrix/outcome";
import { measuredPart } from "../support/matrix/page";
import { redsOf } from "../support/matrix/reds";
import { resourceRows } from "../support/matrix/resources";
import { matrixInScope } from "../support/matrix/sample";
import { expectPart } from "../support/reliability-page";
import { SCENARIOS } from "../support/resource-fixtures";
import { scope } from "../support/scope";

// Every fault happens to every operation that is requested, once and always: a run ends converged or with an error that
// names what went wrong, nothing is lost or created twice, and the next run converges. docs/reliability.md shows the
// result of each. `npm test` takes a sample.

/** The name of a cell, to repeat it alone. */
const only = process.env.MATRIX_CELL;

const measured = new Map<Cell, Mark | undefined>();
let rows: Row[] = [];
let cells: Cell[] = [];

beforeAll(async () => {
  rows = [...(await resourceRows()), ...(await callRows())];
  const all = rows.flatMap((row) => cellsOf(row, KINDS));
  cells = only === undefined ? matrixInScope(all) : all;
});

test.each([...SCENARIOS.map(({ name }) => name), ...Object.keys(CALLS)])(
  "%s",
  async (name) => {
    const own = cells.filter(({ row }) => row.name === name);
    for (const cell of own) measured.set(cell, undefined);
    expect(await redsOf(own, only, (cell, { mark }) => measured.set(cell, mark))).toEqual([]);
  },
  600_000,
);

if (only === undefined) {
  test("docs/reliability.md has these results", () => {
    expectPart("measured", measuredPart(rows, measured));
  });

  if (scope !== "rest")
    test("every operation has met a fault, and every fault an operation", () => {
      const met = [...measured].filter(([, mark]) => mark !== undefined).map(([cell]) => cell);
      expect(new Set(met.map(({ row }) => row))).toEqual(new Set(rows));
      expect(new Set(met.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    });
}
