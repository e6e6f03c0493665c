import { createRequire } from "node:module";

// What the largest replies cost beside JSON.parse. A success may have 32 MiB; of an error the transport reads 1 MiB.

const MIB = 1024 * 1024;
const CALL = { method: "GET", path: "/x" };
const KEY = "12345$a-key-of-an-account-of-40-characters";

const require = createRequire(import.meta.url);

/** @type {import("../register.mjs").Measurement} */
export const hostileText = {
  name: "hostile-text",
  title: "The largest replies",

  async measure({ quick, log }) {
    const sizes = [
      { status: 200, mebibytes: quick ? 1 : 32 },
      { status: 400, mebibytes: 1 },
    ];
    const measured = sizes.map(({ status, mebibytes }) => {
      log(`replies of ${mebibytes} MiB with status ${status}`);
      return slowest(status, mebibytes);
    });
    return { figures: measured.flat(), points: [] };
  },
};

/** @param {string} unit @param {number} size */
const filled = (unit, size) => unit.repeat(Math.floor(size / unit.length));

const router = JSON.stringify({
  id: "1e3a6f0c-52b4-4d0b-9a57-0c1f4c7d9e21",
  name: "edge-router",
  routes: [{ destination: "10.0.0.0/8", nexthop: "10.0.0.1" }],
  created_at: "2026-01-01T00:00:00Z",
});

/** @type {Array<[string, (size: number) => string, string?]>} */
const replies = [
  ["<h1", (size) => filled("<h1", size), "text/html"],
  ["<h1 as JSON", (size) => filled("<h1", size)],
  ["\\u0041", (size) => filled("\\u0041", size)],
  ["digits", (size) => filled("1234567890", size)],
  ["15 digits and a letter", (size) => filled("123456789012345x", size)],
  ["spaces", (size) => filled(" ", size)],
  ["{", (size) => filled("{", size)],
  ["quotes", (size) => filled('"', size)],
  ["backslashes", (size) => filled("\\", size)],
  ["%25", (size) => filled("%25", size)],
  ["no … in progress", (size) => filled("no in progress exists already ", size)],
  ["a JSON string as the message", (size) => JSON.stringify({ message: filled("a", size - 20) })],
  ["escapes as the message", (size) => `{"message":"${filled("\\u0041", size - 20)}"}`],
  ["an HTML page as the title", (size) => `<html><title>${filled("a", size)}`, "text/html"],
  ["a list of routers", (size) => `[${filled(`${router},`, size - 20)}1]`],
  ["the same with a 64-bit number", (size) => `[${filled(`${router},`, size - 20)}12345678901234567]`],
  ["small numbers and a 64-bit one", (size) => `[${filled("1,", size - 20)}12345678901234567]`],
  ["64-bit numbers", (size) => `[${filled("12345678901234567,", size - 20)}1]`],
];

/** The replies that cost most. */
function slowest(status, mebibytes) {
  const costs = replies.map(([name, make, contentType = "application/json"]) => {
    // A reply is one flat text, as it comes from a socket.
    const text = Buffer.from(make(mebibytes * MIB)).toString();
    return { name, ...cost(text, status, contentType) };
  });
  return ["parseReply beyond JSON.parse", "redact"].map((work) => {
    const most = costs.reduce((one, other) => (other[work] > one[work] ? other : one));
    return {
      what: `${work}, ${mebibytes} MiB, status ${status}: ${most.name}`,
      unit: "ms",
      value: most[work],
    };
  });
}

function cost(text, status, contentType) {
  const { createMask } = require("../../sdk/dist/util/secrets");
  const { parseReply } = require("../../sdk/dist/platform/http/parse-reply");
  const redact = createMask([KEY], "[api key]");
  const parse = milliseconds(() => JSON.parse(text));
  return {
    "parseReply beyond JSON.parse": Math.max(
      0,
      milliseconds(() => parseReply(CALL, { status, headers: { "content-type": contentType }, text })) -
        parse,
    ),
    redact: milliseconds(() => redact(text)),
  };
}

/** The processor time of some work. */
function milliseconds(work) {
  const begin = process.cpuUsage();
  try {
    work();
  } catch {
    // An error is a result as well.
  }
  const { user, system } = process.cpuUsage(begin);
  return Math.round((user + system) / 1000);
}
