import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect as openSocket, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { closedAddress, type ScriptedServer, startScriptedServer } from "../../support/scripted-server";
import { connect, disconnectAll } from "./client";

const VARIABLES = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));

let platform: ScriptedServer;
let proxy: Awaited<ReturnType<typeof startProxy>>;

/** A proxy as companies have them: it opens tunnels, all of them to the one platform of these tests. */
async function startProxy(target: string) {
  const tunnels: IncomingMessage[] = [];
  const sockets: Socket[] = [];
  const server = createServer();
  server.on("connect", (request, socket: Socket) => {
    tunnels.push(request);
    const inner = openSocket(Number(new URL(target).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      inner.pipe(socket).pipe(inner);
    });
    for (const each of [inner, socket]) each.on("error", () => {});
    sockets.push(inner, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    tunnels,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

beforeEach(async () => {
  for (const name of VARIABLES) delete process.env[name];
  platform = await startScriptedServer(() => ({ body: { fine: true } }));
  proxy = await startProxy(platform.url);
});

afterEach(async () => {
  for (const name of VARIABLES) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await disconnectAll();
  await proxy.close();
  await platform.close();
});

describe("a proxy that the environment names", () => {
  test("is the way to the platform, and does not see the key", async () => {
    process.env.http_proxy = proxy.url;
    const { client } = connect("http://platform.test", { apiKey: "the-secret-key" });
    expect((await client.send({ method: "GET", path: "/x" })).body).toEqual({ fine: true });
    expect(proxy.tunnels.map(({ url }) => url)).toEqual(["platform.test:80"]);
    expect(JSON.stringify(proxy.tunnels[0]?.rawHeaders)).not.toContain("the-secret-key");
    expect(platform.seen[0]?.headers.authorization).toBe("apikey the-secret-key");
  });

  test("is not the way to this machine itself", async () => {
    process.env.http_proxy = await closedAddress();
    const { client } = connect(platform.url);
    expect((await client.send({ method: "GET", path: "/x" })).body).toEqual({ fine: true });
  });

  test("is not the way to what the environment excepts", async () => {
    process.env.http_proxy = proxy.url;
    process.env.no_proxy = "platform.test";
    const { client } = connect("http://platform.test", { maxRetries: 0 });
    await client.send({ method: "GET", path: "/x" }).catch(() => {});
    expect(proxy.tunnels).toEqual([]);
  });

  test("that is not there is a connection that fails before anything was sent", async () => {
    process.env.http_proxy = await closedAddress();
    const { client } = connect("http://platform.test", { maxRetries: 0 });
    await expect(client.send({ method: "POST", path: "/x", body: {} })).rejects.toMatchObject({
      name: "PlatformError",
      mayHaveTakenEffect: false,
    });
  });
});
