import { describe, expect, test } from "@jest/globals";
import type { Method } from "../../../../sdk/src/platform/http/call";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { closedAddress, type Script, type ScriptedReply } from "../../../support/scripted-server";
import { failureOf, settle, until } from "../../../support/until";
import { busy, connect, connectTo, fine, inTurn } from "./connect-client";

const repeatable: Method[] = ["GET", "PUT", "DELETE"];
const unrepeatable: Method[] = ["POST", "PATCH"];
const passing = [408, 429, 500, 502, 503, 504];

/** Replies that are incomplete, and whether they leave open whether the request took effect. The next one is complete. */
const lost: Array<[what: string, isOpen: boolean, script: Script]> = [
  ["its connection broke", true, inTurn("break", fine)],
  ["its reply is incomplete JSON", false, inTurn({ body: '{"fine":' }, fine)],
  [
    "its reply ended in its body",
    true,
    (_request, index, response) => {
      if (index > 0) return fine;
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"fine":');
      setImmediate(() => response.destroy());
      return "silence";
    },
  ],
];
const lostRepliesTo = (methods: Method[]) =>
  methods.flatMap((method) => lost.map((row) => [method, ...row] as const));

describe("a request is repeated", () => {
  test.each(repeatable.flatMap((method) => passing.map((status) => [method, status] as const)))(
    "if a %s was answered with %i",
    async (method, status) => {
      const { send, seen } = await connectTo(inTurn(busy(status), busy(status), fine));
      expect((await send({ method, path: "/x", body: { a: 1 } })).body).toEqual({ fine: true });
      expect(seen.map((one) => [one.method, one.path, one.body])).toEqual(
        Array(3).fill([method, "/x", '{"a":1}']),
      );
    },
  );

  test.each(lostRepliesTo(repeatable))("after a %s if %s", async (method, _what, _isOpen, script) => {
    const { send, seen } = await connectTo(script);
    expect((await send({ method, path: "/x" })).body).toEqual({ fine: true });
    expect(seen).toHaveLength(2);
  });

  test.each(unrepeatable)("if a %s was answered with 429, so it was not processed", async (method) => {
    const { send, seen } = await connectTo(inTurn(busy(429), fine));
    expect((await send({ method, path: "/x", body: {} })).body).toEqual({ fine: true });
    expect(seen).toHaveLength(2);
  });

  test.each(unrepeatable)("if the connection of a %s was refused, so it was not sent", async (method) => {
    const { client, clock } = connect(await closedAddress(), { maxRetries: 2 });
    await failureOf(settle(clock, client.send({ method, path: "/x", body: {} })));
    expect(clock.pauses).toHaveLength(2);
  });
});

test.each([400, 403, 404, 501])(
  "a PUT whose first reply was 504 may have taken effect, whatever a %i says then",
  async (status) => {
    const { send } = await connectTo(inTurn(busy(504), busy(status)));
    const { mayHaveTakenEffect } = (await failureOf(
      send({ method: "PUT", path: "/x", body: {} }),
    )) as PlatformError;
    expect(mayHaveTakenEffect).toBe(true);
  },
);

describe("a request is not repeated", () => {
  test.each(unrepeatable.flatMap((method) => [408, 500, 502, 503, 504].map((s) => [method, s] as const)))(
    "if a %s was answered with %i, so it may have taken effect",
    async (method, status) => {
      const { send, seen } = await connectTo(inTurn(busy(status), fine));
      const error = await failureOf<PlatformError>(send({ method, path: "/x", body: {} }));
      expect(error).toMatchObject({ status, mayHaveTakenEffect: true });
      expect(seen).toHaveLength(1);
    },
  );

  test.each(lostRepliesTo(unrepeatable))("after a %s if %s", async (method, _, isOpen, script) => {
    const { send, seen } = await connectTo(script);
    const error = await failureOf(send({ method, path: "/x", body: {} }));
    expect(error).toMatchObject({ mayHaveTakenEffect: true });
    expect(error.message.includes("may have taken effect")).toBe(isOpen);
    expect(seen).toHaveLength(1);
  });

  test.each([301, 400, 401, 403, 404, 405, 409, 422, 501])("if it was answered with %i", async (status) => {
    for (const method of [...repeatable, ...unrepeatable]) {
      const { send, seen } = await connectTo(inTurn(busy(status), fine));
      const error = await failureOf(send({ method, path: "/x" }));
      expect(error).toMatchObject({ status, mayHaveTakenEffect: false });
      expect(seen).toHaveLength(1);
    }
  });

  test.each([0, 3])(
    "more often than maxRetries, and the error is the last failure: %d",
    async (maxRetries) => {
      const script: Script = (_, index) => ({ status: 503, body: { message: `No ${index}.` } });
      const { send, seen } = await connectTo(script, { maxRetries });
      const error = await failureOf(send({ method: "GET", path: "/x" }));
      expect(error).toMatchObject({ reason: `No ${maxRetries}.` });
      expect(seen).toHaveLength(maxRetries + 1);
    },
  );
});

describe("the pauses before repetitions", () => {
  test.each([
    [0.5, [500, 1_000, 2_000, 4_000, 4_000, 4_000]],
    [0.999, [999, 1_998, 3_996, 7_992, 7_992, 7_992]],
  ])("grow randomly below a bound that doubles up to eight seconds: %d", async (chance, pauses) => {
    const { client, clock } = await connectTo(() => busy(503), { maxRetries: 6 });
    clock.chance = chance;
    await failureOf(settle(clock, client.send({ method: "GET", path: "/x" })));
    expect(clock.pauses).toEqual(pauses);
  });

  /** The pause before the repetition after one such reply. */
  async function pauseAfter(reply: ScriptedReply, chance = 0.5): Promise<number> {
    const { client, clock, seen } = await connectTo(inTurn(reply, fine));
    clock.chance = chance;
    const begin = clock.now();
    const sent = client.send({ method: "GET", path: "/x" }).then(() => clock.now());
    const repeated = await settle(clock, sent);
    expect(seen).toHaveLength(2);
    return repeated - begin;
  }

  // The test clock starts at midnight.
  const soon = "Thu, 01 Jan 2026 00:00:25 GMT";

  test.each([
    [429, "7", 7_000],
    [503, "7", 7_000],
    [503, soon, 25_000],
    [500, "7", 7_000],
    // At most a minute.
    [429, "3600", 60_000],
    [429, "Fri, 02 Jan 2026 00:00:00 GMT", 60_000],
    [429, "9".repeat(400), 60_000],
  ])("last at least as long as Retry-After says after a %i: %s", async (status, retryAfter, least) => {
    const pauses: number[] = [];
    for (const chance of [0, 0.5, 0.999])
      pauses.push(await pauseAfter(busy(status, { "retry-after": retryAfter }), chance));
    expect(pauses[0]).toBeGreaterThanOrEqual(least);
    // They differ between callers, so that these do not come back in step.
    expect(pauses[2]).toBeGreaterThan(least * 1.05);
    expect(pauses[2]).toBeLessThan(least * 1.1 + 1_000);
  });
});

const halfBody: Script = (_request, _index, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"tasks":');
  return "silence";
};

test.each<[string, Script]>([
  ["waits for its reply", () => "silence"],
  ["reads the body", halfBody],
])("the signal of a call ends a GET that %s, with the reason", async (_, script) => {
  const { client, seen } = await connectTo(script);
  const controller = new AbortController();
  const { signal } = controller;
  const sent = failureOf<PlatformError>(client.send({ method: "GET", path: "/x", signal }));
  await until(() => seen.length === 1);
  await new Promise(setImmediate);
  controller.abort(new Error("the timeout of 1s has passed"));
  const error = await sent;
  expect(error).toMatchObject({ method: "GET", path: "/x", mayHaveTakenEffect: false, retryable: false });
  expect(error.reason).toBe("the timeout of 1s has passed before the platform answered");
  expect(error.message).toContain("[ended-before-reply]\nRun again; to wait longer");
});

test("a platform that does not reply delays a call by requestTimeout at most", async () => {
  // The timeouts of a connection run in real time, so they are short.
  const { send, seen } = await connectTo(() => "silence", { requestTimeout: 100, maxRetries: 1 });
  const error = await failureOf<PlatformError>(send({ method: "GET", path: "/x" }));
  expect(error.status).toBeUndefined();
  expect(error.retryable).toBe(true);
  expect(error.reason).toBe("the platform did not answer in time");
  expect(error.message).toContain("cloudplatform:requestTimeout");
  expect(seen).toHaveLength(2);
});
