import type { Hints } from "../handler";

/**
 * The name of an object whose inputs have none. It follows from the resource, so it is the same in every run, and no
 * second object is created.
 */
export function defaultName(
  { logicalName, suffix, before }: Hints,
  { noun, maxLength }: { noun: string; maxLength: number },
): string {
  // A resource that was moved or renamed in the program keeps its first name.
  if (typeof before.name === "string" && /-[0-9a-f]{7}$/.test(before.name)) return before.name;
  const base = logicalName
    .replace(/[^a-zA-Z0-9._-]/g, "-")
    .replace(/^[^a-zA-Z0-9]+/, "")
    .slice(0, maxLength - suffix.length - 1);
  return `${base || noun}-${suffix}`;
}
