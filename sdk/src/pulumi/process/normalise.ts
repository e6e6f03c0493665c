import type { Json, JsonObject } from "../../util/json";

/** Deeper than any record of the platform, but not too deep for JSON.stringify. */
const MAX_DEPTH = 100;

/**
 * Converts the state that a handler returns to plain JSON, the only values that the engine's wire format supports. The
 * platform has been changed at this point, so this function accepts every value and never throws.
 */
export function normalise(object: object): JsonObject {
  return new Normaliser().object(object, 0);
}

class Normaliser {
  /** The result for each object; null during the conversion, which breaks circular references. */
  private readonly results = new Map<object, Json>();

  object(object: object, depth: number): JsonObject {
    const entries = Object.keys(object).map((key) => [key, propertyOf(object, key)] as const);
    return Object.fromEntries(
      entries
        .filter(([, value]) => !isAbsent(value))
        .map(([key, value]) => [key, this.value(value, depth + 1)]),
    );
  }

  private value(value: unknown, depth: number): Json {
    if (value === null || typeof value === "boolean" || typeof value === "string") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (typeof value === "bigint") return value.toString();
    if (typeof value !== "object" || depth > MAX_DEPTH) return null;
    const known = this.results.get(value);
    if (known !== undefined) return known;
    this.results.set(value, null);
    const result = this.structure(value, depth);
    this.results.set(value, result);
    return result;
  }

  private structure(value: object, depth: number): Json {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof Map) {
      const named = [...value].filter(([key]) => typeof key === "string");
      return this.object(Object.fromEntries(named), depth);
    }
    if (value instanceof Set || Array.isArray(value))
      return Array.from(value, (item) => this.value(item, depth + 1));
    return this.object(value, depth);
  }
}

/** A property may be a getter that throws. */
function propertyOf(object: object, key: string): unknown {
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}
