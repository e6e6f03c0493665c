import { randomBytes } from "node:crypto";
import type { Api } from "../../platform/api/deployment";
import { parseTimestamp } from "../../util/clock";
import { digestOf } from "../../util/digest";

/** How the next run recognises the object of a creation after this process was killed. */
export interface Recognition<R> {
  /** The inputs by which the object is recognised. */
  key: unknown;
  /**
   * Whether an update can change the key, such as a name. Otherwise an object with another key is never the one that the
   * program declares.
   */
  isChangeable?: true;
  listAll(api: Api): Promise<R[] | undefined>;
  keyOf(object: R): unknown;
  /** The time of creation in the platform's notation. Absent if an equal object of any age may be used. */
  createdAt?(object: R): string | null | undefined;
}

/** The same as it is stored on disk. Inputs may be secret, so it contains only a digest of them. */
export interface Lookup {
  salt: string;
  key: string;
  /** When the creation began, in milliseconds since the epoch. */
  at: number;
  /** Ids of the equal objects that existed before, if the platform can list them. */
  before?: string[];
}

/** The lookup to store before a creation. */
export function createLookup<R>({ key }: Recognition<R>, before: string[] | undefined, at: number): Lookup {
  const salt = randomBytes(9).toString("base64url");
  return { salt, key: digestOf([salt, key]), at, ...(before && { before }) };
}

/** Whether the lookup is about an object with these keys. */
export function hasKey({ salt, key }: Lookup, other: unknown): boolean {
  return key === digestOf([salt, other]);
}

/** Whether an object may be the one that the creation of the lookup has created. */
export function isCreationOf<R>(lookup: Lookup, { keyOf, createdAt }: Recognition<R>, object: R): boolean {
  return hasKey(lookup, keyOf(object)) && (createdAt === undefined || isAbout(lookup.at, createdAt(object)));
}

/** How far the platform's clock may differ from this machine's, and a creation from its request. */
const CLOCK_TOLERANCE_MS = 3_600_000;

function isAbout(at: number, created: string | null | undefined): boolean {
  return Math.abs(parseTimestamp(created) - at) < CLOCK_TOLERANCE_MS;
}
