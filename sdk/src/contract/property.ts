/**
 * One input of a resource, described once: the difference to the state, the request, the check after the request and
 * the inputs that `refresh` writes follow from it.
 */
export interface Property<V, A> {
  /** The character under which the state remembers that an optional input was declared. Stored in states: never reuse one. */
  code?: string;
  /** The same for optional inputs inside of it, by their path: `.enableSnat`, or `[].ipAddress` in a list. */
  nested?: Record<string, Nested>;
  /** What the platform has after the input was removed from the program. Without it the value stays. */
  default?: V;
  /** A change creates a new object. */
  replaces?: true;
  /** Is used by a creation or sent with another change; a change of it alone is no change. It is stored nowhere, unless it is secret. */
  transient?: true;
  /** While it is declared, deleting the resource leaves the object at the platform. */
  keepsObject?: true;
  /** Whether the state fulfils what is declared. Default: equal JSON. */
  same?(declared: V, actual: A | undefined): boolean;
  /** What to record after a change, where drift beside the change is left to `refresh`. Default: what the platform has. */
  record?(actual: A, recorded: A, declared: V): A;
  /** The input that would declare this value. Default: the value itself. */
  declare?(actual: A, isDeclared: IsDeclared): V | undefined;
}

export interface Nested {
  code: string;
  default?: unknown;
}

/** Whether an input was declared, by its path: `a`, `a.b`, or `a[2].b` in a list. */
export type IsDeclared = (path: string) => boolean;

export type Properties<I extends object, S extends object> = {
  [K in keyof Required<I>]: Property<Required<I>[K], K extends keyof S ? Required<S>[K] : unknown>;
};

/** The properties of any resource: declared and actual values are JSON here. */
export type AnyProperties = Record<string, Property<unknown, unknown>>;
