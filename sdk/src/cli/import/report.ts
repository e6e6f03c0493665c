import { failureOf } from "../../lifecycle/finding";
import { printableLine } from "../../util/text";
import { safeJson } from "../output";
import type { FoundObjects, NamedObject } from "./objects";
import type { Printed } from "./printed";

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
  { text }: Printed,
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
    program: text,
  });
}

/** The objects of an import, one on a line. */
export function tableOf(objects: readonly NamedObject[]): string {
  const rows = objects.map(({ type, name, id }) => [type, printableLine(name), printableLine(id)]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(([type = "", name = "", id = ""]) =>
      [`  ${type.padEnd(widths[0] ?? 0)}`, name.padEnd(widths[1] ?? 0), id].join("  "),
    )
    .join("\n");
}

export function countTypes(objects: ReadonlyArray<{ type: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of objects) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}
