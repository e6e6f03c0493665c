import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalIp, ipFamily, isLoopback, parseNetwork } from "../../../sdk/src/util/ip";

const v4 = fc.ipV4();
const v6 = fc.ipV6();

/** The bits of an address, computed without the package. */
function bitsOf(address: string): bigint {
  if (!address.includes(":")) return fromGroups(address.split(".").map(Number), 8n);
  const dotted = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [(Number(a) << 8) + Number(b), (Number(c) << 8) + Number(d)].map((n) => n.toString(16)).join(":"),
  );
  const [head = "", tail] = dotted.split("::");
  const groupsOf = (text: string) => (text === "" ? [] : text.split(":"));
  const [front, back] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = tail === undefined ? [] : Array(8 - front.length - back.length).fill("0");
  return fromGroups(
    [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16)),
    16n,
  );
}

function fromGroups(groups: number[], width: bigint): bigint {
  return groups.reduce((sum, group) => (sum << width) | BigInt(group), 0n);
}

/** The words of a text. `_` stands for a blank and `|` for a line end. */
const words = (text: string) => text.split(" ").map((word) => word.replace("_", " ").replace("|", "\n"));

const NO_ADDRESSES = [
  "",
  ...words(
    "_ 10 10.0.0 10.0.0.0.0 10.0.0.256 010.0.0.1 0x0a.0.0.1 10.0.0.1_ _10.0.0.1 10.0.0.1| 10.0.0.1/24",
  ),
  ...words("10.0.0.1:80 -1.0.0.0 ١٠.0.0.1 : ::: 1::2::3 12345:: g:: 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 [::1]"),
  ...words("fe80::1%eth0 ::ffff:192.0.2 ::ffff:192.0.2.256 localhost"),
];

const NO_NETWORKS = [
  ...["", ...words("33 -1 +8 8.0 255.0.0.0 1e1 _8 8_ 8| /8 8/8 08 024")].map(
    (prefix) => `10.0.0.0/${prefix}`,
  ),
  ...["", ...words("10.0.0.0 /24 10.0.0.0_/8 10.0.0/8 ::/129 ::/0x10 fe80::1%eth0/64 [::]/0 x/8")],
];

describe("the version of an address", () => {
  test("equals 4 for every IPv4 address and 6 for every IPv6 address", () => {
    fc.assert(fc.property(v4, (address) => expect(ipFamily(address)).toBe(4)));
    fc.assert(fc.property(v6, (address) => expect(ipFamily(address)).toBe(6)));
  });

  test.each(NO_ADDRESSES)("does not exist for “%s”", (text) => expect(ipFamily(text)).toBeUndefined());
});

describe("the canonical spelling of an address", () => {
  test.each([
    ["10.0.0.1", "10.0.0.1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["::ffff:192.0.2.1", "::ffff:c000:201"],
    ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
    ["2001:db8:0:1:0:0:0:1", "2001:db8:0:1::1"],
  ])("of %s is %s", (address, canonical) => expect(canonicalIp(address)).toBe(canonical));

  test("has the same bits, and is its own canonical spelling", () => {
    fc.assert(
      fc.property(fc.oneof(v4, v6), (address) => {
        const canonical = canonicalIp(address);
        expect(bitsOf(canonical)).toBe(bitsOf(address));
        expect(canonicalIp(canonical)).toBe(canonical);
      }),
    );
  });

  test("of an invalid address is the text itself", () => {
    for (const text of ["", "x", "10.0.0", "fe80::1%eth0"]) expect(canonicalIp(text)).toBe(text);
  });
});

describe("a network in CIDR notation", () => {
  test.each([
    ["10.0.3.0/24", { family: 4, canonical: "10.0.3.0/24", exact: true }],
    ["10.0.3.1/24", { family: 4, canonical: "10.0.3.0/24", exact: false }],
    ["2001:DB8::/32", { family: 6, canonical: "2001:db8::/32", exact: true }],
    ["::ffff:10.0.0.0/104", { family: 6, canonical: "::ffff:a00:0/104", exact: true }],
    ["64:ff9b::1.2.3.4/96", { family: 6, canonical: "64:ff9b::/96", exact: false }],
  ])("%s is parsed", (text, network) => expect(parseNetwork(text)).toEqual(network));

  test.each(NO_NETWORKS)("“%s” is invalid", (text) => expect(parseNetwork(text)).toBeUndefined());

  test("has the network address of any address in it, and says whether that is the given one", () => {
    fc.assert(
      fc.property(fc.oneof(v4, v6), fc.nat(128), (address, drawn) => {
        const width = address.includes(":") ? 128 : 32;
        const prefix = drawn % (width + 1);
        const network = parseNetwork(`${address}/${prefix}`);
        const [written, size] = [bitsOf(address), 1n << BigInt(width - prefix)];
        const [base = "", shown] = network?.canonical.split("/") ?? [];
        expect(shown).toBe(`${prefix}`);
        expect(bitsOf(base)).toBe(written - (written % size));
        expect(network?.exact).toBe(written % size === 0n);
        expect(network?.family).toBe(width === 128 ? 6 : 4);
        expect(parseNetwork(network?.canonical ?? "")).toEqual({ ...network, exact: true });
      }),
      { numRuns: 500 },
    );
  });

  test("any text is parsed or is invalid, without an exception", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9a-f:./%]{0,40}$/),
      fc.tuple(fc.oneof(v4, v6), fc.string({ maxLength: 3 })).map(([address, rest]) => `${address}/${rest}`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const network = parseNetwork(text);
        if (network) expect(text).toMatch(/^[0-9a-f:.]+\/\d{1,3}$/i);
        expect(typeof canonicalIp(text)).toBe("string");
      }),
      { numRuns: 500 },
    );
  });
});

describe("the local machine", () => {
  test.each([
    ...words("localhost LOCALHOST:8080 127.0.0.1 127.1 127.255.255.254:1"),
    ...words("[::1]:8080 [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]"),
  ])("has the address %s", (host) => expect(isLoopback(new URL(`http://${host}`).hostname)).toBe(true));

  test.each([
    ...words("127.example.com 127.0.0.1.example.com localhost.example.com api.example.com"),
    ...words("126.255.255.255 128.0.0.1 0.0.0.0 [::] [::2] [::ffff:128.0.0.1]"),
  ])("does not have the address %s", (host) =>
    expect(isLoopback(new URL(`http://${host}`).hostname)).toBe(false),
  );
});
