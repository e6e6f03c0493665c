import { createHash, randomBytes } from "node:crypto";
import type { Api } from "../../platform/api/deployment";
import { canonicalJson, type JsonObject } from "../../util/json";
import { parseTimestamp } from "../../util/timestamp";

/** What recognises an object that an interrupted run was creating. */
export interface LookupKeys<R> {
  /** The inputs that no update changes: with other ones, the object is not the one that the inputs declare. */
  scope: unknown;
  /** The inputs by which the object is recognised in a list. */
  key: unknown;
  listAll(api: Api): Promise<R[] | undefined>;
  keyOf(object: R): unknown;
  /** The time of creation in the platform's notation. Absent if an equal object of any age may be used. */
  createdAt?(object: R): string | null | undefined;
}

/** The same as it is stored on disk. Inputs may be secret, so it contains only digests. */
export interface Lookup {
  salt: string;
  scope: string;
  key: string;
  /** When the creation began, in milliseconds. */
  at: number;
  /** Ids of the equal objects that existed before, if the platform can list them. */
  before?: string[];
}

/** The lookup to store before a creation. */
export function createLookup<R>(keys: LookupKeys<R>, before: string[] | undefined): JsonObject {
  const salt = randomBytes(9).toString("base64url");
  return {
    salt,
    scope: digest(salt, keys.scope),
    key: digest(salt, keys.key),
    at: Date.now(),
    ...(before && { before }),
  };
}

export function isSameScope<R>({ salt, scope }: Lookup, keys: LookupKeys<R>): boolean {
  return scope === digest(salt, keys.scope);
}

export function matches({ salt, key }: Lookup, other: unknown): boolean {
  return key === digest(salt, other);
}

/** How far the platform's clock may differ from this machine's, and a creation from its request. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/** Whether a creation at this time may be the one that began at `at`. */
export function isAbout(at: number, created: string | null | undefined): boolean {
  return Math.abs(parseTimestamp(created) - at) < CLOCK_TOLERANCE_MS;
}

function digest(salt: string, value: unknown): string {
  return createHash("sha256")
    .update(`${salt} ${canonicalJson(value)}`)
    .digest("base64url");
}
