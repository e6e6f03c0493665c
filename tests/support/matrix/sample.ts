import { createHash } from "node:crypto";
import { isInScope } from "../scope";
import { type Cell, nameOf } from "./outcome";

/** Cells with every operation and every fault among them, each in some cells of its own, in pairs that the seed gives. */
export function sampleOf(cells: Cell[], seed: string, times = 1): Cell[] {
  return covering(shuffled(cells, seed), ({ row, kind }) => [row, kind], times);
}

/**
 * Of the whole matrix: the cells that belong to this run. An entry of the table is in the sample as a whole, so that each
 * part of the matrix can compare its entries with the table. A fault may have no effect on an operation, so each
 * operation and each fault is sampled more than once.
 */
export function matrixInScope(cells: Cell[]): Cell[] {
  const sampled = new Set(sampleOf(cells, "1", 2).map(entryOf));
  return cells.filter((cell) => isInScope(sampled.has(entryOf(cell))));
}

/** Of the cells that are repeated in processes: those that belong to this run. The sample has every step of each resource. */
export function processesInScope(cells: Cell[]): Cell[] {
  const stepOf = ({ row }: Cell) => `${row.name.split(",")[0]} ${row.step}`;
  const sampled = new Set(covering(cells, (cell) => [stepOf(cell)], 1));
  return cells.filter((cell) => isInScope(sampled.has(cell)));
}

/** The cells that are needed to have each key so many times, in order. */
function covering(cells: Cell[], keysOf: (cell: Cell) => unknown[], times: number): Cell[] {
  const counts = new Map<unknown, number>();
  const count = (key: unknown) => counts.get(key) ?? 0;
  return cells.filter((cell) => {
    const keys = keysOf(cell);
    const isNeeded = keys.some((key) => count(key) < times);
    if (isNeeded) for (const key of keys) counts.set(key, count(key) + 1);
    return isNeeded;
  });
}

function shuffled(cells: Cell[], seed: string): Cell[] {
  return [...cells].sort((one, other) => (rankOf(one, seed) < rankOf(other, seed) ? -1 : 1));
}

function rankOf(cell: Cell, seed: string): string {
  return createHash("sha256")
    .update(`${seed} ${nameOf(cell)}`)
    .digest("hex");
}

/** One entry of the table has the cells of an operation and a fault. */
function entryOf({ row, kind }: Cell): string {
  return nameOf({ row, kind, which: "" });
}
