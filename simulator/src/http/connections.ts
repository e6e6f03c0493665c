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

  /** A server counts as closed a moment before its connections are, and what hangs on them ends. */
  async closed(): Promise<void> {
    await Promise.all(
      [...this.#open].map((socket) => new Promise((resolve) => socket.once("close", resolve))),
    );
  }
}
