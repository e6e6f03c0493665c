/** The same reply with every value of another type, or with those of one field only. Always the same ones. */
export function wrongTypes(value: unknown, field?: string): unknown {
  return field === undefined ? changed(value) : inField(value, field);
}

function inField(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item) => inField(item, field));
  if (!isObject(value)) return value;
  return mapped(value, (item, name) => (name === field ? ofAnotherType(item) : inField(item, field)));
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

function mapped(value: object, change: (item: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
