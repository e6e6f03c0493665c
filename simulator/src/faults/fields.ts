/** The same JSON with the values of the fields of one name changed, wherever they are. */
export function inField(value: unknown, field: string, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inField(item, field, change));
  if (!isObject(value)) return value;
  return mapped(value, (item, name) => (name === field ? change(item) : inField(item, field, change)));
}

export function mapped(value: object, change: (item: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, name)]));
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
