import { type Cell, forEach, nameOf, type Outcome } from "./outcome";

/** As many as wait for each other without harm. */
const AT_ONCE = 6;

/** Meets all of the cells, or the only one. Tells what is not as it has to be, and how to have it once more. */
export async function redsOf(
  cells: Cell[],
  only: string | undefined,
  heed: (cell: Cell, outcome: Outcome) => void = () => {},
): Promise<string[]> {
  const reds: string[] = [];
  const wanted = cells.filter((cell) => only === undefined || nameOf(cell) === only);
  await forEach(wanted, AT_ONCE, async (cell) => {
    const outcome = await cell.row.meet(cell.kind, cell.which);
    heed(cell, outcome);
    if (outcome.problems.length > 0)
      reds.push([`MATRIX_CELL='${nameOf(cell)}' npx jest tests/matrix`, ...outcome.problems].join("\n"));
  });
  return reds;
}
