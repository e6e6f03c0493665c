import { BlockList, isIP } from "node:net";

export type Family = 4 | 6;

export interface Network {
  family: Family;
  /** The network's address and prefix in canonical notation. */
  canonical: string;
  /** Whether the given address has no host bits set. */
  exact: boolean;
}

/** 4 or 6; undefined if the text is not an IP address. */
export function ipFamily(text: string): Family | undefined {
  const family = isIP(text);
  return text.includes("%") || family === 0 ? undefined : (family as Family);
}

/** The family of an address or a network; undefined for any other value. */
export function familyOf(value: unknown): Family | undefined {
  return typeof value === "string" ? (parseNetwork(value)?.family ?? ipFamily(value)) : undefined;
}

/** The canonical notation of an address: "2001:DB8:0::1" and "2001:db8::1" are the same address. */
export function canonicalIp(text: string): string {
  const family = ipFamily(text);
  return family === undefined ? text : format(toBigInt(text, family), family);
}

/** Parses CIDR notation; undefined if the text is invalid. */
export function parseNetwork(text: string): Network | undefined {
  const match = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  const family = match ? ipFamily(match[1] as string) : undefined;
  if (!match || family === undefined) return undefined;
  const width = family === 4 ? 32 : 128;
  const prefix = Number(match[2]);
  if (prefix > width) return undefined;
  const address = toBigInt(match[1] as string, family);
  const shift = BigInt(width - prefix);
  const network = (address >> shift) << shift;
  return { family, canonical: `${format(network, family)}/${prefix}`, exact: network === address };
}

function toBigInt(address: string, family: Family): bigint {
  const [parts, radix, width] =
    family === 4 ? [address.split("."), 10, 8n] : [groups(canonicalV6(address)), 16, 16n];
  return parts.reduce(
    (sum, part) => (sum << (width as bigint)) | BigInt(Number.parseInt(part, radix as number)),
    0n,
  );
}

function format(address: bigint, family: Family): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join(".");
  const eight = Array.from({ length: 8 }, (_, i) =>
    ((address >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  );
  return canonicalV6(eight.join(":"));
}

/** RFC 5952 notation, as the URL parser writes it. The parser also converts a dotted IPv4 suffix into groups. */
function canonicalV6(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** The eight groups of a canonical address. */
function groups(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  return [...front, ...Array(8 - front.length - back.length).fill("0"), ...back];
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether the host of a URL is this machine: localhost or a loopback address. */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost") return true;
  const address = withoutBrackets(hostname);
  const family = ipFamily(address);
  return family !== undefined && LOOPBACK.check(address, `ipv${family}`);
}

/** The host of a URL without the brackets around an IPv6 address. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}
