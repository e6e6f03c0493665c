import type { RequestErrorDefinition } from "../../errors/definition";
import { REPLIES } from "../../errors/replies";
import type { ProxyServer } from "./proxy";
import { openTunnel, TunnelError } from "./tunnel";
import { buildConnector } from "./undici";

/** No connection could be made, so nothing was sent. */
export class ConnectError extends Error {
  constructor(
    message: string,
    /** Whether the next attempt may succeed. */
    readonly retryable: boolean,
    readonly kind: RequestErrorDefinition,
  ) {
    super(message);
  }
}

/**
 * Opens the connections of a pool, through the proxy if there is one. The timeout applies to each step: the connection
 * with its TLS handshake, or first the tunnel and then the handshake in it.
 *
 * Every failure becomes a ConnectError, because undici retries without limit after an error with the code of a broken
 * connection. A proxy that closes the connection on CONNECT causes such an error.
 */
export function createConnector(proxy: ProxyServer | undefined, timeout: number): buildConnector.connector {
  const open = buildConnector({ timeout });
  return (target, callback) => {
    const done: buildConnector.Callback = (error, socket) =>
      error ? callback(connectError(error, proxy), null) : callback(null, socket);
    if (proxy === undefined) return open(target, done);
    openTunnel(proxy, authorityOf(target), timeout).then(
      (socket) =>
        target.protocol === "https:" ? open({ ...target, httpSocket: socket }, done) : done(null, socket),
      (error: Error) => done(error, null),
    );
  };
}

/** Host and port. undici omits the default port, but CONNECT needs it. */
function authorityOf({ host, port, protocol }: buildConnector.Options): string {
  return port ? `${host}` : `${host}:${protocol === "https:" ? 443 : 80}`;
}

type NodeError = Error & { code?: string | undefined };

/** Codes of certificates that are not trusted, and of servers that do not speak TLS as expected. */
const TLS_FAILURE =
  /CERT|CRL|SELF_SIGNED|UNABLE_TO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH|TLS|SSL|EPROTO/;

function connectError(error: Error, proxy: ProxyServer | undefined): ConnectError {
  const through = proxy ? ` through the proxy ${proxy.address}` : "";
  const message = `no connection to the platform${through}: ${describeError(error)}`;
  if (error instanceof TunnelError) {
    const kind = error.status === 407 ? REPLIES.proxyCredentials : REPLIES.proxy;
    return new ConnectError(message, error.retryable, kind);
  }
  if (TLS_FAILURE.test((error as NodeError).code ?? ""))
    return new ConnectError(message, false, REPLIES.untrusted);
  return new ConnectError(message, true, proxy ? REPLIES.proxy : REPLIES.unreachable);
}

/** The error in one line, with its code, because the message is empty if several addresses failed. */
export function describeError({ message, code = "" }: NodeError): string {
  const suffix = code !== "" && !message.includes(code) ? ` (${code})` : "";
  return `${message}${suffix}`.replace(/\s+/g, " ").trim();
}
