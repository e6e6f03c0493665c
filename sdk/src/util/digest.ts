import { hash } from "node:crypto";
import { canonicalJson } from "./json";

/** The SHA-256 of a text, in hexadecimal, or its first digits. */
export function digest(text: string, digits = 64): string {
  return hash("sha256", text).slice(0, digits);
}

/** A digest of any JSON value: the same for equal values. */
export function digestOf(value: unknown): string {
  return digest(canonicalJson(value), 32);
}
