import { createHash } from "node:crypto";
import { isInScope } from "../support/scope";
import { type Cell, nameOf } from "./cells";

/** Random cells, chosen by the seed, in which every operation and every fault occurs at least `times` times. */
export function sampleOf(cells: Cell[], seed: string, times = 1): Cell[] {
  return covering(shuffled(cells, seed), ({ row, fault }) => [row, fault], times);
}

/**
 * The cells of the matrix that belong to this run. A fault may have no effect on an operation, so the sample has each
 * operation and each fault more than once.
 */
export function matrixInScope(cells: Cell[]): Cell[] {
  const sampled = new Set(sampleOf(cells, "1", 4));
  return cells.filter((cell) => isInScope(sampled.has(cell)));
}

/** The cells with real provider processes that belong to this run. The sample has every step of each resource. */
export function processesInScope(cells: Cell[]): Cell[] {
  const stepOf = ({ row }: Cell) => `${row.name.split(",")[0]} ${row.step}`;
  const sampled = new Set(covering(cells, (cell) => [stepOf(cell)], 1));
  return cells.filter((cell) => isInScope(sampled.has(cell)));
}

/** The first cells in which each key occurs at least `times` times. */
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
