import { createHash } from "node:crypto";
import { type Cell, nameOf } from "./outcome";

/**
 * Some of the cells, in an order that the seed gives: those that bring a row or a fault that none before them had,
 * and after them so many others.
 */
export function sampleOf(cells: Cell[], seed: string, others: number): Cell[] {
  const shuffled = [...cells].sort((one, other) => (rankOf(one, seed) < rankOf(other, seed) ? -1 : 1));
  const met = new Set<unknown>();
  const bringsNew = ({ row, kind }: Cell) => {
    const isNew = !met.has(row) || !met.has(kind);
    met.add(row).add(kind);
    return isNew;
  };
  const first = shuffled.filter(bringsNew);
  return [...first, ...shuffled.filter((cell) => !first.includes(cell)).slice(0, others)];
}

function rankOf(cell: Cell, seed: string): string {
  return createHash("sha256")
    .update(`${seed} ${nameOf(cell)}`)
    .digest("hex");
}
