import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import { forbidden, type Problem, unauthorized } from "../core/problem";

interface Client {
  readonly ip: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const scheme = "Bearer ";

/** The settings that decide about access to control endpoints. */
interface Allowed {
  readonly token: string | undefined;
  /** The address to listen on, which may be a host name. */
  readonly host: string;
}

/** Why a client may not use the control endpoints; undefined if it may. */
export function controlProblem({ ip, headers }: Client, { token, host }: Allowed): Problem | undefined {
  if (isFromOtherSite(headers))
    return forbidden("Control endpoints refuse requests from pages of other sites.");
  if (token !== undefined) {
    return hasToken(headers, token) ? undefined : unauthorized("The control token is missing or not valid.");
  }
  if (!isLoopback(ip)) {
    return forbidden(
      "Without a control token, only clients on the simulator's machine may use control endpoints.",
    );
  }
  return isOwnHost(headers.host, host)
    ? undefined
    : forbidden(
        "Without a control token, control endpoints accept only localhost, a loopback address or the value of --host in the header Host.",
      );
}

/**
 * The owner of a domain can let its name resolve to this machine (DNS rebinding). Browsers then take the simulator for a
 * part of that site, so the name in the header is the only sign.
 */
function isOwnHost(header: string | undefined, host: string): boolean {
  const name = hostName(header ?? "");
  return (
    name !== undefined && (name === "localhost" || isLoopback(name) || name === hostName(bracketed(host)))
  );
}

/** The host of `host:port`, in lower case and without the brackets of an IPv6 address. */
function hostName(authority: string): string | undefined {
  const url = `http://${authority}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : undefined;
}

function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, "") ?? "";
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/**
 * A browser on the simulator's machine is a local client too, whatever page sends the request. Browsers leave out Sec-Fetch-Site for
 * an address without TLS that is not local, and older ones always, but not the origin of a change.
 */
function isFromOtherSite({ "sec-fetch-site": site, origin, host }: IncomingHttpHeaders): boolean {
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host?.toLowerCase());
}

/** Compares digests, because the time to compare them does not depend on the token. */
function hasToken({ authorization = "" }: IncomingHttpHeaders, token: string): boolean {
  const given = authorization.startsWith(scheme) ? authorization.slice(scheme.length) : "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
