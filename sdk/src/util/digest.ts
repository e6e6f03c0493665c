import { hash, randomBytes } from "node:crypto";
import { canonicalJson } from "./json";

/** The SHA-256 of a text, in hexadecimal, or its first digits. */
export function digest(text: string, digits = 64): string {
  return hash("sha256", text).slice(0, digits);
}

/** A digest of any JSON value: the same for equal values. */
export function digestOf(value: unknown): string {
  return digest(canonicalJson(value), 32);
}

/** A digest of values that may be secret: without the salt, short values could be guessed. */
export interface SaltedDigest {
  salt: string;
  digest: string;
}

export function saltedDigestOf(value: unknown, salt = randomBytes(9).toString("base64url")): SaltedDigest {
  return { salt, digest: digestOf([salt, value]) };
}

export function isDigestOf({ salt, digest: expected }: SaltedDigest, value: unknown): boolean {
  return saltedDigestOf(value, salt).digest === expected;
}
