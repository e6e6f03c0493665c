import { isObject, type Json, type JsonObject } from "../util/json";

/**
 * Makes plain JSON of what a handler returns. The engine's wire format takes nothing else, and it is written after
 * the platform has changed: so this has an answer to every value and never throws.
 */
export function normalise(object: object): JsonObject {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => !isAbsent(value))
      .map(([key, value]) => [key, plain(value)]),
  );
}

function plain(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Map) return normalise(Object.fromEntries(value));
  if (value instanceof Set) return [...value].map(plain);
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? normalise(value) : null;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "function" || typeof value === "symbol";
}
