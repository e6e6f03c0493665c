import { isIP } from "node:net";
// The entry file instead of the name: Bun replaces the module `undici` with an imitation whose pools send no requests.
import { buildConnector, type Dispatcher, Pool, ProxyAgent } from "undici/index.js";
import { withoutBrackets } from "../../util/ip";
import type { Call } from "./call";
import { MAX_REPLY_BYTES } from "./no-reply";
import { type ProxyServer, TunnelRefused } from "./proxy";
import { isIdempotent } from "./retry";
import type { TransportOptions } from "./transport";

/** For each step: TCP and TLS to the proxy, its reply to CONNECT, TCP and TLS to the platform. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * How long an idle connection is kept for requests that are not repeated. A server may close an idle connection while a
 * request is in flight, and then it is not known whether a change took effect. Servers keep idle connections for longer
 * than this time plus a round trip, and the requests of a busy run follow each other faster.
 */
const SHORT_IDLE_MS = 100;
/** How long an idle connection is kept for requests that are repeated, if the server announces no time. */
const LONG_IDLE_MS = 4_000;
/** The maximum if the server announces a time. Firewalls drop connections that are idle for minutes, without closing them. */
const MAX_IDLE_MS = 30_000;

/** The connections to the platform. */
export interface Connections {
  for(call: Call): Dispatcher;
  close(): Promise<void>;
}

/**
 * Two pools, because a connection that was idle is only used for a request that is repeated if the connection breaks.
 * The limit of concurrent requests covers both.
 */
export function createConnections(options: TransportOptions, proxy: ProxyServer | undefined): Connections {
  const short = createPool(options, proxy, SHORT_IDLE_MS, SHORT_IDLE_MS);
  const long = createPool(options, proxy, LONG_IDLE_MS, MAX_IDLE_MS);
  return {
    for: (call) => (options.maxRetries > 0 && isIdempotent(call) ? long : short),
    close: async () => void (await Promise.all([short.destroy(), long.destroy()])),
  };
}

/** A pool of connections, through the proxy if there is one. */
function createPool(
  { baseUrl, requestTimeout, maxConcurrentRequests }: TransportOptions,
  proxy: ProxyServer | undefined,
  keepAliveTimeout: number,
  keepAliveMaxTimeout: number,
): Dispatcher {
  const timeout = Math.min(requestTimeout, CONNECT_TIMEOUT_MS);
  const pool: Pool.Options = {
    keepAliveTimeout,
    keepAliveMaxTimeout,
    // With HTTP/2 all requests share one connection, and end together if it breaks.
    allowH2: false,
    connections: maxConcurrentRequests,
    pipelining: 1,
    maxResponseSize: MAX_REPLY_BYTES,
    // The exchange has one timeout for the whole reply.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: timeout,
  };
  if (proxy === undefined) return new Pool(new URL(baseUrl).origin, pool);
  return new ProxyAgent({
    ...pool,
    uri: `${proxy.protocol}//${proxy.address}`,
    ...(proxy.authorization && { token: proxy.authorization }),
    // Without a tunnel, the proxy of an http:// address would see the key.
    proxyTunnel: true,
    clientFactory: (address) => new ProxyClient(address, timeout),
  });
}

/** Opens the tunnels. undici's own client (8.12) has no timeout of its own, and hides the status of a refusal in a text. */
class ProxyClient extends Pool {
  constructor(address: URL, timeout: number) {
    const open = buildConnector({ timeout, allowH2: false });
    super(address, {
      headersTimeout: timeout,
      // An IP address is not a valid server name. Node prints a warning, and undici (8.12) sets one.
      connect: ({ servername = "", ...target }, callback) =>
        open({ ...target, servername: isIP(withoutBrackets(servername)) ? "" : servername }, callback),
    });
  }

  override async connect(request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const reply = await super.connect(request);
    if (reply.statusCode === 200) return reply;
    reply.socket.on("error", () => {}).destroy();
    throw new TunnelRefused(reply.statusCode);
  }
}
