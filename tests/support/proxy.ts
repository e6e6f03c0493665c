import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect as openSocket, type Socket } from "node:net";

/** The behaviour of a proxy for a CONNECT request. */
export type Behaviour = (socket: Socket, request: IncomingMessage) => void;

export type TestProxy = Awaited<ReturnType<typeof startProxy>>;

/** A proxy on a loopback socket. */
export async function startProxy(behaviour: Behaviour) {
  const tunnels: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, socket: Socket) => {
    tunnels.push(request);
    behaviour(socket, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    url: `http://${address}`,
    /** The CONNECT requests, in order. */
    tunnels,
    /** The connections that are open. */
    sockets,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Opens every tunnel to one server, whatever the requested host. */
export const tunnelTo =
  (target: string): Behaviour =>
  (socket) => {
    const inner = openSocket(Number(new URL(target).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      inner.pipe(socket).pipe(inner);
    });
    inner.on("error", () => socket.destroy());
    socket.on("close", () => inner.destroy());
  };

export const closing: Behaviour = (socket) => socket.destroy();
export const resetting: Behaviour = (socket) => socket.resetAndDestroy();
/** Does not answer, and closes the connection when the client does. */
export const silent: Behaviour = (socket) => socket.resume().on("end", () => socket.end());

/** Opens the tunnel, and closes it before the first byte. */
export const openingThenClosing: Behaviour = (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n");

export const replying =
  (status: number): Behaviour =>
  (socket) =>
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);

const VARIABLES = ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];

/** Removes the proxy variables from the environment. The result restores them. */
export function withoutProxyVariables(): () => void {
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  for (const name of VARIABLES) delete process.env[name];
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}
