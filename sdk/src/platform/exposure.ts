import { isLoopback } from "../util/ip";

/** Whether the key is sent in clear text over a network. */
export function isPlaintextHttp({ baseUrl }: { baseUrl: string }): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !isLoopback(hostname);
}
