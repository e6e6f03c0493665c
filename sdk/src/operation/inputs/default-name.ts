/** What the default name of an object follows from. */
export interface Naming {
  /** The class of the resource. */
  type: string;
  /** The resource's name in the program. */
  logicalName: string;
  /** Seven characters that never change for this resource and differ between resources and stacks. */
  suffix: string;
  /** The name in the inputs of the last run. */
  recorded: unknown;
  /** The name that the stack's setting pulumi:autonaming proposes; null if it disables such names. */
  proposed?: string | null | undefined;
}

const MAX_LENGTH = 63;

/**
 * The name of an object whose inputs have none. It follows from the resource, so it is the same in every run, and no second object is
 * created. A proposed name may be random: the object keeps its first one.
 */
export function defaultName({ type, logicalName, suffix, recorded, proposed }: Naming): string | undefined {
  const kept = typeof recorded === "string" ? recorded : undefined;
  if (proposed !== undefined) return kept ?? proposed ?? undefined;
  // A resource that was moved or renamed in the program keeps its first name.
  if (kept !== undefined && /-[0-9a-f]{7}$/.test(kept)) return kept;
  const base = logicalName
    .replace(/[^a-zA-Z0-9._-]/g, "-")
    .replace(/^[^a-zA-Z0-9]+/, "")
    .slice(0, MAX_LENGTH - suffix.length - 1);
  return `${base || type.toLowerCase()}-${suffix}`;
}
