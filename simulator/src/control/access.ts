import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIPv4 } from "node:net";
import { forbidden, type Problem, unauthorized } from "../core/problem";

interface Client {
  readonly ip: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const scheme = "Bearer ";

/** Why a client may not use the control endpoints; undefined if it may. */
export function controlProblem({ ip, headers }: Client, token: string | undefined): Problem | undefined {
  if (isFromOtherSite(headers))
    return forbidden("Control endpoints refuse requests from pages of other sites.");
  if (token !== undefined) {
    return hasToken(headers, token) ? undefined : unauthorized("The control token is missing or not valid.");
  }
  return isLoopback(ip)
    ? undefined
    : forbidden(
        "Without a control token, only clients on the simulator's machine may use control endpoints.",
      );
}

export function isLoopback(address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:/, "") ?? "";
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/** A browser on the simulator's machine is a local client too, whatever page sends the request. */
function isFromOtherSite(headers: IncomingHttpHeaders): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}

/** Digests have one length, so the comparison takes the same time for every token. */
function hasToken({ authorization = "" }: IncomingHttpHeaders, token: string): boolean {
  const given = authorization.startsWith(scheme) ? authorization.slice(scheme.length) : "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
