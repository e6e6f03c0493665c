import type { Socket } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import type { Call } from "../../../../sdk/src/platform/http/call";
import type { ClientOptions } from "../../../../sdk/src/platform/http/client";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import type { ReceivedRequest, Script } from "../../../support/scripted-server";
import { failureOf, until } from "../../../support/until";
import { connect, serve } from "./connect-client";

/** What a server receives if a client with these options sends a call. */
async function received(call: Call, options: Partial<ClientOptions> = {}) {
  const { url, requests } = await serve(() => ({ body: {} }));
  await connect(url, options).client.send(call);
  expect(requests).toHaveLength(1);
  return requests[0] as ReceivedRequest;
}

const namesOf = ({ rawHeaders }: ReceivedRequest) =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((n) => n.toLowerCase());

describe("a request", () => {
  test("has the header Authorization with the word apikey, one space and the key", async () => {
    const request = await received(
      { method: "GET", path: "/v1/tasks/1" },
      { apiKey: "k$y_1/with=odd+signs" },
    );
    expect(request.headers.authorization).toBe("apikey k$y_1/with=odd+signs");
    expect(namesOf(request).filter((name) => name === "authorization")).toHaveLength(1);
  });

  test("names the package in the header User-Agent", async () => {
    expect((await received({ method: "GET", path: "/" })).headers).toMatchObject({
      "user-agent": "pulumi-cloudplatform/test",
      accept: "application/json",
      "accept-encoding": "identity",
    });
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
    "with the method %s and no body has no content type",
    async (method) => {
      const request = await received({ method, path: "/x" });
      expect(request).toMatchObject({ method, body: "" });
      expect(namesOf(request)).not.toContain("content-type");
    },
  );

  test.each(["POST", "PUT", "PATCH"] as const)(
    "with the method %s sends its body as JSON",
    async (method) => {
      const body = { name: "größe ☃ \u{1F600}", routes: [], external_gateway_info: null };
      const request = await received({ method, path: "/x", body });
      expect(request.headers["content-type"]).toBe("application/json");
      expect(JSON.parse(request.body)).toEqual(body);
    },
  );

  test("can have the body null", async () => {
    expect((await received({ method: "PUT", path: "/x", body: null })).body).toBe("null");
  });

  test("can have a large body", async () => {
    const body = { routes: Array.from({ length: 50_000 }, (_, index) => ({ destination: `${index}` })) };
    const request = await received({ method: "PATCH", path: "/x", body });
    expect(isDeepStrictEqual(JSON.parse(request.body), body)).toBe(true);
  });

  test("has its path below that of the base URL, and an encoded query", async () => {
    const { url, requests } = await serve(() => ({ body: {} }));
    await connect(`${url}/gateway/api`).client.send({
      method: "GET",
      path: "/cloud/v1/routers/1/2",
      query: { name: "a b&c=d/ü?#", limit: 1000 },
    });
    const requested = new URL(requests[0]?.path ?? "", url);
    expect(requested.pathname).toBe("/gateway/api/cloud/v1/routers/1/2");
    expect(Object.fromEntries(requested.searchParams)).toEqual({ name: "a b&c=d/ü?#", limit: "1000" });
  });

  test("has no key in its URL", async () => {
    expect((await received({ method: "GET", path: "/x", query: { a: 1 } })).path).toBe("/x?a=1");
  });
});

describe("a successful reply", () => {
  const answered = async (body: unknown, headers: Record<string, string> = {}, status = 200) => {
    const { url } = await serve(() => ({ status, body, headers }));
    return connect(url).client.send({ method: "GET", path: "/x" });
  };

  test("has a status, a parsed body and the platform's request id", async () => {
    expect(await answered({ tasks: ["t"] }, { "x-request-id": "req-1" }, 201)).toEqual({
      status: 201,
      body: { tasks: ["t"] },
      requestId: "req-1",
      serverTime: expect.any(Number),
    });
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \r\n\t"],
  ])("a body of %s is undefined", async (_, text) => {
    expect(await answered(text)).toMatchObject({ status: 200, body: undefined });
  });

  test.each([
    ["null", "null", null],
    ["false", "false", false],
    ["zero", "0", 0],
    ["an empty text", '""', ""],
    ["an array", '[{"id":1}]', [{ id: 1 }]],
    ["with whitespace around it", '\n\n  {"a" : 1 }\n', { a: 1 }],
    ["with a byte order mark", '\uFEFF{"a":1}', { a: 1 }],
    ["with escapes", '{"\\u0061":"\\ud83d\\ude00\\/"}', { a: "\u{1F600}/" }],
    ["with a repeated key", '{"a":1,"a":2}', { a: 2 }],
    ["with the key constructor", '{"constructor":{"a":1}}', { constructor: { a: 1 } }],
    ["with a number in exponential notation", '{"a":1e3}', { a: 1000 }],
  ])("JSON is parsed %s", async (_, text, value) => {
    expect((await answered(text)).body).toEqual(value);
  });

  test.each([
    "text/plain",
    "text/html",
    "application/problem+json; charset=UTF-8",
    "application/octet-stream",
  ])("JSON is parsed whatever the content type: %s", async (type) => {
    expect((await answered('{"a":1}', { "content-type": type })).body).toEqual({ a: 1 });
  });

  test("a body in many chunks, one of which ends within a character, is read completely", async () => {
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

  test("a large reply is read completely", async () => {
    const list = Array.from({ length: 100_000 }, (_, index) => ({ id: index, name: `router ${index}` }));
    const reply = { count: list.length, results: list };
    expect(isDeepStrictEqual((await answered(reply)).body, reply)).toBe(true);
  });

  test("a reply of exactly 32 MiB is accepted", async () => {
    const whole = 32 * 1024 * 1024;
    const reply = await answered(`"${"x".repeat(whole - 2)}"`);
    expect(reply.body).toHaveLength(whole - 2);
  });
});

describe("a reply with a content encoding that was not requested", () => {
  const gzipped = (status: number): Script => {
    const body = gzipSync(JSON.stringify({ message: "Not now.", tasks: ["t1"] }));
    return (_request, _index, response) => {
      response.writeHead(status, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(body);
      return "silence";
    };
  };

  test("is an error that names the encoding, and the request is not repeated", async () => {
    const { url, requests } = await serve(gzipped(200));
    const error = await failureOf<PlatformError>(connect(url).client.send({ method: "GET", path: "/x" }));
    expect(error.message).toContain("[encoded-reply]\nTurn off the compression");
    expect(error).toMatchObject({
      status: 200,
      reason: "the reply has the content encoding gzip, which was not requested",
      mayHaveTakenEffect: true,
      retryable: false,
    });
    expect(requests).toHaveLength(1);
  });

  test("keeps the meaning of its status", async () => {
    const { url } = await serve(gzipped(409));
    const error = await failureOf(connect(url).client.send({ method: "PATCH", path: "/x", body: {} }));
    expect(error).toMatchObject({
      status: 409,
      reason: "the reply has the content encoding gzip, which was not requested",
      mayHaveTakenEffect: false,
    });
  });

  test("is read if the encoding is identity", async () => {
    const { url } = await serve(() => ({ body: { a: 1 }, headers: { "content-encoding": "identity" } }));
    expect((await connect(url).client.send({ method: "GET", path: "/x" })).body).toEqual({ a: 1 });
  });
});

/** A client with at most two connections, and the ports from which it has sent requests. */
async function connectCounted() {
  const ports = new Set<number | undefined>();
  const { url } = await serve((_request, _index, response) => {
    ports.add(response.socket?.remotePort);
    return { body: {} };
  });
  return { ports, client: connect(url, { maxConcurrentRequests: 2 }).client };
}

describe("many requests", () => {
  test.each([1, 3, 10])("are sent with exactly maxConcurrentRequests at the same time: %d", async (most) => {
    const held: Array<() => void> = [];
    const { url, requests } = await serve(async (request) => {
      await new Promise<void>((go) => held.push(go));
      return { body: { path: request.path } };
    });
    const { client } = connect(url, { maxConcurrentRequests: most });
    const sent = Array.from({ length: 3 * most }, (_, index) =>
      client.send({ method: "GET", path: `/${index}` }),
    );
    for (let round = 0; round < 3; round++) {
      await until(() => held.length >= most);
      // Another request would have arrived by now.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      expect(held).toHaveLength(most);
      for (const go of held.splice(0)) go();
    }
    const replies = await Promise.all(sent);
    expect(replies.map((reply) => reply.body)).toEqual(replies.map((_, index) => ({ path: `/${index}` })));
    expect(requests).toHaveLength(3 * most);
  });

  test("connections are reused", async () => {
    const { ports, client } = await connectCounted();
    for (let index = 0; index < 10; index++) await client.send({ method: "GET", path: "/" });
    expect(ports.size).toBeLessThanOrEqual(2);
  });

  test("an idle connection is not used for a change, because the server may be closing it", async () => {
    const IDLE = 400;
    const connections = new Set<Socket>();
    const { url, requests } = await serve((_request, _index, response) => {
      const socket = response.socket as Socket;
      connections.add(socket);
      response.once("finish", () => setTimeout(() => socket.destroy(), IDLE));
      // With this header Node omits Keep-Alive, which tells how long the server keeps the connection.
      response.writeHead(200, { connection: "keep-alive" });
      response.end("{}");
      return "silence";
    });
    const pairs = Array.from({ length: 100 }, async (_, index) => {
      const { client } = connect(url, { maxConcurrentRequests: 1, maxRetries: 0 });
      await client.send({ method: "PATCH", path: "/first", body: {} });
      await new Promise((resolve) => setTimeout(resolve, IDLE - 5 + index / 10));
      await client.send({ method: "PATCH", path: "/second", body: {} });
    });
    await Promise.all(pairs);
    expect(requests).toHaveLength(200);
    expect(connections.size).toBe(200);
  });

  test("a busy connection is used for one change after the other", async () => {
    const { ports, client } = await connectCounted();
    const change = () => client.send({ method: "PUT", path: "/", body: {} });
    await Promise.all(Array.from({ length: 100 }, change));
    expect(ports.size).toBeLessThanOrEqual(2);
  });
});
