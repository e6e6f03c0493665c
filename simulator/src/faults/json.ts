/** The same JSON with other values in all fields of one name. */
export function inField(value: unknown, field: string, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inField(item, field, change));
  if (!isObject(value)) return value;
  return mapped(value, (item, name) => (name === field ? change(item) : inField(item, field, change)));
}

/** Objects stay objects. All values in them get another type. */
export function withOtherTypes(value: unknown): unknown {
  return isObject(value) ? mapped(value, withOtherTypes) : ofAnotherType(value);
}

export function ofAnotherType(value: unknown): unknown {
  if (typeof value === "string") return value.length;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return mapped({ ...value }, withOtherTypes);
  return isObject(value) ? Object.values(value) : value;
}

function mapped(value: object, change: (item: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
