import type { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import type { Call, Method } from "../../../../sdk/src/platform/http/call";
import type { ClientOptions } from "../../../../sdk/src/platform/http/client";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import { timeIn } from "../../../../sdk/src/util/clock";
import type { ReceivedRequest } from "../../../support/scripted-server";
import { failureOf, settle, until } from "../../../support/until";
import { busy, connect, connectTo, fine, inTurn, serve } from "./connect-client";

/** What a server receives if a client with these options sends a call. */
async function received(call: Call, options: Partial<ClientOptions> = {}) {
  const { client, seen } = await connectTo(() => ({ body: {} }), options);
  await client.send(call);
  expect(seen).toHaveLength(1);
  return seen[0] as ReceivedRequest;
}

const namesOf = ({ rawHeaders }: ReceivedRequest) =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((n) => n.toLowerCase());

describe("a request", () => {
  test("has the key in the header Authorization only, and names the package", async () => {
    const request = await received(
      { method: "GET", path: "/x", query: { a: 1 } },
      { apiKey: "k$y_1/with=odd+signs" },
    );
    expect(request.headers).toMatchObject({
      authorization: "apikey k$y_1/with=odd+signs",
      "user-agent": "pulumi-cloudplatform/test",
      accept: "application/json",
      "accept-encoding": "identity",
    });
    expect(namesOf(request).filter((name) => name === "authorization")).toHaveLength(1);
    expect(request.path).toBe("/x?a=1");
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
    "with the method %s and no body has no content type",
    async (method) => {
      const request = await received({ method, path: "/x" });
      expect(request).toMatchObject({ method, body: "" });
      expect(namesOf(request)).not.toContain("content-type");
    },
  );

  test.each<[string, object | null]>([
    ["any characters", { name: "größe ☃ \u{1F600}", routes: [], external_gateway_info: null }],
    ["null", null],
    ["megabytes", { routes: Array.from({ length: 50_000 }, (_, index) => ({ destination: `${index}` })) }],
  ])("sends its body as JSON: %s", async (_, body) => {
    const request = await received({ method: "PATCH", path: "/x", body });
    expect(request.headers["content-type"]).toBe("application/json");
    expect(isDeepStrictEqual(JSON.parse(request.body), body)).toBe(true);
  });

  test("has its path below that of the base URL, and an encoded query", async () => {
    const { url, requests } = await serve(() => ({ body: {} }));
    const query = { name: "a b&c=d/ü?#", limit: 1000 };
    await connect(`${url}/gateway/api`).client.send({ method: "GET", path: "/cloud/v1/routers/1/2", query });
    const requested = new URL(requests[0]?.path ?? "", url);
    expect(requested.pathname).toBe("/gateway/api/cloud/v1/routers/1/2");
    expect(Object.fromEntries(requested.searchParams)).toEqual({ name: "a b&c=d/ü?#", limit: "1000" });
  });
});

describe("a successful reply", () => {
  const answered = async (body: unknown, headers: Record<string, string> = {}, status = 200) => {
    const { client } = await connectTo(() => ({ status, body, headers }));
    return client.send({ method: "GET", path: "/x" });
  };

  test("has a status, a parsed body and the platform's request id", async () => {
    expect(await answered({ tasks: ["t"] }, { "x-request-id": "req-1" }, 201)).toEqual({
      status: 201,
      body: { tasks: ["t"] },
      requestId: "req-1",
    });
  });

  test.each([
    ["nothing", "", undefined],
    ["blanks", " \r\n\t", undefined],
    ["null", "null", null],
    ["false", "false", false],
    ["an empty text", '""', ""],
    ["a byte order mark and JSON", '\uFEFF\n {"a" : 1 }\n', { a: 1 }],
    ["the key constructor", '{"constructor":{"a":1}}', { constructor: { a: 1 } }],
  ])("has its body parsed, whatever the content type is: %s", async (_, text, value) => {
    for (const type of ["text/html", "application/problem+json; charset=UTF-8"])
      expect((await answered(text, { "content-type": type })).body).toEqual(value);
  });

  test("in many chunks, some of which end within a character, is read completely", async () => {
    const bytes = Buffer.from(JSON.stringify({ name: "größe ☃ \u{1F600}" }));
    const { url } = await serve((_request, _index, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
      return "silence";
    });
    const reply = await connect(url).client.send({ method: "GET", path: "/x" });
    expect(reply.body).toEqual({ name: "größe ☃ \u{1F600}" });
  });
});

test.each([
  [200, { mayHaveTakenEffect: true, retryable: false }],
  [409, { mayHaveTakenEffect: false }],
])(
  "a reply with a content encoding that was not requested fails with the meaning of status %i",
  async (status, meaning) => {
    const body = gzipSync(JSON.stringify({ message: "Not now.", tasks: ["t1"] }));
    const { client, seen } = await connectTo((_request, _index, response) => {
      response
        .writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" })
        .end(body);
      return "silence";
    });
    const error = await failureOf<PlatformError>(client.send({ method: "PATCH", path: "/x", body: {} }));
    const reason = "the reply has the content encoding gzip, which was not requested";
    expect(error).toMatchObject({ status, reason, ...meaning });
    expect(seen).toHaveLength(1);
    if (status === 200) expect(error.message).toContain("[encoded-reply]\nTurn off the compression");
  },
);

describe("an idle connection", () => {
  /** Sends the same two requests before and after a pause, and returns the requests of each connection. */
  async function requestsAroundPause(lasting: Method, short: Method, options: { maxRetries?: number } = {}) {
    const connections = new Map<object, { paths: string[]; isOpen: boolean }>();
    const { url } = await serve(({ method, path }, _index, response) => {
      const socket = response.socket as Socket;
      const connection = connections.get(socket) ?? { paths: [], isOpen: true };
      if (!connections.has(socket)) socket.on("close", () => Object.assign(connection, { isOpen: false }));
      connection.paths.push(`${method} ${path}`);
      connections.set(socket, connection);
      // Without the header Keep-Alive, as most proxies reply.
      response.writeHead(200, { connection: "keep-alive" }).end("{}");
      return "silence";
    });
    const { client } = connect(url, { maxConcurrentRequests: 1, ...options });
    const send = async (path: string) => {
      await client.send({ method: lasting, path });
      await client.send({ method: short, path });
    };
    await send("/1");
    // The client has closed a connection because it was idle.
    await until(() => [...connections.values()].some(({ isOpen }) => !isOpen));
    await send("/2");
    return [...connections.values()].map(({ paths }) => paths);
  }

  test.each(["GET", "PUT", "DELETE"] as const)(
    "serves a %s, which is repeated if it fails",
    async (method) => {
      expect((await requestsAroundPause(method, "POST"))[0]).toEqual([`${method} /1`, `${method} /2`]);
    },
  );

  test.each(["POST", "PATCH"] as const)("does not serve a %s, which is never repeated", async (method) => {
    expect((await requestsAroundPause("GET", method)).slice(1)).toEqual([[`${method} /1`], [`${method} /2`]]);
  });
});

const limited = busy(429, { "retry-after": "14" });

/** A call, and what it waits for. `undefined`: it has been sent. */
function watchedCall(path = "/x") {
  const waits: Array<string | undefined> = [];
  const call: Call = { method: "GET", path, onWait: (text) => waits.push(text) };
  return { call, waits };
}

describe("a call", () => {
  test("shows why it is repeated, which try is the next one, and when", async () => {
    const { client, clock } = await connectTo(inTurn(busy(503), busy(503), fine));
    clock.chance = 0.999;
    const times = [timeIn(999, clock), timeIn(999 + 1998, clock)];
    const { call, waits } = watchedCall();
    await settle(clock, client.send(call));
    expect(waits.filter((text) => text?.includes("try"))).toEqual([
      `503, try 2 of 5 at ${times[0]}`,
      `503, try 3 of 5 at ${times[1]}`,
    ]);
  });

  test("shows the rate limit, which all requests wait for, and when the next try is", async () => {
    const { client, clock } = await connectTo(inTurn(limited, fine));
    clock.chance = 0;
    const text = `rate limited, next try at ${timeIn(14_000, clock)}`;
    const first = watchedCall("/first");
    const firstReply = client.send(first.call);
    await until(() => first.waits.includes(text));
    const second = watchedCall("/second");
    const replies = Promise.all([firstReply, client.send(second.call)]);
    await settle(clock, replies);
    const steps = [text, "rate limited", "waiting for a connection", undefined];
    expect(first.waits.slice(first.waits.indexOf(text))).toEqual(steps);
    // After the pause, requests are sent at a lower rate.
    expect([...new Set(second.waits.slice(second.waits.indexOf(text)))]).toEqual(steps);
  });
});
