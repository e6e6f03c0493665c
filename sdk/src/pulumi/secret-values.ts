import { isObject, type Json } from "../util/json";

/** Pulumi encodes a secret as an object with this property: with `value` for a provider, with `plaintext` in an exported state. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** A secret for the engine. */
export function encodedSecret(value: unknown) {
  return { [SIGNATURE]: SECRET, value };
}

export function isSecret(value: unknown): boolean {
  return isObject(value) && value[SIGNATURE] === SECRET;
}

export function containsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsSecret);
  return isSecret(value) || (isObject(value) && Object.values(value).some(containsSecret));
}

/** A value without the encoding of its secrets. A state that was exported without its secrets keeps it. */
export function revealed<T extends Json>(value: T): T {
  if (Array.isArray(value)) return value.map(revealed) as T;
  if (!isObject(value)) return value;
  const { plaintext, value: sent } = value as { plaintext?: unknown; value?: Json };
  if (SIGNATURE in value && typeof plaintext === "string") return JSON.parse(plaintext) as T;
  if (isSecret(value) && sent !== undefined) return revealed(sent) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, revealed(inner as Json)]),
  ) as T;
}
