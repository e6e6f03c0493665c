import { isIPv4, isIPv6 } from "node:net";

export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

export interface Network {
  readonly base: Address;
  readonly prefix: number;
}

export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { family: 4, value: joinParts(text.split(".").map(Number), 8n) };
  // A zone ("fe80::1%eth0") names an interface of one host: it means nothing to a router.
  if (isIPv6(text) && !text.includes("%")) return { family: 6, value: joinParts(hextets(text), 16n) };
  return undefined;
}

/** A network in CIDR notation; undefined when it is none or has bits set beyond its prefix. */
export function parseNetwork(text: string): Network | undefined {
  const match = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  const base = parseAddress(match?.[1] ?? "");
  const prefix = Number(match?.[2]);
  if (base === undefined || prefix > bitsOf(base.family)) return undefined;
  return base.value % sizeOf(base.family, prefix) === 0n ? { base, prefix } : undefined;
}

export function contains(network: Network, address: Address): boolean {
  if (network.base.family !== address.family) return false;
  const offset = address.value - network.base.value;
  return offset >= 0n && offset < sizeOf(address.family, network.prefix);
}

/** The first address from the given position on that is not taken; the last one of a network is never given. */
export function firstFree(
  network: Network,
  position: bigint,
  taken: ReadonlySet<bigint>,
): string | undefined {
  const end = network.base.value + sizeOf(network.base.family, network.prefix) - 1n;
  for (let value = network.base.value + position; value < end; value += 1n) {
    if (!taken.has(value)) return formatAddress({ family: network.base.family, value });
  }
  return undefined;
}

export function formatAddress({ family, value }: Address): string {
  if (family === 4) return splitParts(value, 4, 8n).join(".");
  const long = splitParts(value, 8, 16n).map((part) => part.toString(16));
  return canonicalV6(long.join(":"));
}

function bitsOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

function sizeOf(family: 4 | 6, prefix: number): bigint {
  return 1n << BigInt(bitsOf(family) - prefix);
}

function joinParts(parts: readonly number[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | BigInt(part), 0n);
}

function splitParts(value: bigint, count: number, bits: bigint): number[] {
  const mask = (1n << bits) - 1n;
  return Array.from({ length: count }, (_, index) =>
    Number((value >> (BigInt(count - 1 - index) * bits)) & mask),
  );
}

function hextets(text: string): number[] {
  const [head = "", tail] = canonicalV6(text).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].map((part) => Number.parseInt(part, 16));
}

/** URLs know the short form of an IPv6 address, also of one that ends in an IPv4 address. */
function canonicalV6(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}
