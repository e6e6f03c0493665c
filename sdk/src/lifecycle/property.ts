import type { SettingName } from "../platform/settings";

/**
 * Describes one input of a resource. The difference to the state, the change to send, the check after the request and the
 * inputs that `refresh` returns follow from this description.
 */
export interface Property<V, A> {
  /** The input may be omitted. The state contains the names of the optional inputs that are declared. */
  optional?: true;
  /** The optional inputs inside of this one, by their path: `.enableSnat`, or `[].ipAddress` in a list. */
  nested?: Record<string, Nested>;
  /** The value to send when the input is removed from the program. If absent, the value is left unchanged. */
  default?: V;
  /** A change creates a new object. */
  replaces?: true;
  /** Only used by a creation, or sent with other changes. A change of this input alone is not a difference. It is not stored, unless it is secret. */
  transient?: true;
  /** The setting that is the default of the input. */
  setting?: SettingName;
  /** If it is declared, deleting the resource leaves the object at the platform. */
  keepsObject?: true;
  /** Whether the actual value is the declared one. Default: equal JSON. */
  same?(declared: V, actual: A | undefined): boolean;
  /** The value to record after a change, without drift that the change did not cause. Default: the actual value. */
  record?(actual: A, recorded: A, declared: V): A;
  /** The input that declares this value. Default: the value itself. */
  declare?(actual: A, isDeclared: IsDeclared): V | undefined;
}

export interface Nested {
  /** The value to send when the input is removed from the program. If absent, the value is left unchanged. */
  default?: unknown;
}

/** Whether an input was declared, by its path: `a`, `a.b`, or `a[2].b` in a list. */
export type IsDeclared = (path: string) => boolean;

export type Properties<I extends object, S extends object> = {
  [K in keyof Required<I>]: Property<Required<I>[K], K extends keyof S ? Required<S>[K] : unknown> &
    (undefined extends I[K] ? { optional: true } : { optional?: never });
};

/** The properties of any resource: declared and actual values are JSON here. */
export type AnyProperties = Record<string, Property<unknown, unknown>>;
