import { isIP, isIPv6 } from "node:net";
import * as ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Network {
  readonly base: Address;
  readonly prefix: number;
}

/** Node checks the text, because ipaddr.js also accepts octal, hexadecimal and short forms. */
export function parseAddress(text: string): Address | undefined {
  // A zone ("fe80::1%eth0") names an interface of one host: it means nothing to a router.
  if (isIP(text) === 0 || text.includes("%")) return undefined;
  return ipaddr.parse(isIPv6(text) ? withoutDots(text) : text);
}

/** ipaddr.js takes "::192.0.2.1" for "::ffff:192.0.2.1". URLs write the dotted part of an IPv6 address as groups. */
function withoutDots(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

/** A network in CIDR notation; undefined when it is invalid or has bits set beyond its prefix. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", length] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const base = parseAddress(address);
  const cidr = `${base}/${length}`;
  if (base === undefined || !ipaddr.isValidCIDR(cidr)) return undefined;
  const family = base.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  const isExact = family.networkAddressFromCIDR(cidr).toString() === base.toString();
  return isExact ? { base, prefix: Number(length) } : undefined;
}

export function contains({ base, prefix }: Network, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, prefix);
}

/** The first address from the given position on that is not taken; the last one of a network is never given. */
export function firstFree(
  { base, prefix }: Network,
  position: bigint,
  taken: ReadonlySet<string>,
): string | undefined {
  const last = (1n << BigInt(base.toByteArray().length * 8 - prefix)) - 1n;
  for (let offset = position; offset < last; offset += 1n) {
    const address = addressAt(base, offset).toString();
    if (!taken.has(address)) return address;
  }
  return undefined;
}

/** The address so many after another one; ipaddr.js has no arithmetic. */
export function addressAt(base: Address, offset: bigint): Address {
  const bytes = Buffer.from(base.toByteArray());
  const value = BigInt(`0x${bytes.toString("hex")}`) + offset;
  return ipaddr.fromByteArray([...Buffer.from(value.toString(16).padStart(bytes.length * 2, "0"), "hex")]);
}
