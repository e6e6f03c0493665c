import { createServer, type Server } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { PlatformError } from "../../../../sdk/src/platform/http/error";
import certificates from "../../../support/certificates.json";
import { useCleanup } from "../../../support/handler-setup";
import { startProxy, tunnelTo, withoutProxyVariables } from "../../../support/proxy";
import { failureOf, settle } from "../../../support/until";
import { connect } from "./connect-client";

const { closeLater } = useCleanup();
let restore: () => void;

beforeEach(() => {
  restore = withoutProxyVariables();
});

afterEach(() => restore());

/** Listens on a loopback socket and counts the connections. */
async function listen(server: Server | TcpServer) {
  const connections = { connections: 0, url: "" };
  const sockets = new Set<{ destroy(): unknown }>();
  server.on("connection", (socket) => {
    connections.connections++;
    sockets.add(socket.on("error", () => {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  connections.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeLater({
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
  return connections;
}

function startTlsServer(identity: { key: string; cert: string } = certificates.selfSigned) {
  let requests = 0;
  const server = createServer(identity, (_request, response) => {
    requests++;
    response.end("{}");
  });
  return listen(server).then((connections) => Object.assign(connections, { requests: () => requests }));
}

const methods = ["GET", "POST"] as const;

describe("an untrusted certificate", () => {
  const { selfSigned, ofUnknownAuthority, expired } = certificates;
  const cases = Object.entries({ selfSigned, ofUnknownAuthority, expired }).flatMap(([what, identity]) =>
    methods.map((method) => [what, method, identity] as const),
  );

  test.each(cases)("(%s) prevents a %s, which is not repeated", async (_, method, identity) => {
    const server = await startTlsServer(identity);
    const error = await failureOf<PlatformError>(connect(server.url).client.send({ method, path: "/x" }));
    expect(error).toMatchObject({ name: "PlatformError", mayHaveTakenEffect: false, retryable: false });
    expect(error.reason).toMatch(/^no connection to the platform: .*certificate/i);
    expect(error.message).toContain("[certificate-untrusted]\n");
    expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
    expect([server.connections, server.requests()]).toEqual([1, 0]);
  });

  // The certificate may be the proxy's.
  test.each(["https://platform.test behind a proxy", "http://platform.test behind a proxy with https://"])(
    "of %s is an error that names the proxy, after one attempt",
    async (target) => {
      const [baseUrl = ""] = target.split(" ");
      const server = await startTlsServer();
      const tunnels = closeLater(await startProxy(tunnelTo(server.url)));
      if (baseUrl.startsWith("https:")) process.env.https_proxy = tunnels.url;
      else process.env.http_proxy = server.url;
      const proxy = baseUrl.startsWith("https:") ? tunnels.address : new URL(server.url).host;
      const { client } = connect(baseUrl);
      const error = await failureOf<PlatformError>(client.send({ method: "POST", path: "/x", body: {} }));
      expect(error.reason).toContain(`through the proxy ${proxy}: `);
      expect(error.message).toContain("NODE_EXTRA_CA_CERTS");
      expect(error).toMatchObject({ mayHaveTakenEffect: false, retryable: false });
      expect(server.connections).toBe(1);
    },
  );
});

describe("a TLS handshake", () => {
  const failures: Array<[what: string, onConnection: (socket: Socket) => void]> = [
    ["closes the connection", (socket) => socket.once("data", () => socket.destroy())],
    ["resets the connection", (socket) => socket.once("data", () => socket.resetAndDestroy())],
    ["does not answer", (socket) => socket.resume()],
  ];

  test.each(failures)("of a GET or a POST begins again if the server %s", async (_, onConnection) => {
    // Timeouts of connections are real time, so both methods wait at once.
    const attempts = methods.map(async (method) => {
      const server = await listen(createTcpServer(onConnection));
      const { client, clock } = connect(server.url, { maxRetries: 1, requestTimeout: 50 });
      const sent = settle(clock, client.send({ method, path: "/x" }), server.url);
      const error = await failureOf<PlatformError>(sent);
      expect(error).toMatchObject({ mayHaveTakenEffect: false, retryable: true });
      expect(error.message).not.toContain("may have taken effect");
      expect(server.connections).toBe(2);
    });
    await Promise.all(attempts);
  });

  test("fails after one attempt if the server does not use TLS", async () => {
    const server = await listen(
      createTcpServer((socket) => socket.once("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))),
    );
    const { client } = connect(server.url);
    const error = await failureOf<PlatformError>(client.send({ method: "POST", path: "/x", body: {} }));
    expect(error).toMatchObject({ mayHaveTakenEffect: false, retryable: false });
    expect(error.message).toContain("cloudplatform:baseUrl");
    expect(server.connections).toBe(1);
  });
});
