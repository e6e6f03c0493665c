import { SETTINGS } from "../../errors/configuration";
import { isLoopback } from "../../util/ip";

/** An HTTP proxy that opens tunnels with CONNECT. */
export interface ProxyServer {
  /** The protocol of the connection to the proxy. */
  protocol: "http:" | "https:";
  /** Host and port, as in a URL. */
  address: string;
  /** The header Proxy-Authorization. */
  authorization?: string;
}

/** The proxy did not open a tunnel. */
export class TunnelRefused extends Error {
  constructor(readonly status: number) {
    super(`CONNECT was answered ${status}`);
  }
}

const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

/**
 * The proxy that the environment defines for this URL. Throws an error for the user if its variable is invalid.
 *
 * undici's `EnvHttpProxyAgent` (8.12) refuses an address without a scheme, does not say which variable is invalid, and
 * uses the proxy for this machine as well.
 */
export function proxyFor(
  baseUrl: string,
  environment: NodeJS.ProcessEnv = process.env,
): ProxyServer | undefined {
  const url = new URL(baseUrl);
  const variable = variablesFor(url).find((name) => environment[name]);
  if (variable === undefined || isLoopback(url.hostname) || isExcluded(url, environment)) return undefined;
  const proxy = parseProxy(environment[variable] as string);
  if (proxy === undefined) throw SETTINGS.proxy.error({ variable });
  return proxy;
}

/** The proxy for http:// is also used for https:// if none is set for https://. */
function variablesFor({ protocol }: URL): string[] {
  const forHttp = ["http_proxy", "HTTP_PROXY"];
  return protocol === "https:" ? ["https_proxy", "HTTPS_PROXY", ...forHttp] : forHttp;
}

function parseProxy(text: string): ProxyServer | undefined {
  const address = text.includes("://") ? text : `http://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(address);
  const credentials = percentDecode(`${username}:${password}`);
  if ((protocol !== "http:" && protocol !== "https:") || credentials === undefined) return undefined;
  return {
    protocol,
    address: `${hostname}:${port || DEFAULT_PORTS[protocol]}`,
    ...(credentials !== ":" && {
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
    }),
  };
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Whether NO_PROXY lists the host: as `*`, `host`, `.domain` or `*.domain`, each with or without a port. */
function isExcluded({ protocol, hostname, port }: URL, environment: NodeJS.ProcessEnv): boolean {
  const list = environment.no_proxy || environment.NO_PROXY || "";
  const ownPort = port || `${DEFAULT_PORTS[protocol]}`;
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      const [, host = "", entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== ownPort) return false;
      if (host === "*") return true;
      return /^\*?\./.test(host) ? hostname.endsWith(host.replace("*", "")) : hostname === host;
    });
}
