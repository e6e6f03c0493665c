import { failureOf } from "../../lifecycle/finding";
import { printableLine } from "../../util/text";
import { safeJson } from "../output";
import { columns } from "../text";
import type { FoundObjects, NamedObject } from "./objects";

/** `3 objects (2 Router, 1 EdgeGroupMembership)`, or `2 Router`. */
export function countsOf(counts: ReadonlyMap<string, number>): string {
  const classes = [...counts].map(([type, count]) => `${count} ${type}`);
  if (classes.length === 1) return classes.join();
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return `${total} objects (${classes.join(", ")})`;
}

/** The result for programs, as docs/import.md describes it. */
export function jsonOf(
  { objects, managed, failures }: FoundObjects,
  program: string,
  isDryRun: boolean,
): string {
  return safeJson({
    version: 1,
    isDryRun,
    objects: objects.map(({ type, name, id, isInState = false }) => ({ type, name, id, isInState })),
    skipped: Object.fromEntries(managed),
    failures: failures.map((failure) => {
      const { code, text: message } = failureOf(failure);
      return { code, message };
    }),
    program,
  });
}

/** The objects of an import, one on a line. */
export function tableOf(objects: readonly NamedObject[]): string {
  return columns(
    objects.map(({ type, name, id }) => ["", type, printableLine(name), printableLine(id)]),
  ).join("\n");
}

export function countTypes(objects: ReadonlyArray<{ type: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of objects) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
