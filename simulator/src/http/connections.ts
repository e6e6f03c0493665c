import type { Server, Socket } from "node:net";

/** Returns a function that waits until all connections are closed, because a server counts as closed a moment earlier. */
export function trackConnections(server: Server): () => Promise<unknown> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return () => Promise.all([...open].map((socket) => new Promise((closed) => socket.once("close", closed))));
}
