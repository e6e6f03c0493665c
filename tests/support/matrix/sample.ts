import { createHash } from "node:crypto";
import { type Cell, nameOf } from "./outcome";

/** Some of the cells, in an order that the seed gives: those that bring an operation or a fault that none before had. */
export function sampleOf(cells: Cell[], seed: string): Cell[] {
  const met = new Set<unknown>();
  const shuffled = [...cells].sort((one, other) => (rankOf(one, seed) < rankOf(other, seed) ? -1 : 1));
  return shuffled.filter(({ row, kind }) => {
    const isNew = !met.has(row) || !met.has(kind);
    met.add(row).add(kind);
    return isNew;
  });
}

function rankOf(cell: Cell, seed: string): string {
  return createHash("sha256")
    .update(`${seed} ${nameOf(cell)}`)
    .digest("hex");
}
