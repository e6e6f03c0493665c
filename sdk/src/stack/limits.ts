import { isObject } from "../util/json";
import { STACK } from "./errors";

/** Recursive functions, also those of libraries, handle this depth without an overflow of the call stack. */
const MAX_DEPTH = 100;
const MAX_VALUES = 100_000;

/**
 * Throws if a value is too deep or too large to be checked. A value that anchors of YAML repeat counts each time; one that
 * contains itself is too deep.
 */
export function checkSize(value: unknown, name: string): void {
  let count = 0;
  const visit = (item: unknown, depth: number) => {
    if (depth > MAX_DEPTH) throw tooDeep(name);
    if (++count > MAX_VALUES) throw STACK.tooLarge.error({ name, limit: `${MAX_VALUES} values` });
    if (Array.isArray(item) || isObject(item))
      for (const inner of Object.values(item)) visit(inner, depth + 1);
  };
  visit(value, 1);
}

export function tooDeep(name: string): Error {
  return STACK.tooDeep.error({ name, limit: MAX_DEPTH });
}
