import { isLoopback } from "../util/ip";

/** Whether the key travels in clear text, where others may read it. */
export function isExposed({ baseUrl }: { baseUrl: string }): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname);
}
