import { type AddressInfo, connect } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Identity } from "./certificates";

export interface TlsFront {
  url: string;
  close(): Promise<void>;
}

/** A proxy that accepts HTTPS with the given key and certificate, in front of an HTTP server. */
export async function startTlsFront(target: string, identity: Identity): Promise<TlsFront> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<TLSSocket>();
  const server = createServer(identity, (socket) => {
    sockets.add(socket);
    const behind = connect(Number(port), hostname);
    const drop = () => {
      socket.destroy();
      behind.destroy();
      sockets.delete(socket);
    };
    for (const one of [socket, behind]) one.on("error", drop).on("close", drop);
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
