import { describe, expect, test } from "@jest/globals";
import { contains, firstFree, parseAddress, parseNetwork } from "../../../simulator/src/core/network";

describe("an address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:0::1", "2001:db8::1"],
    ["::ffff:192.0.2.1", "::ffff:c000:201"],
    ["::192.0.2.1", "::c000:201"],
  ])("%s is %s", (text, canonical) => expect(parseAddress(text)?.toString()).toBe(canonical));

  test.each(["", "10.1", "010.0.0.1", "0x0a000001", "167772161", "10.0.0.256", "1::2::3", "fe80::1%eth0"])(
    "%j is refused",
    (text) => expect(parseAddress(text)).toBeUndefined(),
  );
});

describe("a network", () => {
  test.each(["10.0.0.0/8", "10.0.0.1/32", "0.0.0.0/0", "2001:db8::/32", "::/0", "::192.0.2.0/120"])(
    "%s is accepted",
    (text) => expect(parseNetwork(text)?.prefix).toBe(Number(text.split("/")[1])),
  );

  test.each([
    "10.0.0.0",
    "10.0.0.0/",
    "10.0.0.0/08",
    "10.0.0.0/33",
    "10.0.0.1/8",
    "2001:db8::1/64",
    "::/129",
  ])("%s is refused", (text) => expect(parseNetwork(text)).toBeUndefined());
});

test("a network contains only addresses of its own family", () => {
  const holds = (cidr: string, text: string) => {
    const [network, address] = [parseNetwork(cidr), parseAddress(text)];
    return network !== undefined && address !== undefined && contains(network, address);
  };
  expect(holds("10.0.1.0/24", "10.0.1.255")).toBe(true);
  expect(holds("10.0.1.0/24", "10.0.2.0")).toBe(false);
  expect(holds("::/0", "10.0.1.1")).toBe(false);
});

test("free addresses are assigned in order, except the last one of a network", () => {
  const network = parseNetwork("10.0.1.252/30");
  if (network === undefined) throw new Error("not a network");
  expect(firstFree(network, 1n, new Set())).toBe("10.0.1.253");
  expect(firstFree(network, 1n, new Set(["10.0.1.253"]))).toBe("10.0.1.254");
  expect(firstFree(network, 1n, new Set(["10.0.1.253", "10.0.1.254"]))).toBeUndefined();
});
