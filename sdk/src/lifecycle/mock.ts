import type { MockValues } from "../util/mock";

/** A plausible object for tests of programs, from the inputs or from the properties of an id. */
export type ResourceMock<I extends object, S extends object> = (
  known: Partial<I> & Partial<Omit<S, keyof I>>,
  values: MockValues,
) => { id: string; state: S };

/** A plausible result of a function for tests of programs. */
export type FunctionMock<A extends object, R> = (args: A, values: MockValues) => R;
