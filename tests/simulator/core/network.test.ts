import { expect, test } from "@jest/globals";
import { parseAddress, parseNetwork } from "../../../simulator/src/core/network";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:0::1", "2001:db8::1"],
  ["::ffff:192.0.2.1", "::ffff:c000:201"],
  ["::192.0.2.1", "::c000:201"],
])("the address %s is %s", (text, canonical) => expect(parseAddress(text)?.toString()).toBe(canonical));

test.each(["", "10.1", "010.0.0.1", "0x0a000001", "167772161", "10.0.0.256", "1::2::3", "fe80::1%eth0"])(
  "the address %j is refused",
  (text) => expect(parseAddress(text)).toBeUndefined(),
);

test.each(["10.0.0.0/8", "10.0.0.1/32", "0.0.0.0/0", "2001:db8::/32", "::/0", "::192.0.2.0/120"])(
  "the network %s is accepted",
  (text) => expect(parseNetwork(text)?.prefix).toBe(Number(text.split("/")[1])),
);

test.each(["10.0.0.0", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/33", "10.0.0.1/8", "2001:db8::1/64", "::/129"])(
  "the network %s is refused",
  (text) => expect(parseNetwork(text)).toBeUndefined(),
);
