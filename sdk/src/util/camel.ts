import { isObject } from "./json";

/** `created_on` → `createdOn`: the platform's names in this package's notation. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A record of the platform with all keys in camelCase, at any depth. */
export function camelCaseKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCaseKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camelCase(name), camelCaseKeys(inner)]),
  );
}

/** `edge-group` → `EdgeGroup`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
