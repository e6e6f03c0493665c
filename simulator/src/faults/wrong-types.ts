import { inField, isObject, mapped } from "./fields";

/** The same reply with every value of another type, or with those of one field only. Always the same ones. */
export function wrongTypes(value: unknown, field?: string): unknown {
  return field === undefined ? changed(value) : inField(value, field, ofAnotherType);
}

/** What holds the reply together stays an object; everything in it changes. */
function changed(value: unknown): unknown {
  return isObject(value) ? mapped(value, changed) : ofAnotherType(value);
}

function ofAnotherType(value: unknown): unknown {
  if (typeof value === "string") return value.length;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return mapped({ ...value }, changed);
  return isObject(value) ? Object.values(value) : value;
}
