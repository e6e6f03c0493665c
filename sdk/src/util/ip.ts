import { BlockList, isIP } from "node:net";

export type Family = 4 | 6;

export interface Network {
  family: Family;
  /** The network's address and prefix in canonical notation. */
  canonical: string;
  /** Whether the given address has no host bits set. */
  exact: boolean;
}

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = `(?:${BYTE}\\.){3}${BYTE}`;
/** Not all texts of this form are addresses. */
const IPV6 = "(?=[^/]*:[^/]*:)[\\da-fA-F:.]+";

/** Regular expressions for editors: they match all addresses and networks, and few other texts. */
export const IP_PATTERN = `^(?:${IPV4}|${IPV6})$`;
export const NETWORK_PATTERN = `^(?:${IPV4}/(?:3[0-2]|[12]?\\d)|${IPV6}/(?:12[0-8]|1[01]\\d|[1-9]?\\d))$`;

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
  return ipFamily(text) === 6 ? canonicalV6(text) : text;
}

/** Parses CIDR notation; undefined if the text is invalid. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = "", prefix] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const family = ipFamily(address);
  if (family === undefined) return undefined;
  const bits = bitsOf(address, family);
  if (Number(prefix) > bits.length) return undefined;
  const network = bits.slice(0, Number(prefix)).padEnd(bits.length, "0");
  return { family, canonical: `${addressOf(network, family)}/${prefix}`, exact: network === bits };
}

/** Whether an address is in a network in CIDR notation: the network of the address with this prefix is the same one. */
export function isInNetwork(address: string, network: string): boolean {
  const canonical = parseNetwork(network)?.canonical;
  const ofAddress = parseNetwork(`${address}/${network.split("/")[1]}`)?.canonical;
  return canonical !== undefined && canonical === ofAddress;
}

/** The bits of an address as a text of zeros and ones. */
function bitsOf(address: string, family: Family): string {
  const parts = family === 4 ? address.split(".").map(Number) : groups(canonicalV6(address));
  return parts.map((part) => part.toString(2).padStart(family === 4 ? 8 : 16, "0")).join("");
}

function addressOf(bits: string, family: Family): string {
  const parts = bits.match(family === 4 ? /.{8}/g : /.{16}/g) ?? [];
  const numbers = parts.map((part) => Number.parseInt(part, 2));
  if (family === 4) return numbers.join(".");
  return canonicalV6(numbers.map((group) => group.toString(16)).join(":"));
}

/** RFC 5952 notation, as the URL parser writes it. The parser also converts a dotted IPv4 suffix into groups. */
function canonicalV6(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/** The eight groups of a canonical address. */
function groups(address: string): number[] {
  const [front = [], back = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill("0");
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
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
