import { type Cell, nameOf, type Outcome } from "./cells";

/**
 * Runs all cells, or only the one with this name, so many at the same time. Returns the problems of each cell that has some,
 * with the command that repeats the cell.
 */
export async function failedCells(
  cells: Cell[],
  only: string | undefined,
  concurrency: number,
  onOutcome: (cell: Cell, outcome: Outcome) => void = () => {},
): Promise<{ cell: Cell; text: string }[]> {
  const failed: { cell: Cell; text: string }[] = [];
  const selected = cells.filter((cell) => only === undefined || nameOf(cell) === only);
  await forEachConcurrently(selected, concurrency, async (cell) => {
    const outcome = await cell.row.run(cell.fault, cell.which);
    onOutcome(cell, outcome);
    if (outcome.problems.length > 0)
      failed.push({
        cell,
        text: [`MATRIX_CELL='${nameOf(cell)}' npx jest tests/matrix`, ...outcome.problems].join("\n"),
      });
  });
  return failed;
}

async function forEachConcurrently<T>(
  items: T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
