import type { Server, Socket } from "node:net";

/** The connections of a server that are open. */
export class Connections {
  readonly #open = new Set<Socket>();

  constructor(server: Server) {
    server.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
  }

  /** Waits until all connections are closed, because a server counts as closed a moment earlier. */
  async closed(): Promise<void> {
    await Promise.all(
      [...this.#open].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
    );
  }
}
