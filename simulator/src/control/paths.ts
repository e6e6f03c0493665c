import { isIPv4 } from "node:net";

/** The simulator's own endpoints, for use from another process: no key, but only for the same machine. */
export const controlPrefix = "/_simulator";

export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, "") ?? "";
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}
