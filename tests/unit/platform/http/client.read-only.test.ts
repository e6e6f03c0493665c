import { expect, test } from "@jest/globals";
import type { Call, Method } from "../../../../sdk/src/platform/http/call";
import { readOnly } from "../../../../sdk/src/platform/http/client";
import { failureOf } from "../../../support/until";

/** A client that may only read, and the calls that it has sent. */
function setUp() {
  const sent: Call[] = [];
  const send = readOnly(async (call) => ({ status: 200, body: sent.push(call) }));
  return { sent, send };
}

test.each<Method>(["POST", "PUT", "PATCH", "DELETE"])("a %s is not sent", async (method) => {
  const { sent, send } = setUp();
  expect(await failureOf(send({ method, path: "/x" }))).toMatchObject({ code: "ERR_ASSERTION" });
  expect(sent).toEqual([]);
});

test("equal GET requests are sent once, and others alone", async () => {
  const { sent, send } = setUp();
  const calls: Call[] = [
    { method: "GET", path: "/x", query: { a: 1, b: 2 } },
    { method: "GET", path: "/x", query: { b: 2, a: 1 } },
    { method: "GET", path: "/x" },
    { method: "GET", path: "/y" },
  ];
  const replies = await Promise.all(calls.map((call) => send(call)));
  expect(replies.map(({ body }) => body)).toEqual([1, 1, 2, 3]);
  expect(sent).toHaveLength(3);
});
