import { beforeAll, expect, test } from "@jest/globals";
import { CALLS, callRows } from "../support/matrix/calls";
import { KINDS } from "../support/matrix/kinds";
import { type Cell, cellsOf, type Mark, type Row } from "../support/matrix/outcome";
import { pageNow, pageWith, writePage } from "../support/matrix/page";
import { redsOf } from "../support/matrix/reds";
import { resourceRows } from "../support/matrix/resources";
import { SCENARIOS } from "../support/resource-fixtures";

// Every fault that there is meets every operation that is asked for, once and always: a run ends converged or with an
// error that names what went wrong, nothing is lost or made twice, and the next run converges. docs/reliability.md
// shows what comes of each.

/** The name of a cell, to repeat it alone. */
const only = process.env.MATRIX_CELL;

const measured = new Map<Cell, Mark | undefined>();
let rows: Row[] = [];

beforeAll(async () => {
  rows = [...(await resourceRows()), ...(await callRows())];
});

test.each([...SCENARIOS.map(({ name }) => name), ...Object.keys(CALLS)])(
  "%s",
  async (name) => {
    const cells = rows.filter((row) => row.name === name).flatMap((row) => cellsOf(row, KINDS));
    for (const cell of cells) measured.set(cell, undefined);
    expect(await redsOf(cells, only, (cell, { mark }) => measured.set(cell, mark))).toEqual([]);
  },
  600_000,
);

if (only === undefined)
  test("docs/reliability.md tells what has come of it", () => {
    const page = pageWith(measured);
    if (!process.env.CI) writePage(page);
    expect(pageNow()).toBe(page);
  });
