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
  try {
    const url = new URL(text.includes("://") ? text : `http://${text}`);
    const { protocol, hostname, port, username, password } = url;
    if (protocol !== "http:" && protocol !== "https:") return undefined;
    const address = `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
    const credentials = decodeURIComponent(`${username}:${password}`);
    const authorization = `Basic ${Buffer.from(credentials).toString("base64")}`;
    return { protocol, address, ...(credentials !== ":" && { authorization }) };
  } catch {
    // The address or its percent-encoding is invalid.
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
