import { isObject } from "./json";

/** `created_on` → `createdOn`: the platform's names in this package's notation. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** `createdOn` → `created_on`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A record of the platform with all keys in camelCase, at any depth. */
export function camelCaseKeys(value: unknown): unknown {
  return renameKeys(value, camelCase);
}

/** An object with these names in camelCase. Other keys may be data, and stay as they are. */
export function camelCaseNames(object: Record<string, unknown>, names: readonly string[]) {
  const entries = Object.entries(object).map(([key, value]) => {
    const name = camelCase(key);
    return [names.includes(name) && !(name in object) ? name : key, value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** The same with all keys in the notation of the platform, for the body of a request. */
export function snakeCaseKeys(value: unknown): unknown {
  return renameKeys(value, snakeCase);
}

function renameKeys(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rename(name), renameKeys(inner, rename)]),
  );
}
