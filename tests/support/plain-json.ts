/** Whether a value is plain JSON, which is all that the engine can receive. */
export function isPlainJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return Object.keys(value).length === value.length && value.every(isPlainJson);
  if (typeof value !== "object" || Object.prototype.toString.call(value) !== "[object Object]") return false;
  return Object.getOwnPropertySymbols(value).length === 0 && Object.values(value).every(isPlainJson);
}
