import { SETTINGS } from "../../errors/configuration";
import { canonicalIp, ipFamily, isInNetwork, isLoopback, parseNetwork, withoutBrackets } from "../../util/ip";

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

/** Whether NO_PROXY lists the host, as curl and the Pulumi CLI read it. */
function isExcluded({ protocol, hostname, port }: URL, environment: NodeJS.ProcessEnv): boolean {
  const list = environment.no_proxy || environment.NO_PROXY || "";
  const host = withoutBrackets(hostname);
  const ownPort = port || `${DEFAULT_PORTS[protocol]}`;
  const entries = list.toLowerCase().split(/[,\s]+/);
  return entries.some((entry) => entry !== "" && isExcludedBy(entry, host, ownPort));
}

/** An entry is `*`, a network, an address, a domain with its subdomains, or only subdomains: `.domain` or `*.domain`. */
function isExcludedBy(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (parseNetwork(entry)) return isInNetwork(host, entry);
  // An IPv6 address has colons of its own, so only brackets separate a port from it.
  const isBare = ipFamily(entry) === 6;
  const [, name = "", entryPort = port] = isBare ? ["", entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (entryPort !== port) return false;
  const domain = withoutBrackets(name.replace(/^\*\./, "."));
  if (ipFamily(host) !== undefined) return canonicalIp(domain) === host;
  return domain.startsWith(".") ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}
