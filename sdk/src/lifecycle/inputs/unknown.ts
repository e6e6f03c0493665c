import { isObject } from "../../util/json";

/** Stands for a text that is not known yet. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/**
 * In previews a provider gets unknown values as these strings, one for each type of value. They are part of the engine's
 * wire format.
 */
const SENTINELS = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

export function isUnknown(value: unknown): boolean {
  return typeof value === "string" && SENTINELS.has(value);
}

export function containsUnknown(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(containsUnknown);
  return isObject(value) ? Object.values(value).some(containsUnknown) : isUnknown(value);
}
