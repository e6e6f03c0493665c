import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { withoutBrackets } from "../../util/ip";
import type { ProxyServer } from "./proxy";

/** The proxy did not open a tunnel. */
export class TunnelError extends Error {
  constructor(
    message: string,
    /** The status that the proxy answered CONNECT with. */
    readonly status?: number,
  ) {
    super(message);
  }

  /** Whether the next attempt may succeed. A proxy that sent no status may be overloaded. */
  get retryable(): boolean {
    const { status = 503 } = this;
    return status >= 500 || status === 408 || status === 429;
  }
}

/** Opens a tunnel to a host and port. The timeout covers the connection to the proxy and its reply to CONNECT. */
export function openTunnel(proxy: ProxyServer, authority: string, timeout: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const send = proxy.protocol === "https:" ? requestHttps : requestHttp;
    const request = send({
      host: withoutBrackets(proxy.hostname),
      port: proxy.port,
      method: "CONNECT",
      path: authority,
      headers: {
        host: authority,
        ...(proxy.authorization && { "proxy-authorization": proxy.authorization }),
      },
      agent: false,
    });
    const timer = setTimeout(
      () => request.destroy(new TunnelError(`CONNECT was not answered within ${timeout} ms`)),
      timeout,
    );
    request.once("connect", ({ statusCode: status = 0 }, socket, head) => {
      clearTimeout(timer);
      // An error without a listener would end the process, and undici listens only once it has the socket.
      socket.on("error", () => {});
      if (status >= 200 && status < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      } else {
        socket.destroy();
        reject(new TunnelError(`CONNECT was answered ${status}`, status));
      }
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      const closed = error.code === "ECONNRESET";
      reject(closed ? new TunnelError("the connection was closed before CONNECT was answered") : error);
    });
    request.end();
  });
}
